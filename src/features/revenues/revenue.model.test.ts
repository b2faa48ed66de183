import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contoEnergiaFee, gseFee } from '../../energy/community/other-money.ts';
import { cents } from '../../shared/units/money.ts';
import { daysBetween } from '../../shared/units/zones.ts';
import { dayOfLimit, feeOn, type PaidTariff, paidDay, paidHour, ridTopUp } from './revenue.model.ts';
import { type EnergyHour, sumDay } from './revenue-day.model.ts';
import { ridLimit, stepFault, type TariffKind } from './tariffs.model.ts';

const hour = (
  exported: number | null,
  price_eur_mwh: number | null,
  more: Partial<EnergyHour> = {},
): EnergyHour => ({
  start: 0,
  produced: exported,
  exported,
  used: 0,
  price_eur_mwh,
  ...more,
});
const tariff = (kind: TariffKind, rate: number, more: Partial<PaidTariff> = {}): PaidTariff => ({
  id: 1,
  kind,
  name: kind,
  version: 1,
  steps: [{ from_on: '2026-01-01', to_on: null, rate }],
  ...more,
});
const DAY = '2026-03-10';
const eurOf = (of: PaidTariff, hours: EnergyHour[], day = DAY) =>
  paidDay(of, sumDay({ day, hours }))?.eur ?? null;

// Three hours: 10, 50 and 0 kWh at 100, 150 and 200 EUR/MWh.
const HOURS = [hour(10, 100), hour(50, 150), hour(0, 200)];

describe('a day’s revenue', () => {
  it('of each kind, by hand', () => {
    // 60 kWh × 0.30.
    assert.equal(eurOf(tariff('incentive', 0.3), HOURS), 18);
    // The incentive is paid on what is produced, also what is used on site.
    const used = [hour(10, 100, { produced: 30, used: 20 })];
    assert.equal(eurOf(tariff('incentive', 0.3), used), 9);
    assert.equal(eurOf(tariff('avoided', 0.22), used), 4.4);
    assert.equal(eurOf(tariff('fixed', 0.08), HOURS), 4.8);
    // 10 × 0.100 + 50 × 0.150.
    assert.equal(eurOf(tariff('market', 0), HOURS), 8.5);
    // Guaranteed 47.5 EUR/MWh: 60 × 0.0475 = 2.85.
    assert.equal(eurOf(tariff('rid', 0.0475), HOURS), 2.85);
    // FER-X at 77 + 10: 10 × (0.087 − 0.100) + 50 × (0.087 − 0.150) = −0.13 − 3.15, which is paid back.
    assert.equal(eurOf(tariff('cfd', 0.087), HOURS), -3.28);
    // With the market beside it each kWh brings the strike: 60 × 0.087.
    assert.equal(cents(8.5 - 3.28), cents(60 * 0.087));
  });

  it('changes with the step in the middle of a month, and is none before the first', () => {
    const steps = [
      { from_on: '2026-03-01', to_on: '2026-03-09', rate: 0.1 },
      { from_on: '2026-03-10', to_on: null, rate: 0.2 },
    ];
    const of = tariff('fixed', 0, { steps });
    const brings = (day: string) => eurOf(of, [hour(10, null)], day);
    assert.deepEqual(['2026-02-28', '2026-03-09', '2026-03-10'].map(brings), [null, 1, 2]);
  });

  it('says which hours are missing, and for which nothing has to be known', () => {
    const day = { day: DAY, hours: [hour(10, 100), hour(null, 100), hour(5, null), hour(0, null)] };
    assert.deepEqual(paidDay(tariff('market', 0), sumDay(day)), {
      day: DAY,
      kwh: 15,
      eur: 1,
      missing_energy: 1,
      missing_price: 1,
    });
    assert.deepEqual(paidHour('market', { from_on: DAY, to_on: null, rate: 0 }, hour(5, null)), {
      start: 0,
      kwh: 5,
      part: false,
      price: null,
      eur: null,
    });
  });

  it('is rounded to cents by itself, halves away from zero, so that days add up', () => {
    assert.deepEqual([0.005, -0.005, 1.005, 2.675, -0.001].map(cents), [0.01, -0.01, 1.01, 2.68, 0]);
    const days = daysBetween('2028-01-01', '2028-12-31');
    assert.equal(days.length, 366);
    assert.equal(cents(days.reduce((sum, day) => sum + feeOn(day, 495), 0)), -495);
    assert.equal(
      cents(daysBetween('2026-01-01', '2026-12-31').reduce((sum, day) => sum + feeOn(day, 1478.6), 0)),
      -1478.6,
    );
  });
});

