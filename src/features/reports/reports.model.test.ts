import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  changeFrom,
  irradiationOf,
  type PairedDay,
  periodOfCalc,
  ratioOf,
  sumKnown,
  sumPaired,
  yearFactor,
} from './reports.model.ts';

const AT = { nominal_kw: 100 };
const day = (more: Partial<PairedDay> = {}): PairedDay => ({
  ...{
    actual_kwh: 800,
    reference_kwh: 1000,
    thermal_kwh: 950,
    expected_kwh: 900,
    sun_hours: 10,
    missing_hours: 0,
    measured: true,
  },
  ...more,
});

describe('what reports tell', () => {
  it('is told by days for 1 and whatever is none of 2 and 3', () => {
    assert.deepEqual([1, 2, 3, 4, 0, undefined, '3'].map(periodOfCalc), [
      ...['day', 'month', 'year', 'day', 'day', 'day', 'year'],
    ]);
  });

  it('holds ratios of energies and not means of ratios, and nothing where too much is missing', () => {
    // (800 + 100) / (1000 + 200), not the mean of 0.8 and 0.5.
    assert.equal(ratioOf(sumPaired([day(), day({ actual_kwh: 100, reference_kwh: 200 })]), AT).pr, 0.75);
    assert.equal(ratioOf(sumPaired([day()]), AT).performance_index, 800 / 900);
    const gap = ratioOf(sumPaired([day({ missing_hours: 2.5 })]), AT);
    assert.deepEqual(gap, {
      pr: null,
      pr_25: null,
      pr_weather: null,
      performance_index: null,
      missing_share: 0.25,
    });
    assert.equal(ratioOf(sumPaired([day({ missing_hours: 2 })]), AT).pr, 0.8);
    assert.equal(ratioOf(sumPaired([day(), day({ measured: false, actual_kwh: 1 })]), AT).pr, 0.8);
    // 0.9 kWh/m² on a dull day tell nothing of the plant, as on its page.
    const dull = day({ actual_kwh: 70, reference_kwh: 90, thermal_kwh: 91 });
    assert.deepEqual([ratioOf(sumPaired([dull]), AT).pr, ratioOf(sumPaired([dull]), AT).pr_25], [null, null]);
    assert.equal(ratioOf(sumPaired([]), AT).missing_share, null);
  });

  // Published check vector: 4 kWp; irradiation in Wh/m², at nominal power 4 × H / 1,000 kWh. // reference/domain.md §2.2
  it('has the performance ratios of the published check vector', () => {
    const energies = [4, 4, 4.5, 2.7, 6];
    const irradiations = [1000, 1250, 1250, 900, 1500];
    const days = energies.map((actual_kwh, i) =>
      day({ actual_kwh, reference_kwh: (4 * (irradiations[i] ?? 0)) / 1000 }),
    );
    assert.deepEqual(
      days.map((one) => ratioOf(sumPaired([one]), { nominal_kw: 1 }).pr),
      [1, 0.8, 0.9, 0.75, 1],
    );
    // 21.2 kWh of 4 kWp × 5.9 kWh/m² = 23.6 kWh.
    assert.equal(ratioOf(sumPaired(days), { nominal_kw: 1 }).pr, 21.2 / 23.6);
  });

  it('adds up what is known, and null is not zero', () => {
    assert.equal(sumKnown([null, 2, 3]), 5);
    assert.equal(sumKnown([null]), null);
    assert.deepEqual([changeFrom(110, 100), changeFrom(null, 100), changeFrom(1, 0)], [0.1, null, null]);
  });

  it('irradiation is what fell on the planes, whatever is known of the energy', () => {
    const days = (irradiation_kwh_m2: number | null, older_kwh: number | null = null) => ({
      ...{ irradiation_kwh_m2, older_kwh },
    });
    assert.equal(irradiationOf([days(5), days(2.5)], null), 7.5);
    assert.deepEqual([irradiationOf([], 100), irradiationOf([days(null)], 100)], [null, null]);
    // Days of which only 500 kWh at 100 kWp are kept: 5 kWh/m².
    assert.deepEqual([irradiationOf([days(2, 500)], 100), irradiationOf([days(2, 500)], null)], [7, 2]);
  });

  it('at 25 °C, and at the mean warmth of the year', () => {
    // γ −0.004: at 37.5 °C 0.95 of the power is left, at 50 °C 0.9, at 0 °C 1.1.
    const winter = day({ actual_kwh: 440, reference_kwh: 500, thermal_kwh: 550 });
    const summer = day({ actual_kwh: 1440, reference_kwh: 2000, thermal_kwh: 1800 });
    const year = [...Array.from({ length: 200 }, () => winter), ...Array.from({ length: 100 }, () => summer)];
    // (200 × 550 + 100 × 1,800) / (200 × 500 + 100 × 2,000) = 290,000 / 300,000: a mean of 33.3 °C.
    const factor = yearFactor(sumPaired(year)) ?? Number.NaN;
    assert.ok(Math.abs(factor - 290 / 300) < 1e-12);
    assert.equal(yearFactor(sumPaired(year.slice(1))), null);
    // The same plant at both: 440/550 = 1,440/1,800 = 0.8 at 25 °C.
    assert.deepEqual(
      [ratioOf(sumPaired([winter]), AT).pr_25, ratioOf(sumPaired([summer]), AT).pr_25],
      [0.8, 0.8],
    );
    // By hand, with T_mean: 500 × (1 − 0.004 × (0 − 33.333)) = 566.67 and 2,000 × (1 − 0.004 × (50 − 33.333)) = 1,866.67.
    for (const [one, base] of [
      [winter, 566.6667],
      [summer, 1866.6667],
    ] as const)
      assert.ok(
        Math.abs(
          (ratioOf(sumPaired([one]), { ...AT, year_factor: factor }).pr_weather ?? 0) - one.actual_kwh / base,
        ) < 1e-6,
      );
    assert.equal(ratioOf(sumPaired([winter]), AT).pr_weather, null);
    // Over the whole year the correction says nothing else than the plain ratio.
    const whole = ratioOf(sumPaired(year), { ...AT, year_factor: factor });
    assert.ok(Math.abs((whole.pr_weather ?? 0) - (whole.pr ?? 1)) < 1e-12);
  });
});
