import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cents } from '../../shared/units/money.ts';
import { daysBetween } from '../../shared/units/zones.ts';
import type { PaidTariff } from './revenue.model.ts';
import { type EnergyDay, sumDay } from './revenue-day.model.ts';
import { revenueRows, topUpSince, totalOfRows } from './revenue-rows.model.ts';

const RID: PaidTariff = {
  id: 1,
  kind: 'rid',
  name: 'RID',
  version: 1,
  steps: [{ from_on: '2026-01-01', to_on: null, rate: 0.0475 }],
};
const FEE: PaidTariff = {
  ...RID,
  id: 2,
  kind: 'fee',
  steps: [{ from_on: '2026-01-01', to_on: null, rate: 365 }],
};
const BY = ['day', 'month', 'year'] as const;
const hour = (exported: number | null, price_eur_mwh: number | null) => ({
  start: 0,
  produced: exported,
  exported,
  used: 0,
  price_eur_mwh,
  silent: exported === null,
});
// 1 MWh a day at 60 EUR/MWh; of one day the price is not known.
const year = (from = '2026-01-01'): EnergyDay[] =>
  daysBetween(from, '2026-12-31').map((day) => ({
    day,
    hours: [hour(1000, day === '2026-05-01' ? null : 60)],
  }));
const earned = (days: EnergyDay[], tariffs = [RID], today = '2027-01-01') => ({
  tariffs,
  days: days.map(sumDay),
  today,
  expected: new Map<string, number>(),
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
    const top = (of: Parameters<typeof revenueRows>[0]) =>
      revenueRows(of, 'month').at(-1)?.amounts[0]?.top_up_eur;
    assert.equal(top(earned(year('2026-01-02'))), null);
    // Whoever asks for December alone is told the same of it: the days before are read along.
    const december = year('2026-12-01');
    const before = year().slice(0, -31).map(sumDay);
    assert.equal(top({ ...earned(december), before }), 4550);
    const asked = { from: '2026-12-01', to: '2026-12-31' };
    assert.equal(topUpSince(earned(december), asked), '2026-01-01');
    assert.equal(topUpSince(earned(december, [FEE]), asked), null);
    assert.equal(topUpSince(earned(december), { ...asked, to: '2026-12-30' }), null);
    const days = revenueRows({ ...earned(december), before }, 'day');
    assert.equal(totalOfRows(days), months?.at(-1)?.total_eur);
    assert.equal(top(earned(year(), [RID], '2026-12-31')), null);
  });

  it('say nothing of a period in which nothing is known, but for a fee that is due anyway', () => {
    const days = [{ day: '2026-03-01', hours: [hour(null, 60)] }];
    const total = (tariffs: PaidTariff[]) => revenueRows(earned(days, tariffs), 'day')[0]?.total_eur;
    assert.deepEqual([total([RID]), total([RID, FEE]), total([FEE]), total([])], [null, -1, -1, null]);
  });

  it('add up to the cent: days to months to the year, of several tariffs, with days that are silent', () => {
    // 0.104 EUR and 0.105 EUR a day are 0.10 and 0.11: 31 days of both are 6.51 (and not 6.48), 28 days 5.88.
    const tariffs = [0.104, 0.105].map(
      (rate, i): PaidTariff => ({
        id: 10 + i,
        kind: 'fixed',
        name: String(rate),
        version: 1,
        steps: [{ from_on: '2026-01-01', to_on: null, rate }],
      }),
    );
    const days = daysBetween('2026-01-01', '2026-12-31').map((day) => ({
      day,
      hours: [hour(day === '2026-02-10' ? null : 1, null)],
    }));
    const expected = new Map(days.map(({ day }) => [day, 2]));
    const of = (by: 'day' | 'month' | 'year') =>
      revenueRows({ ...earned(days, [...tariffs, FEE]), expected }, by);
    const [january, february] = of('month');
    // The fee takes 1 EUR a day, on the silent one as well: 6.51 − 31, and 27 × 0.21 − 28.
    assert.deepEqual([january?.total_eur, february?.total_eur], [-24.49, -22.33]);
    // 364 × 0.21 − 365.
    for (const by of BY) assert.equal(totalOfRows(of(by)), -288.56);
    // Twice the energy at 0.21 EUR a kWh; on the silent day by the tariffs: 2 × 0.209.
    const sum = (by: 'day' | 'month' | 'year') =>
      cents(of(by).reduce((total, { expected_eur }) => total + (expected_eur ?? 0), 0));
    for (const by of BY) assert.equal(sum(by), cents(364 * 0.42 + 0.42));
  });

  it('tell of how many days what is expected is known, beside the days that earned', () => {
    const days = year('2026-12-01');
    const expected = new Map(days.slice(0, 9).map(({ day }) => [day, 2]));
    const [december] = revenueRows({ ...earned(days), expected }, 'month');
    assert.deepEqual([december?.expected_days, december?.days], [9, 31]);
  });

  it('price what is expected by what a kWh brought, however little was made, and by nothing that is not known', () => {
    const expected = new Map([['2026-03-01', 100]]);
    const rowOf = (tariff: PaidTariff, hours: EnergyDay['hours']) =>
      revenueRows({ ...earned([{ day: '2026-03-01', hours }], [tariff]), expected }, 'day')[0]?.expected_eur;
    const fixed: PaidTariff = {
      id: 20,
      kind: 'fixed',
      name: 'fixed',
      version: 1,
      steps: [{ from_on: '2026-01-01', to_on: null, rate: 0.1 }],
    };
    // 0.04 kWh bring 0.4 cents, which are no cent of the day; 100 kWh would have brought 10 EUR.
    assert.equal(rowOf(fixed, [hour(0.04, null)]), 10);
    const market: PaidTariff = { ...fixed, kind: 'market' };
    assert.equal(rowOf(market, [hour(5, null)]), null);
    // Of the hours whose price is known the mean stands for the day: 100 kWh at 60 EUR/MWh.
    assert.equal(rowOf(market, [hour(5, null), hour(5, 60)]), 6);
  });
});
