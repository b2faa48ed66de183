import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addSums,
  changeFrom,
  irradiationOf,
  NO_DAYS,
  type PairedSums,
  periodOfCalc,
  ratioOf,
  yearFactor,
} from './reports.model.ts';

const AT = { nominal_kw: 100 };
/** What days come to whose sun was measured; 10 hours of it unless it is said. */
function sums(more: Partial<PairedSums> = {}): PairedSums {
  const known = {
    actual_kwh: 800,
    reference_kwh: 1000,
    expected_kwh: 900,
    sun_hours: 10,
    known: true,
    ...more,
  };
  const { actual_kwh, reference_kwh } = known;
  const lit = { lit_actual_kwh: actual_kwh, lit_reference_kwh: reference_kwh, lit_thermal_kwh: 950 };
  return { ...NO_DAYS, ...known, ...lit, lit_known: true, lit_days: 1, ...more };
}
/** The same day so many times. */
const times = (count: number, day: PairedSums): PairedSums =>
  Array.from({ length: count }, () => day).reduce(addSums, NO_DAYS);

describe('what reports tell', () => {
  it('is told by days for 1 and whatever is none of 2 and 3', () => {
    assert.deepEqual([1, 2, 3, 4, 0, undefined, '3'].map(periodOfCalc), [
      'day',
      'month',
      'year',
      'day',
      'day',
      'day',
      'year',
    ]);
  });

  it('holds ratios of energies and not means of ratios, and nothing where too much is missing', () => {
    // (800 + 100) / (1000 + 200), not the mean of 0.8 and 0.5.
    const two = addSums(sums(), sums({ actual_kwh: 100, reference_kwh: 200 }));
    assert.equal(ratioOf(two, AT).pr, 0.75);
    assert.equal(ratioOf(sums(), AT).performance_index, 800 / 900);
    const gap = ratioOf(sums({ missing_hours: 2.5 }), AT);
    assert.deepEqual(gap, {
      pr: null,
      pr_25: null,
      pr_weather: null,
      performance_index: null,
      missing_share: 0.25,
    });
    assert.equal(ratioOf(sums({ missing_hours: 2 }), AT).pr, 0.8);
    // Nothing was made on a day of sun that is known, and of one that is not known nothing is told.
    assert.deepEqual(
      [ratioOf(sums({ actual_kwh: 0 }), AT).pr, ratioOf(sums({ lit_known: false }), AT).pr],
      [0, null],
    );
    // 0.9 kWh/m² on a dull day tell nothing of the plant, as on its page.
    const dull = ratioOf(sums({ actual_kwh: 70, reference_kwh: 90, lit_thermal_kwh: 91 }), AT);
    assert.deepEqual([dull.pr, dull.pr_25], [null, null]);
    assert.equal(ratioOf(NO_DAYS, AT).missing_share, null);
  });

  it('adds up what is known, and null is not zero', () => {
    assert.deepEqual([changeFrom(110, 100), changeFrom(null, 100), changeFrom(1, 0)], [0.1, null, null]);
  });

  it('irradiation is what fell on the planes, whatever is known of the energy', () => {
    const days = (irradiation_kwh_m2: number | null, older_kwh: number | null = null) => ({
      irradiation_kwh_m2,
      older_kwh,
    });
    assert.equal(irradiationOf([days(5), days(2.5)], null), 7.5);
    assert.deepEqual([irradiationOf([], 100), irradiationOf([days(null)], 100)], [null, null]);
    // Days of which only 500 kWh at 100 kWp are kept: 5 kWh/m².
    assert.deepEqual([irradiationOf([days(2, 500)], 100), irradiationOf([days(2, 500)], null)], [7, 2]);
  });

  it('knows the mean warmth of a year of 300 days at least, and corrects by it', () => {
    // γ −0.004: at 50 °C 0.9 of the power is left, at 0 °C 1.1.
    const winter = sums({ actual_kwh: 440, reference_kwh: 500, lit_thermal_kwh: 550 });
    const summer = sums({ actual_kwh: 1440, reference_kwh: 2000, lit_thermal_kwh: 1800 });
    const year = addSums(times(200, winter), times(100, summer));
    // (200 × 550 + 100 × 1,800) / (200 × 500 + 100 × 2,000) = 290,000 / 300,000.
    const factor = yearFactor(year) ?? Number.NaN;
    assert.equal(factor, 290 / 300);
    assert.equal(yearFactor(addSums(times(199, winter), times(100, summer))), null);
    // The same plant at both: 440/550 = 1,440/1,800 = 0.8 at 25 °C.
    assert.deepEqual([ratioOf(winter, AT).pr_25, ratioOf(summer, AT).pr_25], [0.8, 0.8]);
    const { pr_weather = null } = ratioOf(winter, { ...AT, year_factor: factor });
    assert.ok(Math.abs((pr_weather ?? 0) - 440 / 566.6667) < 1e-6);
    assert.equal(ratioOf(winter, AT).pr_weather, null);
  });
});
