import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arraysOf, type RecordedPlant } from '../../energy/plant-arrays.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { offlineWeather } from './offline.model.ts';
import {
  bandOf,
  errorOf,
  hoursOfQuarters,
  isWholeHour,
  type MadeForecast,
  powerOfHour,
  ratingOf,
} from './power.model.ts';

const MILAN = { latitude: 45.46, longitude: 9.19 };
const NOON = Date.parse('2026-06-21T11:00:00Z');
const PLANT: RecordedPlant = {
  latitude: MILAN.latitude,
  potenza_nominale: 100,
  tilt_deg: null,
  azimuth_deg: null,
  sections: [],
  inverters: [],
};
const section = (kw_peak: number, azimuth_deg: number) => ({
  section_id: azimuth_deg,
  name: '',
  tilt_deg: 30,
  azimuth_deg,
  kw_peak,
  losses_percent: null,
});

const clear = offlineWeather(MILAN, undefined, NOON).hours;
const powers = (plant: RecordedPlant): (number | null)[] => {
  const { arrays } = arraysOf(plant);
  return clear.map((hour) => powerOfHour(arrays, MILAN, hour));
};
const rated = (...powers: (number | null)[]) =>
  powers.map((nominal_power) => ({ section_id: null, nominal_power }));

/** A forecast of `expected` in each hour, and what was measured of the day after. */
const made = (expected: number, actual: readonly (number | null)[]): MadeForecast => ({
  expected_kw: Array.from({ length: 72 }, () => expected),
  actual_kw: actual,
});

describe('the forecast of a plant’s power', () => {
  it('follows the irradiance on its planes, at night nothing, and the inverters clip it', () => {
    const noon = powers(PLANT)[0] ?? 0;
    assert.ok(noon > 65 && noon < 85, String(noon));
    assert.equal(powers(PLANT)[12], 0);
    assert.equal(powers({ ...PLANT, inverters: rated(25, 15) })[0], 40);
    const unknown = { ...PLANT, inverters: rated(40, null) };
    assert.equal(powers(unknown)[0], noon, 'one inverter of unknown rating: nothing is clipped');
    assert.equal(ratingOf(arraysOf(unknown).arrays), null);
    const [east, west] = [
      powers({ ...PLANT, sections: [section(100, 90)] }),
      powers({ ...PLANT, sections: [section(100, 270)] }),
    ];
    const afternoon = 5;
    assert.ok((west[afternoon] ?? 0) > 1.5 * (east[afternoon] ?? 0));
    const both = powers({ ...PLANT, sections: [section(50, 90), section(50, 270)] });
    assert.ok(Math.abs((both[3] ?? 0) - ((east[3] ?? 0) + (west[3] ?? 0)) / 2) < 0.5);
  });

  it('says when nobody has said how modules stand, and makes nothing of a plant without power', () => {
    assert.deepEqual(arraysOf(PLANT).assumed, ['plane', 'losses']);
    assert.deepEqual(arraysOf({ ...PLANT, tilt_deg: 20, azimuth_deg: 200 }).assumed, ['losses']);
    assert.deepEqual(arraysOf({ ...PLANT, sections: [section(100, 90)] }).assumed, ['losses']);
    assert.deepEqual(arraysOf({ ...PLANT, potenza_nominale: null }).arrays, []);
  });

  it('takes what sections leave of the plant’s power as one more array, where it is counted', () => {
    // 100 kWp with one section of 60: 40 more, as the section stands; of 99.5 in sections the rest is rounding.
    const sized = (kw: number, inverters: RecordedPlant['inverters'] = []) => {
      const { arrays, assumed } = arraysOf({ ...PLANT, sections: [section(kw, 90)], inverters });
      return [arrays.map(({ kw_peak, azimuth_deg }) => [kw_peak, azimuth_deg]), assumed];
    };
    const both = [
      [60, 90],
      [40, 90],
    ];
    assert.deepEqual(sized(60), [both, ['rest_beside_sections', 'losses']]);
    assert.deepEqual(sized(60, rated(50)), [both, ['rest_beside_sections', 'losses']]);
    assert.deepEqual(sized(60, [{ section_id: 90, nominal_power: 50 }]), [
      [[60, 90]],
      ['rest_left_out', 'losses'],
    ]);
    assert.deepEqual(sized(99.5), [[[99.5, 90]], ['losses']]);
  });

  it('is null where the irradiance is not told: a missing hour is no hour of zero', () => {
    const { arrays } = arraysOf(PLANT);
    const [hour] = clear;
    assert.ok(hour);
    assert.equal(powerOfHour(arrays, MILAN, { ...hour, ghi_wm2: null }), null);
    const split = powerOfHour(arrays, MILAN, { ...hour, dni_wm2: null }) ?? 0;
    assert.ok(
      Math.abs(split - (powers(PLANT)[0] ?? 0)) < 2,
      'without its parts the global irradiance is split',
    );
  });

  it('is judged by the hours that were forecast a day before and measured, missing ones in neither sum', () => {
    const error = errorOf([made(10, [8, null, 12, 10]), made(10, [null])]);
    assert.deepEqual(error, {
      days: 1,
      hours: 3,
      expected_kwh: 30,
      actual_kwh: 30,
      mean_absolute_kw: 4 / 3,
      mean_absolute_pct: (100 * 4) / 30,
      bias_pct: 0,
    });
    assert.equal(errorOf([made(0, [0, 0, null])]), null, 'night says nothing');
    assert.equal(errorOf([]), null);
    assert.equal(errorOf([made(10, [0])])?.bias_pct, null);
  });

  it('has the band that earlier forecasts had, and a rough one until there are enough', () => {
    assert.deepEqual(bandOf([], 'provider', 100), { low: 0.7, high: 1.2, measured: false });
    const day = Array.from({ length: 10 }, (_, i) => 50 + 5 * i);
    const band = bandOf(
      Array.from({ length: 7 }, () => made(100, day)),
      'provider',
      100,
    );
    assert.equal(band.measured, true);
    assert.ok(band.low >= 0.5 && band.low <= 0.6);
    assert.equal(band.high, 1, 'never below the forecast itself');
  });

  it('is held against hours that are whole', () => {
    const quarters = [1, 2, 3, 4, 5, 5, null, 5, 6, 6, 6, 6];
    const of = (until: number) => hoursOfQuarters(quarters, NOON, { from: NOON, count: 4, until });
    assert.deepEqual(of(NOON + 9 * HOUR_MS), [2.5, null, 6, null]);
    assert.deepEqual(of(NOON + 2.5 * HOUR_MS), [2.5, null, null, null]);
  });

  it('is held against hours in which every source spoke: the power of some is not the plant’s', () => {
    const spoke = (rhythm_s: number, ...quarters: number[]) => ({
      rhythm_s,
      at: new Set(quarters.map((quarter) => NOON + (quarter * HOUR_MS) / 4)),
    });
    assert.equal(isWholeHour([spoke(60, 0, 1, 2, 3), spoke(60, 0, 1, 2, 3)], NOON), true);
    assert.equal(isWholeHour([spoke(60, 0, 1, 2, 3), spoke(60, 0, 1, 3)], NOON), false);
    assert.equal(isWholeHour([spoke(60, 0, 1, 2, 3), spoke(60)], NOON), false);
    assert.equal(isWholeHour([spoke(1800, -1, 1, 3)], NOON), true, 'one that is read each half hour');
    assert.equal(isWholeHour([spoke(1800, -1, 3)], NOON), false);
  });
});
