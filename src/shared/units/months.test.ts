import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  countOfDays,
  dayAfterMonth,
  daysOfMonth,
  lastOfMonth,
  monthAfter,
  monthBefore,
  monthsBetween,
  monthsOfYear,
  spanOfMonth,
} from './months.ts';

describe('months of the calendar', () => {
  it('follow one another over the borders of years', () => {
    assert.deepEqual(
      [monthAfter('2025-12'), monthBefore('2026-01'), monthAfter('2025-11', 14), monthBefore('2026-03', 15)],
      ['2026-01', '2025-12', '2027-01', '2024-12'],
    );
    assert.deepEqual([monthBefore('1000-01'), monthAfter('0099-12')], ['0999-12', '0100-01']);
    assert.deepEqual(monthsBetween('2025-11', '2026-02'), ['2025-11', '2025-12', '2026-01', '2026-02']);
    assert.deepEqual(
      [monthsBetween('2026-02', '2026-02'), monthsBetween('2026-03', '2026-02')],
      [['2026-02'], []],
    );
    const year = monthsOfYear(2026);
    assert.deepEqual([year.length, year[0], year[9], year[11]], [12, '2026-01', '2026-10', '2026-12']);
    assert.deepEqual(monthsOfYear('2026'), year);
    assert.deepEqual(
      [lastOfMonth('9999-12'), lastOfMonth('10000-02'), lastOfMonth('0004-02')],
      ['9999-12-31', '10000-02-29', '0004-02-29'],
    );
  });

  it('end with their last day, in leap years too', () => {
    assert.deepEqual(['2025-12', '2026-02', '2024-02', '1900-02', '2000-02', '2026-04'].map(lastOfMonth), [
      '2025-12-31',
      '2026-02-28',
      '2024-02-29',
      '1900-02-28',
      '2000-02-29',
      '2026-04-30',
    ]);
    assert.deepEqual(['2025-12', '2024-02', '2026-01'].map(dayAfterMonth), [
      '2026-01-01',
      '2024-03-01',
      '2026-02-01',
    ]);
    assert.deepEqual(spanOfMonth('2024-02'), { from: '2024-02-01', to: '2024-02-29' });
    assert.equal(countOfDays('2026-06'), 30);
    const days = daysOfMonth('2024-02');
    assert.deepEqual([days.length, days[0], days.at(-1)], [29, '2024-02-01', '2024-02-29']);
  });
});
