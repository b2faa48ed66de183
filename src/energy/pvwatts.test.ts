import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellTemperatureC } from './cell-temperature.ts';
import { acPowerKw, combinedLossPct, dcPowerKw } from './pvwatts.ts';

function near(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);
}

describe('PVWatts', () => {
  it('gives the direct current of pvlib’s test: 88.65 of 100 at 900 W/m², 30 °C, −0.003', () => {
    near(dcPowerKw(900, 30, 100, -0.003), 88.65, 1e-9);
    assert.equal(dcPowerKw(0, 10, 100), 0);
  });

  it('gives the alternating current of pvlib’s test: 85.58556604752516 of 90 at 95 %', () => {
    // pvlib's pdc0 = 100 is the input at full rating: the rated output is 95 % of it.
    near(acPowerKw(90, 95, 0.95), 85.58556604752516, 1e-9);
  });

  it('clips at the rating and takes nothing back from the array', () => {
    assert.equal(acPowerKw(200, 100), 100);
    assert.equal(acPowerKw(0, 100), 0);
    assert.equal(acPowerKw(0.3, 100), 0);
    assert.ok(acPowerKw(2, 100) > 0);
  });

  it('combines the default losses to 14.0757 %', () => {
    near(combinedLossPct(), 14.075660688264469, 1e-9);
    assert.equal(combinedLossPct([]), 0);
  });

  it('passes a missing value on', () => {
    assert.ok(Number.isNaN(dcPowerKw(Number.NaN, 20, 100)));
    assert.ok(Number.isNaN(acPowerKw(Number.NaN, 100)));
    assert.ok(Number.isNaN(cellTemperatureC(Number.NaN, 20, 1)));
  });
});

describe('cellTemperatureC', () => {
  it('gives the temperature of pvlib’s test of Faiman: 35.203 °C', () => {
    near(cellTemperatureC(900, 20, 5), 35.203, 0.001);
    assert.equal(cellTemperatureC(0, -4, 3), -4);
  });
});
