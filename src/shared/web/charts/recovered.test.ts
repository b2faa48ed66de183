import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barSeries } from './bars.ts';
import { draw } from './chart.model.ts';
import { csvOf } from './csv.model.ts';
import { styleAll } from './look.ts';
import type { Picture } from './picture.ts';
import { hasRecoveredBars, recoveredIn } from './recovered.model.ts';
import type { ChartSeries } from './series.model.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-06-01T00:00:00Z');
const window = { start_at: START, end_at: START + 4 * DAY };
const energy: ChartSeries = {
  id: 'energy',
  label: 'Energy',
  unit: 'kWh',
  decimals: 0,
  shape: 'bar',
  step: 'day',
  step_s: 86_400,
  at: [0, 1, 2, 3].map((i) => START + i * DAY),
  values: [100, null, 500, 0],
  recovered: [{ start_at: START + 2 * DAY, energy: 400 }],
};
const drawn = (more: Partial<ChartSeries> = {}) =>
  draw({ ...energy, ...more }, { window, now: window.end_at, zone: 'UTC' });

/** Of each bar its value and the share that is hatched. */
function barsOf(more: Partial<ChartSeries> = {}) {
  const series = styleAll([drawn(more)], 'light');
  const [one] = series;
  const picture = { series, axes: [], layout: { narrow: false } } as unknown as Picture;
  return one && barSeries(picture, one).data.map(([, , value, share]) => [value, share]);
}

describe('energy that was booked when a counter came back', () => {
  it('has a column of its own in a file, in the rows of its days', () => {
    const words = { time: 'Time', offset: 'UTC', recovered: 'on return' };
    const request = { view: window, zone: 'UTC', locale: 'en-GB', words };
    assert.deepEqual(csvOf({ ...request, series: [drawn()] }).split('\r\n'), [
      'Time (UTC),Energy (kWh),"Energy, on return (kWh)"',
      '01/06/2026,100,',
      '02/06/2026,,',
      '03/06/2026,500,400',
      '04/06/2026,0,',
      '',
    ]);
    assert.match(
      csvOf({ ...request, series: [drawn({ recovered: [] })] }),
      /^Time \(UTC\),Energy \(kWh\)\r\n/,
    );
  });

  it('is hatched on the bar of its day, by its share', () => {
    assert.deepEqual(barsOf(), [
      [100, 0],
      [500, 0.8],
      [0, 0],
    ]);
    assert.equal(hasRecoveredBars([drawn()]), true);
  });

  it('is hatched on no more than the whole bar, and on none without energy', () => {
    assert.deepEqual(barsOf({ values: [0, 300, 350, 1] })?.[2], [350, 1]);
    assert.deepEqual(barsOf({ values: [1, 1, 0, 1] })?.[2], [0, 0]);
  });

  it('is told of the month that holds its days, and of no hour', () => {
    const month = { start_at: START, end_at: START + 30 * DAY };
    const twice = [...(energy.recovered ?? []), { start_at: START + 5 * DAY, energy: 50 }];
    assert.equal(recoveredIn({ step: 'month', recovered: twice }, month), 450);
    const hour = { start_at: START + 2 * DAY, end_at: START + 2 * DAY + 3_600_000 };
    assert.equal(recoveredIn({ step: 'hour', recovered: twice }, hour), 0);
  });

  it('has no entry in the legend where no bar shows it', () => {
    assert.equal(hasRecoveredBars([drawn({ recovered: undefined })]), false);
    assert.equal(hasRecoveredBars([drawn({ shape: 'line' })]), false);
    assert.equal(hasRecoveredBars([drawn({ recovered: [{ start_at: START - DAY, energy: 9 }] })]), false);
  });
});
