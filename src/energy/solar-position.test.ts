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
