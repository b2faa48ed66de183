import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commonPlants, nextDue, type ScheduleTimes, spanOf, timesDue } from './report-schedule.model.ts';

const after = (times: ScheduleTimes, at: string): string =>
  new Date(nextDue(times, Date.parse(at))).toISOString();

describe('a scheduled report', () => {
  it('is due at its hour by the clock of Rome, in summer and winter, and where the clock skips it the hour after', () => {
    const daily = { every: 'day', on_day: 1, hour: 7 } as const;
    assert.equal(after(daily, '2026-06-10T04:59:00Z'), '2026-06-10T05:00:00.000Z');
    assert.equal(after(daily, '2026-06-10T05:00:00Z'), '2026-06-11T05:00:00.000Z');
    assert.equal(after(daily, '2026-12-10T05:00:00Z'), '2026-12-10T06:00:00.000Z');
    assert.equal(after({ ...daily, hour: 2 }, '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z');
    // 10 June 2026 is a Wednesday.
    assert.equal(
      after({ every: 'week', on_day: 1, hour: 7 }, '2026-06-10T00:00:00Z'),
      '2026-06-15T05:00:00.000Z',
    );
    assert.equal(
      after({ every: 'month', on_day: 28, hour: 0 }, '2026-12-30T00:00:00Z'),
      '2027-01-27T23:00:00.000Z',
    );
  });

  it('that was missed while nothing ran is made up for, each time by itself, over the change of the clock and for a week at most', () => {
    const daily = { every: 'day', on_day: 1, hour: 7 } as const;
    const due = (first: string, now: string) =>
      timesDue(daily, Date.parse(first), Date.parse(now)).map((at) =>
        new Date(at).toISOString().slice(0, 13),
      );
    assert.deepEqual(due('2026-10-24T05:00:00Z', '2026-10-26T06:30:00Z'), [
      '2026-10-24T05',
      '2026-10-25T06',
      '2026-10-26T06',
    ]);
    const week = due('2026-06-01T05:00:00Z', '2026-07-01T06:00:00Z');
    assert.deepEqual([week.length, week[0], week.at(-1)], [7, '2026-06-25T05', '2026-07-01T05']);
    assert.deepEqual(due('2026-06-02T05:00:00Z', '2026-06-01T06:00:00Z'), []);
  });

  it('tells the day, week, month or year that is over', () => {
    const of = (every: 'day' | 'week' | 'month', day: string, kind: 'k451' | 'k410' = 'k451') => {
      const { from, to } = spanOf({ kind, every }, day);
      return `${from} ${to}`;
    };
    assert.equal(of('day', '2026-03-01'), '2026-02-28 2026-02-28');
    assert.equal(of('week', '2026-06-10'), '2026-06-01 2026-06-07');
    assert.equal(of('month', '2026-03-05'), '2026-02-01 2026-02-28');
    assert.equal(of('month', '2027-01-05', 'k410'), '2026-01-01 2026-12-31');
  });

  it('holds the plants that all who are asked may see', () => {
    assert.deepEqual(commonPlants('all', [1, 2, 3], [2, 3, 4]), [2, 3]);
    assert.deepEqual([commonPlants('all', 'all'), commonPlants([1], [2])], ['all', []]);
  });
});