describe('Ritiro Dedicato with guaranteed minimum', () => {
  const RID = tariff('rid', 0.0475);
  const year = (price: number, mwh: number) => [{ day: DAY, hours: [hour(mwh * 1000, price)] }];

  it('is topped up at the end of the year where the market paid more', () => {
    // 100 MWh: 4,750 guaranteed; at 60 EUR/MWh the market had 6,000.
    assert.equal(ridTopUp(RID, { year: 2026, days: year(60, 100).map(sumDay) })?.eur, 1250);
    assert.equal(ridTopUp(RID, { year: 2026, days: year(40, 100).map(sumDay) })?.eur, 0);
    assert.equal(ridTopUp(RID, { year: 2025, days: year(60, 100).map(sumDay) }), null);
  });

  it('holds for 1.5 GWh; what lies beyond has the market’s price', () => {
    // 2,000 MWh at 40: 1,500 × 47.5 = 71,250 and 500 × 40 = 20,000; days were paid 2,000 × 47.5 = 95,000.
    assert.equal(
      ridTopUp(RID, { year: 2026, days: year(40, 2000).map(sumDay) })?.eur,
      71_250 + 20_000 - 95_000,
    );
    // The day of the limit is shared out by its hours: 1,000 MWh at 40 and 500 at 100 lie below it, 500 at 100 beyond.
    const hours = [hour(1_000_000, 40), hour(1_000_000, 100)];
    const days = [sumDay({ day: DAY, hours })];
    assert.equal(dayOfLimit([RID], 2026, days), DAY);
    assert.equal(ridTopUp(RID, { year: 2026, days, hours })?.eur, 40_000 + 50_000 + 50_000 - 95_000);
    // The year of 366 days has no more; from 1 July it is 184 of 365 days.
    assert.deepEqual([365, 366, 184].map(ridLimit).map(Math.round), [1_500_000, 1_500_000, 756_164]);
  });

  it('has one limit a plant and year, however many tariffs follow one another', () => {
    // 365 × 6 MWh = 2.19 GWh at 30: 1,500 × 47.5 = 71,250 and 690 × 30 = 20,700 are 91,950.
    const days = daysBetween('2026-01-01', '2026-12-31').map((day) =>
      sumDay({ day, hours: [hour(6000, 30)] }),
    );
    const half = (id: number, from_on: string, to_on: string | null) =>
      tariff('rid', 0.0475, { id, steps: [{ from_on, to_on, rate: 0.0475 }] });
    const brings = (rids: PaidTariff[]) =>
      cents(
        rids.reduce((sum, one) => {
          const paid = days.reduce((all, day) => all + (paidDay(one, day)?.eur ?? 0), 0);
          return sum + paid + (ridTopUp(one, { year: 2026, days, rids })?.eur ?? 0);
        }, 0),
      );
    assert.equal(brings([RID]), 91_950);
    const two = [half(1, '2026-01-01', '2026-06-30'), half(2, '2026-07-01', null)];
    assert.equal(brings(two), 91_950);
    // The first half stays within it: 181 × 6 = 1,086 MWh. One that ends with it has 181 of 365 days, 743.835616 MWh: × 47.5 and the rest × 30.
    assert.equal(ridTopUp(half(1, '2026-01-01', '2026-06-30'), { year: 2026, days, rids: two })?.eur, 0);
    assert.equal(brings([half(1, '2026-01-01', '2026-06-30')]), cents(743.8356164 * 47.5 + 342.1643836 * 30));
  });
});

describe('fees and steps', () => {
  it('are those of the table', () => {
    assert.deepEqual([3, 20, 100, 200, 500, 1000].map(gseFee), [0, 15, 95, 195, 495, 995]);
    // 3 × 2.2 + 14 × 2 + 180 × 1.8 + 800 × 1.4.
    assert.equal(contoEnergiaFee(1000), 1478.6);
    assert.equal(contoEnergiaFee(3), 0);
  });

  it('follow one another without hole and overlap', () => {
    const step = (from_on: string, to_on: string | null) => ({ from_on, to_on, rate: 1 });
    assert.equal(stepFault([step('2026-01-01', '2026-01-31'), step('2026-02-01', null)]), null);
    assert.deepEqual(stepFault([step('2026-01-01', '2026-01-31'), step('2026-02-02', null)]), {
      step: 1,
      code: 'hole',
    });
    assert.deepEqual(stepFault([step('2026-01-01', '2026-02-01'), step('2026-02-01', null)]), {
      step: 1,
      code: 'overlap',
    });
    assert.deepEqual(stepFault([step('2026-01-01', null), step('2026-02-01', null)]), {
      step: 0,
      code: 'not_last',
    });
    assert.deepEqual(stepFault([step('2026-01-02', '2026-01-01')]), { step: 0, code: 'end_before_start' });
  });
});
