import { HOUR_MS } from '../../../shared/units/zones.ts';
import { FINE, type Observation, UNKNOWN } from './fault-watch.model.ts';
import type { PlantSnapshot } from './plant-snapshot.model.ts';

/** Snow may lie where it is no warmer than this (°C), and is gone where it is warmer than that. */
const COLD_C = 3;
const WARM_C = 8;
/** It is light enough to tell, W/m² in the plane of the array. */
const BRIGHT_WM2 = 150;
/** kW for each kW of nominal power over kW/m²: under the first all of it lies under snow, over the second it is free. */
const COVERED = 0.3;
const FREE = 0.6;
/** Under snow all make about as little: no one more than this above another, kW for each kW. */
const ALIKE = 0.15;
/** A plant that makes nothing in the cold is believed to lie under snow for so long, and then no longer. */
export const SNOW_HIDES_PLANT_MS = 24 * HOUR_MS;
/** Snow that slides off unequally makes neighbours unequal for longer. */
export const SNOW_HIDES_NEIGHBOURS_MS = 72 * HOUR_MS;

/**
 * Whether a plant looks as if it lay under snow: bright and cold, and all of it makes little and about alike. 'fine' when
 * it has thawed or makes what the light gives.
 */
export function observeSnow(snapshot: PlantSnapshot): Observation {
  const { coldest_c, irradiance_wm2, typical_specific, inverters } = snapshot;
  if (coldest_c !== null && coldest_c > WARM_C && !snapshot.asleep) return FINE;
  if (irradiance_wm2 === null || irradiance_wm2 < BRIGHT_WM2 || typical_specific === null) return UNKNOWN;
  const share = typical_specific / (irradiance_wm2 / 1000);
  if (share >= FREE) return FINE;
  if (coldest_c === null || coldest_c > COLD_C || share >= COVERED) return UNKNOWN;
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  for (const { specific } of inverters) {
    if (specific === null) continue;
    min = Math.min(min, specific);
    max = Math.max(max, specific);
  }
  return max - min <= ALIKE ? { status: 'faulty' } : UNKNOWN;
}
