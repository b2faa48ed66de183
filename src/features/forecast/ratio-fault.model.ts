import { clearSkyGhiWm2 } from '../../energy/clear-sky.ts';
import { poaUnder, type Sky } from '../../energy/sky.ts';
import type { Plane } from './inputs.model.ts';

/** Why a plant seems to make more than its sun allows: never a success. */
export const RATIO_CAUSES = ['horizontal_sensor', 'wrong_kw_peak', 'unknown'] as const;
export type RatioCause = (typeof RATIO_CAUSES)[number];

/** What a sensor showed in an hour under a sky. */
export interface SensedHour {
  readonly sky: Sky;
  readonly measured_wm2: number;
}

/** Hours in which the sky may have been clear enough to tell planes apart. */
const MIN_CLEAR_WM2 = 150;
const MIN_HOURS = 20;
/** A plane nearly flat is no different from the horizontal. */
const MIN_TILT_DEG = 8;
/** The spread of one explanation must be so much smaller than the other's. */
const CLEARLY_BETTER = 0.85;

function spread(ratios: readonly number[]): number {
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const variance = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / ratios.length;
  return mean > 0 ? Math.sqrt(variance) / mean : Number.POSITIVE_INFINITY;
}

/**
 * The likely cause of a performance ratio over 1. A sensor that lies flat follows the clear sky's global irradiance through day
 * and season more closely than that of the modules' plane; one that follows the plane leaves the nominal power.
 */
export function likelyCause(hours: readonly SensedHour[], plane: Plane): RatioCause {
  const usable = hours.flatMap(({ sky, measured_wm2 }) => {
    const flat = clearSkyGhiWm2(sky.zenith_deg);
    const tilted = poaUnder(sky, sky.clear, plane);
    // Cloudy hours say nothing of a plane.
    if (flat < MIN_CLEAR_WM2 || tilted < MIN_CLEAR_WM2 || measured_wm2 < 0.5 * Math.min(flat, tilted))
      return [];
    return [{ flat: measured_wm2 / flat, tilted: measured_wm2 / tilted }];
  });
  if (usable.length < MIN_HOURS || plane.tilt_deg < MIN_TILT_DEG) return 'unknown';
  const [flat, tilted] = [spread(usable.map((one) => one.flat)), spread(usable.map((one) => one.tilted))];
  if (flat < CLEARLY_BETTER * tilted) return 'horizontal_sensor';
  return tilted < CLEARLY_BETTER * flat ? 'wrong_kw_peak' : 'unknown';
}
