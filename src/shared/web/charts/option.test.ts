import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draw } from './chart.model.ts';
import { withCompanions } from './companions.model.ts';
import { aligned, shiftOf, withCompared } from './compare.model.ts';
import { axesOf, type Palette, styleAll } from './look.ts';
import { optionOf } from './option.ts';
import type { ChartSeries, Mark } from './series.model.ts';

const QUARTER = 900_000;
const START = Date.parse('2026-06-01T08:00:00Z');
const window = { start_at: START, end_at: START + 8 * QUARTER };
const frame = { window, now: window.end_at, zone: 'UTC' };
const values = [1, 2, 3, null, null, 6, 7, 8];
const series: ChartSeries = {
  id: 'power',
  label: 'Power',
  unit: 'KW',
  decimals: 2,
  shape: 'line',
  step: '15m',
  step_s: 900,
  at: values.map((_, i) => START + i * QUARTER),
  values,
};
const colours = { text: '', muted: '', border: '', surface: '', brand: '', raised: '', marked: '' };
const palette: Palette = { scheme: 'light', ...colours };

interface Part {
  id: string;
  data: ArrayLike<unknown>;
  lineStyle: { color: string; type: string; opacity: number };
}

function partsOf(given: readonly ChartSeries[], marks: readonly Mark[] = []): Map<string, Part> {
  const drawn = withCompanions(given, { expected: 'expected' }).map((one) => draw(one, frame));
  const option = optionOf(
    {
      series: styleAll(drawn, 'light'),
      axes: axesOf(drawn, 'light'),
      marks,
      window,
      zone: 'UTC',
      locale: 'en-GB',
      palette,
      layout: { width: 800, height: 400, narrow: false, touch: false, unit: 'kW' },
      number: String,
      noUnit: '',
    },
    window,
  );
  return new Map((option.series as Part[]).map((one) => [one.id, one]));
}

describe('the picture of a chart', () => {
  it('draws what was expected as a dashed line of the same hue, through the gap of what was measured', () => {
    const parts = partsOf([{ ...series, expected: [2, 2, 2, 2, 2, 2, 2, 2] }]);
    const [own, expected] = [parts.get('power'), parts.get('power expected')];
    assert.equal(own?.lineStyle.type, 'solid');
    assert.equal(expected?.lineStyle.type, 'dashed');
    assert.equal(expected?.lineStyle.color, own?.lineStyle.color);
    const measured = Array.from(own?.data ?? []).filter((_, i) => i % 2 === 1);
    assert.deepEqual(measured, [1, 2, 3, Number.NaN, Number.NaN, 6, 7, 8]);
    assert.deepEqual(
      Array.from(expected?.data ?? []).filter((_, i) => i % 2 === 1),
      Array(8).fill(2),
    );
  });

  it('draws what is compared paler and dotted, in the same hue, whatever its series is called', () => {
    const shift = shiftOf({ compare: { with: 'before' }, choice: { span: 'day' }, now: START, zone: 'UTC' });
    const before = {
      ...series,
      at: series.at.map((at) => at - 96 * QUARTER),
      values: values.map((_, i) => 10 + i),
    };
    const all = withCompared(
      [series],
      [aligned(before, shift, { id: 'power', words: '' })],
      'the day before',
    );
    const parts = partsOf(all);
    const compared = parts.get('power compared');
    assert.equal(compared?.lineStyle.type, 'dotted');
    assert.equal(compared?.lineStyle.color, parts.get('power')?.lineStyle.color);
    assert.ok((compared?.lineStyle.opacity ?? 1) < 1);
    assert.deepEqual(Array.from(compared?.data ?? []).slice(0, 2), [START + QUARTER / 2, 10]);
  });

  it('draws a second series of a unit in another hue, whatever nearly equal colours the two variables state', () => {
    const parts = partsOf([
      { ...series, colour: '#2456E6' },
      { ...series, id: 'dc', colour: '#1D4ED8' },
    ]);
    assert.equal(parts.get('power')?.lineStyle.color, '#2456E6');
    assert.equal(parts.get('dc')?.lineStyle.color, '#B83280');
  });

  it('lays bands under a gap, a range that a person marked, and one that concerns the whole chart', () => {
    const mark = { start_at: START, end_at: START + QUARTER, reason: 'washing' };
    const parts = partsOf(
      [{ ...series, marked: [mark] }],
      [{ ...mark, start_at: START + 7 * QUARTER, end_at: window.end_at }],
    );
    assert.deepEqual(Array.from(parts.get('bands')?.data ?? []), [
      [START + 3 * QUARTER, START + 5 * QUARTER, 0],
      [START, START + QUARTER, 0],
      [START + 7 * QUARTER, window.end_at, 0],
    ]);
  });
});
