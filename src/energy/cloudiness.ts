import { HOUR_MS } from '../shared/units/zones.ts';
import { clearSkyGhiWm2, splitGlobal } from './clear-sky.ts';
import type { Irradiance, Surface } from './plane-of-array.ts';
import { poaUnder, skyAt } from './sky.ts';

/** Below this elevation a ratio to a clear sky says more about the horizon than about clouds. */
const MIN_ELEVATION_DEG = 10;
const MIN_WM2 = 50;
/** Edges of clouds let more through than a clear sky, for moments. */
const MAX_SHARE = 1.2;
/** An hour is taken as the mean of so many instants in it. */
const SAMPLES = 6;

export interface Site {
  readonly latitude: number;
  readonly longitude: number;
}

/** The sky of an instant, and its irradiance when a share of the clear sky's comes through. */
function irradianceAt({ latitude, longitude }: Site, at: number, share: number) {
  const sky = skyAt(latitude, longitude, at);
  const ghi = clearSkyGhiWm2(sky.zenith_deg) * share;
  return { sky, irradiance: splitGlobal(ghi, sky.zenith_deg, sky.extraterrestrial_wm2) };
}

/**
 * Share of what a clear sky would give that a sensor on the plane of array measures (clear-sky index).
 * @param poaWm2 measured, W/m²
 * @param site degrees
 * @param surfaces the sensor's plane, or those of all sensors whose mean it is
 * @param at instant, milliseconds of the Unix clock
 * @returns 0…1.2; null with the sun lower than 10° or behind the plane, where the ratio has no meaning
 * k = POA / POA_clear, with Haurwitz' clear sky, Erbs' split and Hay-Davies' transposition.
 */
export function clearSkyShare(
  poaWm2: number,
  site: Site,
  surfaces: readonly Surface[],
  at: number,
): number | null {
  const { sky, irradiance } = irradianceAt(site, at, 1);
  if (sky.zenith_deg > 90 - MIN_ELEVATION_DEG || surfaces.length === 0) return null;
  const clear =
    surfaces.reduce((sum, surface) => sum + poaUnder(sky, irradiance, surface), 0) / surfaces.length;
  return clear > MIN_WM2 ? Math.min(MAX_SHARE, Math.max(0, poaWm2 / clear)) : null;
}

/**
 * Mean irradiance of an hour when a given share of the clear sky's comes through.
 * @param site degrees
 * @param start begin of the hour, milliseconds of the Unix clock
 * @param share clear-sky index, 1 for a clear sky
 * @returns W/m², means of six instants in the hour
 * Persistence of the clear-sky index: what is left when nothing is forecast. Source: Kleissl (2013), Solar Energy
 * Forecasting and Resource Assessment, chapter 8.
 */
export function hourIrradiance(site: Site, start: number, share: number): Irradiance {
  const sum = { ghi_wm2: 0, dni_wm2: 0, dhi_wm2: 0 };
  for (let i = 0; i < SAMPLES; i++) {
    const { irradiance } = irradianceAt(site, start + ((i + 0.5) * HOUR_MS) / SAMPLES, share);
    sum.ghi_wm2 += irradiance.ghi_wm2 / SAMPLES;
    sum.dni_wm2 += irradiance.dni_wm2 / SAMPLES;
    sum.dhi_wm2 += irradiance.dhi_wm2 / SAMPLES;
  }
  return sum;
}

/**
 * Share of the clear sky's global irradiance that comes through clouds.
 * @param cloudCoverPct 0…100
 * @returns 1 for a clear sky, 0.25 for an overcast one
 * k = 1 − 0.75 n^3.4. Source: Kasten & Czeplak (1980), Solar Energy 24, 177-189.
 */
export function shareThroughClouds(cloudCoverPct: number): number {
  const n = Math.min(1, Math.max(0, cloudCoverPct / 100));
  return 1 - 0.75 * n ** 3.4;
}
