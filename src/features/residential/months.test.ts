import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MonthsDay, monthsOf, YEAR_DAYS } from './months.model.ts';
import { MOST_DAYS } from './residential-fields.contract.ts';

const day = (date: string, used_kwh: number | null, more: Partial<MonthsDay> = {}): MonthsDay => ({
  ...{
    day: date,
    produced_kwh: 20,
    imported_kwh: 4,
    exported_kwh: 8,
    used_kwh,
    saved_eur: 4,
    capacity_kwh: null,
    fault: null,
  },
  ...more,
});

describe('the months of a home', () => {
  it('are asked for by a clock that is a week slow, too', () => {
    assert.ok(YEAR_DAYS + 7 < MOST_DAYS);
  });

  it('add its days up, each month for itself', () => {
    const months = monthsOf([day('2026-05-31', 16), day('2026-06-01', 16), day('2026-06-02', 16)]);
    assert.deepEqual(
      months.map(({ month, produced_kwh, used_kwh, saved_eur, known_days }) => [
        ...[month, produced_kwh, used_kwh],
        ...[saved_eur, known_days],
      ]),
      [
        ['2026-05', 20, 16, 4, 1],
        ['2026-06', 40, 32, 8, 2],
      ],
    );
    assert.equal(months[0]?.self_sufficiency, 0.75);
  });

  it('count a day that cannot be for what it is, and take nothing of its balance', () => {
    const wrong = day('2026-06-02', null, { fault: 'fed_in_above_made', saved_eur: null });
    const [june] = monthsOf([day('2026-06-01', 16), wrong]);
    assert.deepEqual([june?.used_kwh, june?.known_days, june?.fault_days], [16, 1, 1]);
    assert.deepEqual([june?.self_sufficiency, june?.produced_kwh], [0.75, 40]);
  });

  it('are not known where no day is', () => {
    const [june] = monthsOf([day('2026-06-01', null, { produced_kwh: null, saved_eur: null })]);
    assert.deepEqual(
      [june?.produced_kwh, june?.used_kwh, june?.saved_eur, june?.self_sufficiency],
      [null, null, null, null],
    );
  });
});
