import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barsOf, chosenOf, dayAfterKey, entriesByDay, monthsOf, stepped, weeksOf } from './calendar.model.ts';
import { blocksOf, hourAfter, hourAfterKey } from './calendar-hours.model.ts';

describe('a calendar', () => {
  it('shows whole weeks from Monday on, of a month or of one', () => {
    // 1 February 2027 is a Monday, and February 2027 has 28 days: four weeks, no day beside it.
    const february = weeksOf('month', '2027-02-14');
    assert.deepEqual(
      [february.length, february[0]?.[0], february.at(-1)?.at(-1)],
      [4, '2027-02-01', '2027-02-28'],
    );
    // 1 August 2026 is a Saturday: from Monday 27 July to Sunday 6 September, six weeks.
    const august = weeksOf('month', '2026-08-31');
    assert.deepEqual([august.length, august[0]?.[0], august.at(-1)?.at(-1)], [6, '2026-07-27', '2026-09-06']);
    assert.deepEqual(weeksOf('week', '2026-03-29'), [
      ['2026-03-23', '2026-03-24', '2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29'],
    ]);
  });

  it('goes to the same day of another month, or to its last', () => {
    assert.equal(stepped('month', '2026-01-31', 1), '2026-02-28');
    assert.equal(stepped('month', '2026-03-31', -1), '2026-02-28');
    assert.equal(stepped('month', '2026-12-15', 1), '2027-01-15');
    assert.equal(stepped('week', '2026-12-29', 1), '2027-01-05');
    assert.deepEqual(
      ['ArrowUp', 'ArrowRight', 'Home', 'End', 'x'].map((key) => dayAfterKey(key, '2026-07-01')),
      ['2026-06-24', '2026-07-02', '2026-06-29', '2026-07-05', undefined],
    );
  });

  it('puts what shares a day below each other, and says what goes on beyond the week', () => {
    const week = weeksOf('week', '2026-06-17')[0] ?? [];
    const bars = barsOf(
      [
        { id: 3, from: '2026-06-18', to: '2026-06-18' },
        { id: 2, from: '2026-06-16', to: '2026-06-30' },
        { id: 1, from: '2026-06-10', to: '2026-06-17' },
        { id: 9, from: '2026-06-22', to: '2026-06-22' },
      ],
      week,
    );
    assert.deepEqual(
      bars.map(({ entry, lane, first, last, before, after }) => [entry.id, lane, first, last, before, after]),
      [
        [1, 0, '2026-06-15', '2026-06-17', true, false],
        [2, 1, '2026-06-16', '2026-06-21', false, true],
        [3, 0, '2026-06-18', '2026-06-18', false, false],
      ],
    );
  });

  it('of a week by hours has entries at their times, those of the same time beside each other', () => {
    const at = (id: number, start: string, end: string) => ({
      id,
      from: start.slice(0, 10),
      to: end.slice(0, 10),
      start,
      end,
    });
    const entries = [
      at(1, '2026-06-16 22:00', '2026-06-17 05:30'),
      at(2, '2026-06-17 08:00', '2026-06-17 12:00'),
      at(3, '2026-06-17 10:00', '2026-06-17 14:00'),
      at(4, '2026-06-17 12:00', '2026-06-17 13:00'),
      { id: 5, from: '2026-06-18', to: '2026-06-18' },
      // Half an hour, from a quarter to three of summer time to a quarter past two of winter time.
      at(6, '2026-10-25 02:45', '2026-10-25 02:15'),
    ];
    const told = (day: string) =>
      blocksOf(entries, day).map(({ entry, from, to, column, columns }) => [
        entry.id,
        from,
        to,
        column,
        columns,
      ]);
    assert.deepEqual(told('2026-06-17'), [
      [1, 0, 330, 0, 1],
      [2, 480, 720, 0, 2],
      [3, 600, 840, 1, 2],
      [4, 720, 780, 0, 2],
    ]);
    assert.deepEqual(told('2026-10-25'), [[6, 165, 166, 0, 1]]);
    // What ends at midnight has nothing of the next day; what has no times fills its days.
    assert.deepEqual(
      [told('2026-06-16'), told('2026-06-18')],
      [[[1, 1320, 1440, 0, 1]], [[5, 0, 1440, 0, 1]]],
    );
    assert.equal(hourAfter('2026-06-30T23'), '2026-07-01T00');
    assert.deepEqual(
      ['ArrowUp', 'ArrowDown', 'ArrowRight', 'PageDown', 'End', 'x'].map((key) =>
        hourAfterKey(key, '2026-06-17T00'),
      ),
      ['2026-06-17T00', '2026-06-17T01', '2026-06-18T00', '2026-06-24T00', '2026-06-21T00', undefined],
    );
  });

  it('of a year has its months, what stands on each day, and the same day of another year', () => {
    assert.deepEqual([monthsOf('2026-06-17').length, monthsOf('2026-06-17')[11]], [12, '2026-12-01']);
    // 1 January 2026 is a Thursday, 31 December as well: 29 December 2025 to 3 January 2027, 53 weeks.
    const weeks = weeksOf('year', '2026-06-17');
    assert.deepEqual([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)], [53, '2025-12-29', '2027-01-03']);
    assert.equal(stepped('year', '2028-02-29', 1), '2029-02-28');
    assert.equal(stepped('year', '2026-06-17', -1), '2025-06-17');
    const days = entriesByDay(
      [
        { id: 1, from: '2025-12-30', to: '2026-01-02' },
        { id: 2, from: '2026-01-02', to: '2026-01-02' },
      ],
      { first: '2026-01-01', last: '2026-12-31' },
    );
    assert.deepEqual(
      [...days].map(([day, here]) => [day, here.map(({ id }) => id)]),
      [
        ['2026-01-01', [1]],
        ['2026-01-02', [1, 2]],
      ],
    );
    assert.deepEqual(chosenOf({ anchor: '2026-06-17', reached: '2026-06-15' }), {
      from: '2026-06-15',
      to: '2026-06-17',
    });
  });
});
