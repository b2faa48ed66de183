import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { daysBetween, type EnergyDay, type PaidTariff } from './revenue.model.ts';
import { revenueRows, totalOfRows } from './revenue-rows.model.ts';

const RID: PaidTariff = {
  ...{ id: 1, kind: 'rid', name: 'RID', version: 1 },
  steps: [{ from_on: '2026-01-01', to_on: null, rate: 0.0475 }],
};
const FEE: PaidTariff = {
  ...RID,
  id: 2,
  kind: 'fee',
  steps: [{ from_on: '2026-01-01', to_on: null, rate: 365 }],
};
const hour = (exported: number | null, price_eur_mwh: number | null) => ({
  ...{ start: 0, produced: exported, exported, used: 0, price_eur_mwh, silent: exported === null },
});
// 1 MWh a day at 60 EUR/MWh; of one day the price is not known.
const year = (from = '2026-01-01'): EnergyDay[] =>
  daysBetween(from, '2026-12-31').map((day) => ({
    day,
    hours: [hour(1000, day === '2026-05-01' ? null : 60)],
  }));
const earned = (days: EnergyDay[], tariffs = [RID], today = '2027-01-01') => ({
  ...{ tariffs, days, today, expected: new Map<string, number>() },
});

describe('rows of revenue', () => {
  it('have the top-up of a year where its last day is, so that months add up to the year', () => {
    const [months, years] = (['month', 'year'] as const).map((by) => revenueRows(earned(year()), by));
    const tops = months?.map(({ amounts }) => amounts[0]?.top_up_eur ?? null);
    // 364 × (60 − 47.5); of the day without a price the guaranteed one counts.
    assert.deepEqual(tops, [...Array.from({ length: 11 }, () => null), 4550]);
    assert.equal(years?.[0]?.amounts[0]?.top_up_eur, 4550);
    assert.equal(years?.[0]?.amounts[0]?.missing_price, 1);
    assert.equal(totalOfRows(months ?? []), years?.[0]?.total_eur);
    const top = (of: ReturnType<typeof earned>) => revenueRows(of, 'month').at(-1)?.amounts[0]?.top_up_eur;
    assert.equal(top(earned(year('2026-01-02'))), null);
    assert.equal(top(earned(year(), [RID], '2026-12-31')), null);
  });

  it('say nothing of a period in which nothing is known, but for a fee that is due anyway', () => {
    const days = [{ day: '2026-03-01', hours: [hour(null, 60)] }];
    const total = (tariffs: PaidTariff[]) => revenueRows(earned(days, tariffs), 'day')[0]?.total_eur;
    assert.deepEqual([total([RID]), total([RID, FEE]), total([FEE]), total([])], [null, null, -1, null]);
  });
});
