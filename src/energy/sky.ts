import { DAY_MS } from '../shared/units/zones.ts';
import { clearSkyGhiWm2, splitGlobal } from './clear-sky.ts';
import { extraterrestrialWm2, type Irradiance, planeOfArray, type Surface } from './plane-of-array.ts';
import { solarPosition } from './solar-position.ts';

/** What the sun does over a place at an instant. */
export interface Sky {
  /** Zenith as seen through the atmosphere, degrees. */
  readonly zenith_deg: number;
  /** Degrees clockwise from north. */
  readonly azimuth_deg: number;
  readonly extraterrestrial_wm2: number;
  /** Under a cloudless sky (Haurwitz, split by Erbs). */
  readonly clear: Irradiance;
}

/** Day of the year, 1…366, in UTC. */
export function dayOfYear(atMs: number): number {
  const at = new Date(atMs);
  return Math.floor((atMs - Date.UTC(at.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
}

/**
 * Sun and cloudless sky over a place.
 * @param latitudeDeg degrees, north positive
 * @param longitudeDeg degrees, east positive
 * @param atMs the instant that the irradiance stands for: the middle of an interval for a mean
 */
export function skyAt(latitudeDeg: number, longitudeDeg: number, atMs: number): Sky {
  const sun = solarPosition(latitudeDeg, longitudeDeg, atMs);
  const zenith = 90 - sun.apparent_elevation_deg;
  const outside = extraterrestrialWm2(dayOfYear(atMs));
  return {
    zenith_deg: zenith,
    azimuth_deg: sun.azimuth_deg,
    extraterrestrial_wm2: outside,
    clear: splitGlobal(clearSkyGhiWm2(zenith), zenith, outside),
  };
}

/** Irradiance on a plane under a sky, W/m² (Hay-Davies, {@link planeOfArray}). */
export function poaUnder(sky: Sky, irradiance: Irradiance, surface: Surface): number {
  return planeOfArray({ irradiance, sun: sky, surface, extraterrestrial_wm2: sky.extraterrestrial_wm2 })
    .poa_wm2;
}
