import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  commonPlants,
  inFiles,
  nextDue,
  type ScheduleTimes,
  spanOf,
  timesDue,
} from './report-schedule.model.ts';

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

  it('is one file of all plants by days, else by months, else files of about as many plants each', () => {
    const plants = (count: number) => Array.from({ length: count }, (_, plant_id) => ({ plant_id }));
    const told = (count: number, span: { from: string; to: string; by: 'day' | 'month' }) => {
      const { span: of, by_months, files } = inFiles(plants(count), { span, most_rows: 5000 });
      assert.deepEqual(
        files.flatMap((file) => file.plants),
        plants(count),
      );
      return [of.by, by_months, files.map((file) => file.plants.length)];
    };
    // 30 days and what they come to are 31 rows, of 160 plants and of all together 4,991; one plant more are 5,022. By months it is two.
    const june = { from: '2026-06-01', to: '2026-06-30', by: 'day' } as const;
    assert.deepEqual(told(160, june), ['day', false, [160]]);
    assert.deepEqual(told(161, june), ['month', true, [161]]);
    // A week in two months is three rows: 1,665 plants and all together in one file.
    const week = { from: '2026-06-29', to: '2026-07-05', by: 'day' } as const;
    assert.deepEqual(told(1667, week), ['month', true, [834, 833]]);
    // A day is two rows, by months as well: 2,501 plants are two files of their day.
    const day = { from: '2026-06-30', to: '2026-06-30', by: 'day' } as const;
    assert.deepEqual(told(2501, day), ['day', false, [1251, 1250]]);
    // Twelve months and a total are 13 rows: 383 plants and all together in one file.
    const year = { from: '2026-01-01', to: '2026-12-31', by: 'month' } as const;
    assert.deepEqual(
      [told(383, year), told(384, year)],
      [
        ['month', false, [383]],
        ['month', false, [192, 192]],
      ],
    );
    assert.deepEqual(told(0, year), ['month', false, []]);
  });

  it('goes on with what was not sent yet, whichever plants came or went between two tries', () => {
    const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
    const plants = (of: number[]) => of.map((plant_id) => ({ plant_id }));
    const year = { from: '2026-01-01', to: '2026-12-31', by: 'month' } as const;
    const rest = (now: number[], sent: { part: number; plants: number[] | null }[]) => {
      const { files, all } = inFiles(plants(now), { span: year, most_rows: 5000, sent });
      return [
        files.map(({ part, plants: [first, ...more] }) => [part, first?.plant_id, more.length + 1]),
        all,
      ];
    };
    // 385 plants are [193, 192]; the first was sent, then plant 200 went: 191 are left.
    const first = { part: 0, plants: ids(0, 193) };
    const without = ids(0, 385).filter((id) => id !== 200);
    assert.deepEqual(rest(without, [first]), [[[1, 193, 191]], { files: 2, plants: 384 }]);
    // The second was sent alone: the first keeps its number. Then both were, or the whole in one.
    assert.deepEqual(rest(ids(0, 385), [{ part: 1, plants: ids(193, 385) }])[0], [[0, 0, 193]]);
    assert.deepEqual(rest(without, [first, { part: 1, plants: ids(193, 385) }])[0], []);
    assert.deepEqual(rest(ids(0, 385), [{ part: 0, plants: null }])[0], []);
  });
});
