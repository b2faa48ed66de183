import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clearSkyShare, hourIrradiance, shareThroughClouds } from './cloudiness.ts';

const MILAN = { latitude: 45.46, longitude: 9.19 };
const SOUTH = { tilt_deg: 30, azimuth_deg: 180 };
const NOON = Date.parse('2026-06-21T11:00:00Z');

describe('the sky over a site', () => {
  it('lets through what Kasten and Czeplak found: all of it when clear, a quarter when overcast', () => {
    assert.equal(shareThroughClouds(0), 1);
    assert.equal(shareThroughClouds(100), 0.25);
    assert.ok(Math.abs(shareThroughClouds(50) - (1 - 0.75 * 0.5 ** 3.4)) < 1e-12);
    assert.equal(shareThroughClouds(250), 0.25);
  });

  it('gives an hour the mean of its instants, and nothing by night', () => {
    const clear = hourIrradiance(MILAN, NOON, 1);
    assert.ok(clear.ghi_wm2 > 900 && clear.ghi_wm2 < 1000, String(clear.ghi_wm2));
    assert.ok(Math.abs(hourIrradiance(MILAN, NOON, 0.5).ghi_wm2 - clear.ghi_wm2 / 2) < 1e-9);
    assert.ok(hourIrradiance(MILAN, NOON, 0.3).dni_wm2 < clear.dni_wm2 / 5, 'clouds take the beam first');
    assert.deepEqual(hourIrradiance(MILAN, NOON + 12 * 3_600_000, 1), { ghi_wm2: 0, dni_wm2: 0, dhi_wm2: 0 });
  });

  it('tells what share of a clear sky a sensor sees, as long as the sun is high enough to tell', () => {
    const clear = clearSkyShare(1000, MILAN, [SOUTH], NOON);
    assert.ok(clear !== null && clear > 0.9 && clear <= 1.05, String(clear));
    const half = clearSkyShare(500, MILAN, [SOUTH], NOON);
    assert.ok(half !== null && Math.abs(half - clear / 2) < 1e-9);
    assert.equal(clearSkyShare(5000, MILAN, [SOUTH], NOON), 1.2);
    assert.equal(clearSkyShare(0, MILAN, [SOUTH], NOON + 12 * 3_600_000), null);
    assert.equal(clearSkyShare(100, MILAN, [SOUTH], Date.parse('2026-06-21T04:00:00Z')), null);
    const north = { tilt_deg: 60, azimuth_deg: 0 };
    const [south, shaded] = [SOUTH, north].map(
      (plane) => 100 / (clearSkyShare(100, MILAN, [plane], NOON) ?? 0),
    );
    const both = 100 / (clearSkyShare(100, MILAN, [SOUTH, north], NOON) ?? 0);
    assert.ok(
      Math.abs(both - ((south ?? 0) + (shaded ?? 0)) / 2) < 1e-9,
      'the mean of sensors on two planes',
    );
  });
});
