import { clearSkyGhiWm2, splitGlobal } from '../src/energy/clear-sky.ts';
import { extraterrestrialWm2, planeOfArray } from '../src/energy/plane-of-array.ts';
import { solarPosition } from '../src/energy/solar-position.ts';
import { DAY_MS } from '../src/shared/units/zones.ts';
import { smoothNoise, smoothNoise2 } from './noise.ts';
import type { PlantDefinition } from './plant-definition.ts';

const YEAR_DAYS = 365.2425;
/** One sky over all plants: neighbours share their fronts. */
const SKY_SEED = 20_260;

type Place = Pick<PlantDefinition, 'seed' | 'latitude' | 'longitude' | 'altitude_m' | 'tilt' | 'azimuth'>;

/** 1 at midwinter, −1 at midsummer; 15 January is the coldest day. */
function winter(atMs: number): number {
  return Math.cos((2 * Math.PI * (atMs / DAY_MS - 14)) / YEAR_DAYS);
}

/**
 * Share of the sky under cloud, 0…1. Fronts of two to three days come from the west (a plant 9° further east
 * sees them 2.6 days later), with shorter bands inside; the north and the winter have more of them.
 */
export function cloudCover(place: Place, atMs: number): number {
  const days = atMs / DAY_MS;
  const fronts = smoothNoise2(SKY_SEED, days / 2.6 - place.longitude / 9, place.latitude / 4);
  const bands = smoothNoise2(SKY_SEED + 1, days / 0.45 - place.longitude / 3, place.latitude / 1.5);
  const climate = 0.012 * (place.latitude - 41.5) + 0.09 * winter(atMs);
  return Math.min(1, Math.max(0, (0.68 * fronts + 0.32 * bands + climate - 0.35) / 0.4));
}

/** Share of the clear sky's irradiance that arrives, 0.1…1.04: haze by cover, and gaps that drift past. */
function clearSkyShare(place: Place, atMs: number): number {
  const cover = cloudCover(place, atMs);
  const minutes = atMs / 60_000;
  const drift = 0.7 * smoothNoise(place.seed, minutes / 19) + 0.3 * smoothNoise(place.seed + 1, minutes / 7);
  const broken = 4 * cover * (1 - cover);
  const share = 1 - 0.76 * cover ** 1.9 + broken * 0.5 * (drift - 0.55);
  return Math.min(1.04, Math.max(0.08, share));
}

export interface Sunlight {
  readonly ghi_wm2: number;
  readonly poa_wm2: number;
}

const NIGHT: Sunlight = { ghi_wm2: 0, poa_wm2: 0 };

/** Irradiance on the level and on the modules at an instant, W/m²; 0 with the sun's centre below the horizon. */
export function sunlightAt(place: Place, atMs: number): Sunlight {
  const sun = solarPosition(place.latitude, place.longitude, atMs);
  if (sun.elevation_deg <= 0) return NIGHT;
  const dayOfYear = 1 + ((atMs / DAY_MS) % YEAR_DAYS);
  const extraterrestrial = extraterrestrialWm2(dayOfYear);
  const ghi = clearSkyGhiWm2(sun.zenith_deg) * clearSkyShare(place, atMs);
  const { poa_wm2 } = planeOfArray({
    irradiance: splitGlobal(ghi, sun.zenith_deg, extraterrestrial),
    sun,
    surface: { tilt_deg: place.tilt, azimuth_deg: place.azimuth },
    extraterrestrial_wm2: extraterrestrial,
  });
  return { ghi_wm2: ghi, poa_wm2 };
}

/** Air temperature, °C: season, hour of the local sun, passing fronts, height. */
export function ambientTemperatureC(place: Place, atMs: number): number {
  const days = atMs / DAY_MS;
  const localHour = ((days % 1) * 24 + place.longitude / 15 + 24) % 24;
  const mean = 15.5 - 0.55 * (place.latitude - 41.5) - 0.0055 * place.altitude_m;
  const daily = 4.5 - 1.3 * winter(atMs);
  const front = 7 * (smoothNoise2(SKY_SEED + 2, days / 3.1 - place.longitude / 9, place.latitude / 4) - 0.5);
  return mean - 9 * winter(atMs - 10 * DAY_MS) + daily * Math.cos(((localHour - 15) * Math.PI) / 12) + front;
}

/** Wind speed at module height, m/s, never negative. */
export function windSpeedMs(place: Place, atMs: number): number {
  const gusts = smoothNoise(place.seed + 2, atMs / 1_500_000);
  const weather = smoothNoise2(SKY_SEED + 3, atMs / DAY_MS - place.longitude / 9, place.latitude / 3);
  return 0.4 + 5.5 * weather * weather + 3 * gusts * weather;
}
