import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { USUAL_PLANE } from '../../energy/plant-arrays.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { offlineWeather, seeSky } from './offline.model.ts';
import {
  DESCRIPTIONS,
  ICON_OF,
  ICONS,
  iconOf,
  pauseAfterFailures,
  pauseFor,
  placeOf,
} from './weather.model.ts';

const MILAN = { latitude: 45.46, longitude: 9.19 };
const NOON = Date.parse('2026-06-21T11:00:00Z');

describe('the weather', () => {
  // spec §9
  it('has fourteen descriptions and ten icons, and no icon for anything else', () => {
    assert.equal(DESCRIPTIONS.length, 14);
    assert.deepEqual([...new Set(Object.values(ICON_OF))].sort(), [...ICONS].sort());
    assert.equal(ICONS.length, 10);
    assert.equal(iconOf('Heavy Intensity Rain'), 'Rain1');
    assert.equal(iconOf('light rain'), 'Rain2');
    assert.equal(iconOf('rain'), 'Rain5');
    for (const text of ['fog', 'light snow', 'drizzle', '', 'constructor', '__proto__'])
      assert.equal(iconOf(text), null, text);
  });

  it('is asked for by tenths of a degree', () => {
    assert.deepEqual(placeOf(MILAN), { lat_tenths: 455, lon_tenths: 92 });
    assert.deepEqual(placeOf({ latitude: -0.04, longitude: -179.96 }), { lat_tenths: 0, lon_tenths: -1800 });
    assert.deepEqual(placeOf({ latitude: 45.44, longitude: 9.16 }), { lat_tenths: 454, lon_tenths: 92 });
  });

  it('is asked for each hour, more rarely where the requests of a day do not suffice', () => {
    assert.equal(pauseFor(1, 1000), HOUR_MS);
    assert.equal(pauseFor(41, 1000), HOUR_MS);
    assert.equal(pauseFor(1000, 1000), 24 * HOUR_MS);
    assert.deepEqual([1, 2, 3, 9].map(pauseAfterFailures), [300_000, 600_000, 1_200_000, HOUR_MS]);
  });

  it('is without a provider the clear sky, of which nothing is said that nobody saw', () => {
    const weather = offlineWeather(MILAN, undefined, NOON);
    assert.equal(weather.basis, 'clear_sky');
    assert.equal(weather.now.description, null);
    assert.equal(weather.hours.length, 72);
    assert.ok((weather.hours[0]?.ghi_wm2 ?? 0) > 900);
  });

  it('persists as the plant’s own sensor saw it, until that is too long ago', () => {
    const seen = { clearness: 0.5, seen_at: NOON - HOUR_MS };
    const weather = offlineWeather(MILAN, seen, NOON);
    assert.equal(weather.basis, 'sensor');
    assert.equal(weather.now.description, 'broken clouds');
    const clear = offlineWeather(MILAN, undefined, NOON);
    assert.ok(
      Math.abs((weather.hours[0]?.ghi_wm2 ?? 0) - (clear.hours[0]?.ghi_wm2 ?? 0) / 2) < 1e-9,
      'half of the clear sky',
    );
    assert.equal(offlineWeather(MILAN, { ...seen, seen_at: NOON - 40 * HOUR_MS }, NOON).basis, 'clear_sky');
  });

  it('smooths what the sensor sees, and takes a new day as it is', () => {
    const at = (poa_wm2: number, now: number) => ({ poa_wm2, site: MILAN, planes: [USUAL_PLANE], now });
    const first = seeSky(undefined, at(800, NOON));
    assert.ok(first && first.clearness > 0.7 && first.clearness < 0.9);
    const second = seeSky(first, at(0, NOON + 600_000));
    assert.ok(second && Math.abs(second.clearness - 0.7 * first.clearness) < 1e-9);
    assert.equal(seeSky(first, at(0, NOON + 24 * HOUR_MS))?.clearness, 0);
    assert.equal(seeSky(first, at(0, NOON + 12 * HOUR_MS)), undefined);
  });
});
