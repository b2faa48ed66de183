import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { periodsOf, type SummedDay } from './months.model.ts';

const day = (date: string, used_kwh: number | null, more: Partial<SummedDay> = {}): SummedDay => ({
  day: date,
  produced_kwh: 20,
  imported_kwh: 4,
  exported_kwh: 8,
  used_kwh,
  saved_eur: 4,
  capacity_kwh: null,
  fault: null,
  ...more,
});

describe('the months of a home', () => {
  it('add its days up, each month for itself', () => {
    const months = periodsOf([day('2026-05-31', 16), day('2026-06-01', 16), day('2026-06-02', 16)], 'month');
    assert.deepEqual(
      months.map(({ period, produced_kwh, used_kwh, saved_eur, known_days }) => [
        period,
        produced_kwh,
        used_kwh,
        saved_eur,
        known_days,
      ]),
      [
        ['2026-05', 20, 16, 4, 1],
        ['2026-06', 40, 32, 8, 2],
      ],
    );
    assert.equal(months[0]?.self_sufficiency, 0.75);
    const years = periodsOf([day('2025-12-31', 16), day('2026-05-31', 16), day('2026-06-01', 16)], 'year');
    assert.deepEqual(
      years.map(({ period, used_kwh, saved_eur }) => [period, used_kwh, saved_eur]),
      [
        ['2025', 16, 4],
        ['2026', 32, 8],
      ],
    );
  });

  it('count a day that cannot be for what it is, and take nothing of its balance', () => {
    const wrong = day('2026-06-02', null, { fault: 'fed_in_above_made', saved_eur: null });
    const [june] = periodsOf([day('2026-06-01', 16), wrong], 'month');
    assert.deepEqual([june?.used_kwh, june?.known_days, june?.fault_days], [16, 1, 1]);
    assert.deepEqual([june?.self_sufficiency, june?.produced_kwh], [0.75, 40]);
  });

  it('are not known where no day is', () => {
    const [june] = periodsOf([day('2026-06-01', null, { produced_kwh: null, saved_eur: null })], 'month');
    assert.deepEqual(
      [june?.produced_kwh, june?.used_kwh, june?.saved_eur, june?.self_sufficiency],
      [null, null, null, null],
    );
  });
});
