import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hasSunEnough,
  performanceIndex,
  performanceRatio,
  temperatureCorrectedRatio,
  weatherCorrectedRatio,
  yearlyWarmthFactor,
} from './kpi.ts';

const near = (actual: number | null, expected: number, by = 1e-9): void =>
  assert.ok(actual !== null && Math.abs(actual - expected) < by, `${actual} is not ${expected}`);

describe('performance ratio', () => {
  // 4 kWp; irradiation in kWh/m². // docs/domain.md §2.2
  it('agrees with the published example: 4 kWp, five days', () => {
    const [energies, irradiations] = [
      [4, 4, 4.5, 2.7, 6],
      [1, 1.25, 1.25, 0.9, 1.5],
    ];
    const ratios = energies.map((energy, day) => performanceRatio(energy, 4 * (irradiations[day] ?? 0)));
    for (const [day, expected] of [1, 0.8, 0.9, 0.75, 1].entries()) near(ratios[day] ?? null, expected);
    // 21.2 kWh of 4 kWp × 5.9 kWh/m² = 23.6 kWh, and not the mean of the five.
    near(performanceRatio(21.2, 4 * 5.9), 21.2 / 23.6);
  });

  it('says nothing without sun, and of hardly any', () => {
    assert.deepEqual([performanceRatio(4, 0), performanceIndex(4, 0)], [null, null]);
    assert.equal(performanceIndex(800, 900), 800 / 900);
    assert.deepEqual(
      [hasSunEnough(100, 100), hasSunEnough(99, 100), hasSunEnough(100, 0), hasSunEnough(100, null)],
      [true, false, false, false],
    );
  });

  it('at 25 °C is the same where the cells stood at 25 °C, and higher when they were hot', () => {
    // 100 kWp under 4 kWh/m²; 20 °C above: 1 − 0.0035 × 20 = 0.93
    near(temperatureCorrectedRatio(320, 400), 0.8);
    near(temperatureCorrectedRatio(320, 400 * 0.93), 0.8 / 0.93);
    assert.equal(temperatureCorrectedRatio(320, 0), null);
  });

  it('at the mean warmth of the year', () => {
    // γ −0.004: at 50 °C 0.9 of the power is left, at 0 °C 1.1.
    const winter = { actual_kwh: 440, reference_kwh: 500, thermal_kwh: 550 };
    const summer = { actual_kwh: 1440, reference_kwh: 2000, thermal_kwh: 1800 };
    const year = {
      actual_kwh: 200 * 440 + 100 * 1440,
      reference_kwh: 200 * 500 + 100 * 2000,
      thermal_kwh: 200 * 550 + 100 * 1800,
    };
    // 290,000 / 300,000: a mean of 33.3 °C.
    const factor = yearlyWarmthFactor(year) ?? Number.NaN;
    near(factor, 290 / 300);
    assert.equal(yearlyWarmthFactor({ thermal_kwh: 0, reference_kwh: 0 }), null);
    // By hand, with T_mean: 500 × (1 − 0.004 × (0 − 33.333)) = 566.67 and 2,000 × (1 − 0.004 × (50 − 33.333)) = 1,866.67.
    near(weatherCorrectedRatio(winter, factor), 440 / 566.6667, 1e-6);
    near(weatherCorrectedRatio(summer, factor), 1440 / 1866.6667, 1e-6);
    near(weatherCorrectedRatio(year, factor), year.actual_kwh / year.reference_kwh);
  });
});
