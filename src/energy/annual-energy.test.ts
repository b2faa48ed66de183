import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { madePvgisYear } from '../../tests/support/made-year.ts';
import { cellTemperatureC } from './cell-temperature.ts';
import { readPvgisYear } from './pvgis-year.ts';
import { type ArrayModel, arrayPower } from './section-power.ts';
import { poaUnder, skyAt } from './sky.ts';
import type { TypicalYear } from './typical-year.ts';

interface Plane {
  tilt_deg: number;
  azimuth_deg: number;
}

/** kWh of a year and of each of its months, and kWh/m² on the plane. */
function yearOf(year: TypicalYear, plane: Plane, array: ArrayModel) {
  const months = new Array<number>(12).fill(0);
  let poaSum = 0;
  for (let hour = 0; hour < 8760; hour++) {
    const at = Date.UTC(2019, 0, 1, hour) + year.offset_h * 3_600_000;
    const value = (field: keyof TypicalYear['hours']): number => year.hours[field][hour] ?? Number.NaN;
    const irradiance = { ghi_wm2: value('ghi_wm2'), dni_wm2: value('dni_wm2'), dhi_wm2: value('dhi_wm2') };
    const poa = poaUnder(skyAt(year.latitude, year.longitude, at), irradiance, plane);
    const cell = cellTemperatureC(poa, value('air_c'), value('wind_ms'));
    const month = new Date(at).getUTCMonth();
    months[month] = (months[month] ?? 0) + arrayPower(poa, cell, array).expected_kw;
    poaSum += poa / 1000;
  }
  return { months, poa_kwh_m2: poaSum, kwh: months.reduce((sum, kwh) => sum + kwh, 0) };
}

const within = (actual: number, expected: number, share: number): void =>
  assert.ok(Math.abs(actual / expected - 1) <= share, `${actual} is not ${expected} ± ${share * 100} %`);

/*
 * The figures below are an independent program's: pvlib 0.15 in Python, given the same file. Its positions of the sun are NREL's SPA,
 * its sky Hay-Davies with Spencer's extraterrestrial irradiance and an albedo of 0.2, its cells Faiman's with 25 and 6.84, then
 * PVWatts' direct current at −0.35 %/°C, the losses off the direct current, and PVWatts' inverter at 96 %.
 */
describe('energy of a typical year', () => {
  const made = readPvgisYear(madePvgisYear());
  const cases = [
    {
      plane: { tilt_deg: 30, azimuth_deg: 180 },
      array: { kw_peak: 100, kw_ac: 80, losses_percent: null },
      kwh: 133_219.303,
      poa: 1659.042,
      months: [7243, 8795, 11_270, 12_963, 14_659, 13_135, 15_779, 13_452, 11_922, 10_876, 6765, 6361],
    },
    {
      plane: { tilt_deg: 15, azimuth_deg: 90 },
      array: { kw_peak: 50, kw_ac: 50, losses_percent: 10 },
      kwh: 58_922.047,
      poa: 1399.971,
      months: [2227, 3113, 4789, 6173, 7579, 7042, 8325, 6644, 5107, 3928, 2169, 1826],
    },
    {
      plane: { tilt_deg: 60, azimuth_deg: 225 },
      array: { kw_peak: 20, kw_ac: 12, losses_percent: null }, // clips in 332 hours
      kwh: 22_970.964,
      poa: 1454.819,
      months: [1338, 1518, 1897, 2179, 2424, 2194, 2595, 2249, 2050, 1985, 1319, 1223],
    },
  ];
  for (const { plane, array, kwh, poa, months } of cases)
    it(`is ${kwh} kWh within 0.5 % at ${plane.tilt_deg}° facing ${plane.azimuth_deg}°`, () => {
      const year = yearOf(made, plane, array);
      within(year.kwh, kwh, 0.005);
      within(year.poa_kwh_m2, poa, 0.005);
      for (const [month, expected] of months.entries()) within(year.months[month] ?? 0, expected, 0.01);
    });

  const folder = process.env.MERIDIANA_SHARED_DATA ?? '';
  const real = join(folder, 'tmy', 'pvgis_tmy_45N_8E_2005_2023.csv');
  it('is within 0.5 % on a real year of PVGIS too', { skip: !(folder && existsSync(real)) }, () => {
    const year = readPvgisYear(readFileSync(real, 'utf8'));
    const tilted = yearOf(
      year,
      { tilt_deg: 30, azimuth_deg: 180 },
      { kw_peak: 100, kw_ac: 80, losses_percent: null },
    );
    within(tilted.kwh, 133_688.359, 0.005);
    within(tilted.poa_kwh_m2, 1708.236, 0.005);
  });
});

describe('arrayPower', () => {
  it('loses at each step and is clipped at the rating', () => {
    const steps = arrayPower(1000, 25, { kw_peak: 100, kw_ac: 60, losses_percent: 10 });
    assert.equal(steps.reference_kw, 100);
    assert.equal(steps.thermal_kw, 100);
    assert.equal(steps.lossy_kw, 90);
    assert.ok(steps.converted_kw > 60 && steps.converted_kw < 90);
    assert.equal(steps.expected_kw, 60);
  });

  it('passes a missing value on', () => {
    const steps = arrayPower(Number.NaN, 25, { kw_peak: 100, kw_ac: null, losses_percent: null });
    assert.ok(Number.isNaN(steps.expected_kw) && Number.isNaN(steps.reference_kw));
  });
});
