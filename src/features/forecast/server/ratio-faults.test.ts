import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { poaUnder, skyAt } from '../../../energy/sky.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { plantModel } from '../plant-model.model.ts';
import { ratioFaults } from './ratio-faults.ts';

const PLACE = { latitude: 44.5, longitude: 11.3 };
const EAST = { tilt_deg: 30, azimuth_deg: 90 };
const WEST = { tilt_deg: 30, azimuth_deg: 270 };
const MIDNIGHT = Date.parse('2026-06-20T22:00:00Z');
type Plane = typeof EAST;

const plantOn = (planes: readonly Plane[]) =>
  plantModel({
    plant_id: 1,
    proj_code: 'P1',
    production_type: 'photovoltaic',
    time_zone: 'Europe/Rome',
    ...PLACE,
    potenza_nominale: 100,
    tilt_deg: null,
    azimuth_deg: null,
    devices: [],
    sections: planes.map((plane, i) => ({
      section_id: i + 1,
      name: `S${i + 1}`,
      kw_peak: 50,
      losses_percent: null,
      ...plane,
    })),
  });

/** Days of clear sky as sensors on the planes see them together. */
const sunOn = (planes: readonly Plane[]) =>
  [0, 1, 2].map((day) => {
    const start = MIDNIGHT + day * 24 * HOUR_MS;
    const irradiation = Float64Array.from({ length: 24 }, (_, hour) => {
      const sky = skyAt(PLACE.latitude, PLACE.longitude, start + (hour + 0.5) * HOUR_MS);
      return planes.reduce((sum, plane) => sum + poaUnder(sky, sky.clear, plane), 0) / planes.length / 1000;
    });
    return { measured: true, start, hours: 24, irradiation };
  });

describe('the cause of a ratio over 1', () => {
  const causes = (planes: readonly Plane[]) =>
    ratioFaults(plantOn(planes), sunOn(planes), [
      { start: null, ratio: 1.2 },
      { start: '2026-06-20T22:00:00.000Z', ratio: 0.9 },
    ]).map(({ start, cause }) => [start, cause]);

  it('is told where all sections lie on one plane, and not of a mix of planes', () => {
    assert.deepEqual(causes([EAST, EAST]), [[null, 'wrong_kw_peak']]);
    // East and west together look like a sensor that lies flat.
    assert.deepEqual(causes([EAST, WEST]), [[null, 'unknown']]);
  });
});
