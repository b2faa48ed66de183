import { clearSkyGhiWm2, splitGlobal } from './clear-sky.ts';
import type { Irradiance } from './plane-of-array.ts';

/**
 * Global irradiation of a month over that of clear skies (Haurwitz), January first: northern Italy, from PVGIS' typical year of
 * 2005–2023 at 45° N 8° E, each month the mean of itself and its neighbours (0.739 over the year).
 */
export const MONTHLY_CLEARNESS: readonly number[] = [
  0.743, 0.733, 0.696, 0.654, 0.674, 0.736, 0.799, 0.789, 0.772, 0.779, 0.781, 0.772,
];

/** The season's place of a month: south of the equator the year is turned by six. */
const seasonOf = (month: number, latitudeDeg: number): number => (latitudeDeg < 0 ? (month + 6) % 12 : month);

/**
 * Irradiance where nothing is known of a site but its place: clear sky × the month's clearness, split by Erbs.
 *
 * @param at.zenith_deg sun's zenith angle, degrees
 * @param at.month 0…11
 * @param at.latitude_deg degrees, north positive
 * @param at.extraterrestrial_wm2 W/m²
 * @param clearness twelve shares, 0…1, default {@link MONTHLY_CLEARNESS}
 * @returns W/m²; right on the average of many years only, so it is always to be marked as rough
 *
 * GHI = Kc(month) · 1098 · cos z · exp(−0.059 / cos z). Source: Haurwitz (1945); Erbs, Klein & Duffie (1982).
 */
export function roughIrradiance(
  at: {
    readonly zenith_deg: number;
    readonly month: number;
    readonly latitude_deg: number;
    readonly extraterrestrial_wm2: number;
  },
  clearness: readonly number[] = MONTHLY_CLEARNESS,
): Irradiance {
  const share = clearness[seasonOf(at.month, at.latitude_deg)] ?? 0;
  return splitGlobal(share * clearSkyGhiWm2(at.zenith_deg), at.zenith_deg, at.extraterrestrial_wm2);
}

/**
 * Air temperature where none is known: a year's wave of the latitude's mean.
 * @param month 0…11
 * @param latitudeDeg degrees, north positive
 * @returns °C: 13 ± 10 at 45°, 22 ± 7 at 30°; a plant's power follows it by about 0.35 % a degree
 * T = min(27, 40 − 0.6·|φ|) − 0.225·|φ|·cos(2π(m − 0.3)/12), m counted from mid-January: the coldest day is about 24 January. A rule of
 * thumb, for rough figures only: the months of PVGIS' typical year at 45° N 8° E (2005–2023) are within 3.6 K of it, and their first
 * harmonic is 13.5 ± 9.5 °C; it turns at m = 0.05 there, inland, and at 0.3 on the coasts of the Mediterranean.
 */
export function roughAirC(month: number, latitudeDeg: number): number {
  const from = Math.abs(latitudeDeg);
  const mean = Math.min(27, 40 - 0.6 * from);
  return mean - 0.225 * from * Math.cos((2 * Math.PI * (seasonOf(month, latitudeDeg) - 0.3)) / 12);
}
