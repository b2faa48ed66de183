import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linesOf } from './day-powers.model.ts';

const ts = ['2026-06-19T10:00:00.000Z', '2026-06-19T10:15:00.000Z', '2026-06-19T10:30:00.000Z'];
const day = { proj_code: 'H1', time_zone: 'Europe/Rome', start: ts[0] ?? '', end: ts[2] ?? '' };
const line = (name: 'produced' | 'grid' | 'battery' | 'charge', values: (number | null)[]) => ({
  name,
  ts,
  values,
  unit: 'kW',
});

describe('the powers of a day', () => {
  it('say what the house took where all of them are known', () => {
    const series = [
      line('produced', [4, 2, 1]),
      line('grid', [1, null, -2]),
      line('battery', [-1, 0, 0.5]),
      line('charge', [null, null, null]),
    ];
    const lines = linesOf({ ...day, series });
    assert.deepEqual(
      lines.map(({ name }) => name),
      ['produced', 'grid', 'battery', 'used'],
    );
    assert.deepEqual(lines.at(-1)?.values, [2, null, 3.5]);
  });

  it('do without a battery where the home has none, and say nothing of the house without a meter', () => {
    const series = [line('produced', [4, 2, 1]), line('grid', [1, 1, 1])];
    assert.deepEqual(linesOf({ ...day, series }).at(-1)?.values, [3, 1, 0]);
    assert.equal(linesOf({ ...day, series: series.slice(0, 1) }).length, 1);
  });
});
