import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draw } from './chart.model.ts';
import type { ChartSeries, DrawnPoints } from './series.model.ts';
import { flatPoints, lonelyPoints } from './thin.model.ts';

const MINUTE = 60_000;
const COUNT = 5000;
const series = (values: (number | null)[]): ChartSeries => ({
  id: 'a',
  label: 'Power',
  unit: 'kW',
  decimals: 2,
  shape: 'line',
  step: 'raw',
  step_s: 60,
  at: values.map((_, i) => i * MINUTE),
  values,
});
const window = { start_at: 0, end_at: COUNT * MINUTE };
const drawn = (values: (number | null)[]): DrawnPoints =>
  draw(series(values), { window, now: window.end_at, zone: 'UTC' }).points;
const pairsOf = (flat: Float64Array) =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? 0, flat[2 * i + 1] ?? 0] as const);
const wave = Array.from({ length: COUNT }, (_, i) => Math.sin(i / 40));

describe('a long line', () => {
  it('keeps every spike, every dip and every gap, in order', () => {
    const values: (number | null)[] = [...wave];
    values[2501] = 99;
    values[2503] = -99;
    values[1234] = null;
    const pairs = pairsOf(flatPoints(drawn(values), window, 300));
    assert.ok(pairs.length < 1000, `${pairs.length} points`);
    const at = (i: number) => pairs.find(([x]) => x === i * MINUTE)?.[1];
    assert.deepEqual([at(2501), at(2503), at(1234)], [99, -99, Number.NaN]);
    assert.deepEqual(
      pairs.map(([x]) => x),
      pairs.map(([x]) => x).toSorted((a, b) => a - b),
    );
  });

  it('is whole again in a view that has room for it, and keeps its extremes outside', () => {
    const values = [...wave];
    values[10] = 99;
    const view = { start_at: 4000 * MINUTE, end_at: 4100 * MINUTE };
    const pairs = pairsOf(flatPoints(drawn(values), view, 300));
    assert.equal(pairs.filter(([x]) => x >= view.start_at && x <= view.end_at).length, 101);
    assert.ok(pairs.some(([, value]) => value === 99));
  });

  it('is left alone where pixels suffice', () => {
    assert.equal(flatPoints(drawn(wave.slice(0, 500)), window, 300).length, 1002);
  });
});

describe('dots', () => {
  it('stand for readings between two gaps', () => {
    const flat = lonelyPoints(drawn([1, null, 2, null, 3, 4]), false);
    assert.deepEqual(pairsOf(flat), [
      [0, 1],
      [2 * MINUTE, 2],
    ]);
  });
});
