import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSunUp, solarPosition, sunTimes } from './solar-position.ts';

/** Example of Reda & Andreas, NREL/TP-560-34302: 17 October 2003, 12:30:30 at −7 h. */
const GOLDEN = { latitude: 39.742476, longitude: -105.1786, at: new Date('2003-10-17T19:30:30Z') };

function near(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);
}

describe('solarPosition', () => {
  it("agrees with the example of NREL's SPA report", () => {
    const sun = solarPosition(GOLDEN.latitude, GOLDEN.longitude, GOLDEN.at);
    near(90 - sun.apparent_elevation_deg, 50.11162, 0.02);
    near(sun.azimuth_deg, 194.34024, 0.02);
  });

  it('agrees with the published azimuth and zenith of a low morning sun', () => {
    // pvlib's test data, ephemeris at 32.2 N 111 W, 24 June 2014 06:00 at −7 h
    const sun = solarPosition(32.2, -111, new Date('2014-06-24T13:00:00Z'));
    near(sun.zenith_deg, 82.97705621, 0.05);
    near(90 - sun.apparent_elevation_deg, 82.85457044, 0.05);
    near(sun.azimuth_deg, 66.71410338, 0.05);
  });

  it("agrees with NREL's SPA on both hemispheres, near the pole and over the years, within 0.05°", () => {
    // Geometric zenith and azimuth that pvlib's implementation of SPA gives for these.
    for (const [latitude, longitude, at, zenith, azimuth] of [
      [44.5, 11.3, '2026-06-21T10:30Z', 23.1174, 151.8395],
      [44.5, 11.3, '2026-12-21T08:00Z', 80.9435, 136.1664],
      [37.5, 15.1, '2026-03-20T16:00Z', 76.775, 259.6361],
      [-33.9, 151.2, '2026-11-23T22:00Z', 50.4778, 89.5536],
      [64.1, -21.9, '2026-07-01T23:00Z', 87.9927, 325.5617],
      [0, 0, '2026-09-23T06:10Z', 85.6168, 90.0988],
      [45, 8, '2040-02-29T13:00Z', 55.5766, 204.1581],
    ] as const) {
      const sun = solarPosition(latitude, longitude, new Date(at));
      near(sun.zenith_deg, zenith, 0.02);
      near(sun.azimuth_deg, azimuth, 0.03);
    }
  });

  it('refuses what is no place and no instant', () => {
    assert.throws(() => solarPosition(91, 0, 0), RangeError);
    assert.throws(() => solarPosition(0, 181, 0), RangeError);
    assert.throws(() => solarPosition(0, 0, Number.NaN), RangeError);
    assert.throws(() => solarPosition(0, 0, new Date('nonsense')), RangeError);
  });
});

describe('sunTimes', () => {
  it("finds the sunrise and sunset of NREL's SPA example", () => {
    // SPA works on the UTC day: its sunset 17:20:19 is the evening of the 16th there.
    const sunrise = sunTimes(GOLDEN.latitude, GOLDEN.longitude, '2003-10-17').sunrise_at;
    const sunset = sunTimes(GOLDEN.latitude, GOLDEN.longitude, '2003-10-16').sunset_at;
    assert.ok(sunrise && sunset);
    near(sunrise.getTime(), Date.parse('2003-10-17T13:12:43Z'), 20_000);
    near(sunset.getTime(), Date.parse('2003-10-17T00:20:19Z'), 20_000);
  });

  it('knows the days without night and the nights without day of Tromsø', () => {
    assert.equal(sunTimes(69.65, 18.96, '2026-06-21').day_kind, 'polar_day');
    const winter = sunTimes(69.65, 18.96, '2026-12-21');
    assert.equal(winter.day_kind, 'polar_night');
    assert.equal(winter.sunrise_at, null);
    assert.equal(winter.sunset_at, null);
  });

  it('turns day and night at the very instants it names', () => {
    const { sunrise_at, sunset_at } = sunTimes(45.46, 9.19, '2026-03-29');
    assert.ok(sunrise_at && sunset_at);
    assert.equal(isSunUp(45.46, 9.19, sunrise_at.getTime() - 30_000), false);
    assert.equal(isSunUp(45.46, 9.19, sunrise_at.getTime() + 30_000), true);
    assert.equal(isSunUp(45.46, 9.19, sunset_at.getTime() - 30_000), true);
    assert.equal(isSunUp(45.46, 9.19, sunset_at.getTime() + 30_000), false);
  });
});
