import type { Irradiance } from './plane-of-array.ts';

const RADIANS = Math.PI / 180;
/** Below this the split of global into beam is noise: zenith 86.3° (pvlib's `min_cos_zenith`). */
const MIN_COS_ZENITH = 0.065;
const MAX_BEAM_ZENITH_DEG = 87;

/**
 * Global horizontal irradiance under a cloudless sky.
 * @param zenithDeg sun's zenith angle, degrees
 * @returns W/m², 0 with the sun at or below the horizon
 * GHI = 1098 · cos z · exp(−0.059 / cos z). Source: Haurwitz (1945, 1946), as in pvlib `clearsky.haurwitz`;
 * among the simple models the best of Reno, Hansen & Stein (2012), SAND2012-2389.
 */
export function clearSkyGhiWm2(zenithDeg: number): number {
  const cosZenith = Math.cos(zenithDeg * RADIANS);
  return cosZenith > 0 ? 1098 * cosZenith * Math.exp(-0.059 / cosZenith) : 0;
}

/**
 * Share of global horizontal irradiance that is diffuse, from the clearness index.
 * @param clearness GHI over horizontal extraterrestrial irradiance, 0…1
 * @returns 0.165…1. Source: Erbs, Klein & Duffie (1982), Solar Energy 28.
 */
export function diffuseFraction(clearness: number): number {
  if (clearness <= 0.22) return 1 - 0.09 * clearness;
  if (clearness > 0.8) return 0.165;
  const k = clearness;
  return 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)));
}

/**
 * Splits global horizontal irradiance into beam and diffuse (Erbs).
 * @param ghiWm2 global horizontal, W/m²
 * @param zenithDeg sun's zenith angle, degrees
 * @param extraterrestrialWm2 irradiance outside the atmosphere, W/m²
 * @returns components in W/m² with GHI = DNI cos z + DHI; beam is 0 and all is diffuse beyond a zenith of
 *   87°, where the division by cos z has no meaning
 * Source: Erbs, Klein & Duffie (1982); limits as in pvlib `irradiance.erbs`.
 */
export function splitGlobal(ghiWm2: number, zenithDeg: number, extraterrestrialWm2: number): Irradiance {
  if (zenithDeg > MAX_BEAM_ZENITH_DEG) return { ghi_wm2: ghiWm2, dni_wm2: 0, dhi_wm2: ghiWm2 };
  const cosZenith = Math.cos(zenithDeg * RADIANS);
  const clearness = Math.min(1, ghiWm2 / (extraterrestrialWm2 * Math.max(cosZenith, MIN_COS_ZENITH)));
  const dhi = ghiWm2 * diffuseFraction(clearness);
  return { ghi_wm2: ghiWm2, dni_wm2: (ghiWm2 - dhi) / cosZenith, dhi_wm2: dhi };
}
