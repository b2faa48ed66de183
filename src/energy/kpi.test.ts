import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  finalYield,
  pairedSums,
  performanceRatio,
  referenceYield,
  temperatureCorrectedRatio,
} from './kpi.ts';

const near = (actual: number | null, expected: number): void =>
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

describe('performance ratio', () => {
  it('agrees with the published example: 4 kWp, five days', () => {
    const [energies, irradiations] = [
      [4, 4, 4.5, 2.7, 6],
      [1, 1.25, 1.25, 0.9, 1.5],
    ];
    const ratios = energies.map((energy, day) => performanceRatio(energy, irradiations[day] ?? 0, 4));
    for (const [day, expected] of [1, 0.8, 0.9, 0.75, 1].entries()) near(ratios[day] ?? null, expected);
  });

  it('says nothing without sun or nominal power', () => {
    assert.equal(performanceRatio(4, 0, 4), null);
    assert.equal(performanceRatio(4, 1, 0), null);
    assert.equal(finalYield(4, 0), null);
  });

  it('is the final yield over the reference yield', () => {
    near(finalYield(130_000, 100), 1300);
    assert.equal(referenceYield(1700), 1700);
    near(performanceRatio(130_000, 1700, 100), 1300 / 1700);
  });
});

describe('hours that are missing', () => {
  it('are missing in both sums', () => {
    const hours = [
      { energy_kwh: 4, irradiation_kwh_m2: 1 },
      { energy_kwh: null, irradiation_kwh_m2: 1 },
      { energy_kwh: 4, irradiation_kwh_m2: null },
      { energy_kwh: 2, irradiation_kwh_m2: 0.5 },
      { energy_kwh: 0, irradiation_kwh_m2: 0 },
    ];
    assert.deepEqual(pairedSums(hours), { energy_kwh: 6, irradiation_kwh_m2: 1.5, missing: 2 });
    const { energy_kwh, irradiation_kwh_m2 } = pairedSums(hours);
    near(performanceRatio(energy_kwh, irradiation_kwh_m2, 4), 1);
  });
});

describe('temperature-corrected performance ratio', () => {
  it('is the same as the performance ratio at 25 °C, and higher when the cells were hot', () => {
    const day = { energy_kwh: 320, irradiation_kwh_m2: 4 };
    near(temperatureCorrectedRatio([{ ...day, cell_c: 25 }], 100), 0.8);
    // 20 °C above: 1 − 0.0035·20 = 0.93
    near(temperatureCorrectedRatio([{ ...day, cell_c: 45 }], 100), 0.8 / 0.93);
    assert.equal(temperatureCorrectedRatio([{ ...day, cell_c: null }], 100), null);
  });
});
