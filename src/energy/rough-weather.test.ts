import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { roughAirC, roughIrradiance } from './rough-weather.ts';
import { dayOfYear, skyAt } from './sky.ts';

/** kWh/m² of a year on the horizontal. */
function roughYear(latitude: number, clearness?: readonly number[]): number {
  let sum = 0;
  for (let hour = 0; hour < 8760; hour++) {
    const at = Date.UTC(2026, 0, 1, hour, 30);
    const sky = skyAt(latitude, 8, at);
    const month = new Date(at).getUTCMonth();
    sum += roughIrradiance({ ...sky, month, latitude_deg: latitude }, clearness).ghi_wm2 / 1000;
  }
  return sum;
}

describe('rough weather', () => {
  it('comes to the irradiation of northern Italy within 5 %: 1,436 kWh/m² a year', () => {
    assert.ok(Math.abs(roughYear(45) / 1436 - 1) < 0.05, String(roughYear(45)));
  });

  it('is the clear sky where every month is clear, and mirrored south of the equator', () => {
    const clear = roughYear(45, new Array<number>(12).fill(1));
    assert.ok(clear > 1850 && clear < 2050, String(clear));
    assert.ok(Math.abs(roughYear(-45) / roughYear(45) - 1) < 0.05);
    assert.ok(roughAirC(6, 45) > 20 && roughAirC(0, 45) < 6);
    assert.ok(Math.abs(roughAirC(0, -45) - roughAirC(6, 45)) < 1e-9);
  });
});

/** Mean air temperature of January to December at 45° N 8° E, °C: PVGIS' typical year, 2005–2023. */
const PVGIS_AIR_C = [5.2, 7.0, 8.7, 12.4, 17.0, 22.5, 21.9, 22.1, 20.2, 15.0, 6.3, 4.1];

describe('rough air temperature', () => {
  it('follows the months of PVGIS in northern Italy, as closely as a wave of the year can', () => {
    for (const [month, air_c] of PVGIS_AIR_C.entries()) {
      const away = Math.abs(roughAirC(month, 45) - air_c);
      assert.ok(away < 3.6, `month ${month}: ${away} K`);
    }
  });
});

describe('skyAt', () => {
  it('has nothing but night below the horizon', () => {
    const night = skyAt(45, 8, Date.UTC(2026, 5, 21, 0));
    assert.deepEqual(night.clear, { ghi_wm2: 0, dni_wm2: 0, dhi_wm2: 0 });
    assert.equal(dayOfYear(Date.UTC(2028, 11, 31, 23)), 366);
    assert.equal(dayOfYear(Date.UTC(2026, 0, 1)), 1);
  });
});
