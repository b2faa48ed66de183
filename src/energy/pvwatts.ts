/** NREL's default losses, percent of the energy before them (PVWatts version 5 manual, table 6). */
export const PVWATTS_LOSSES_PCT: readonly number[] = [2, 3, 0, 2, 2, 0.5, 1.5, 1, 0, 3];

const REFERENCE_CELL_C = 25;
const REFERENCE_EFFICIENCY = 0.9637;

/**
 * Direct-current power of an array before losses.
 *
 * @param poaWm2 irradiance on the array's plane, W/m²
 * @param cellC cell temperature, °C
 * @param nominalDcKw power at 1000 W/m² and 25 °C, kWp
 * @param gammaPerC temperature coefficient of power, 1/°C, default −0.0035
 * @returns kW, never negative; NaN in, NaN out
 *
 * Pdc = POA/1000 · Pdc0 · (1 + γ(Tc − 25)). Source: Dobos (2014), PVWatts Version 5 Manual, NREL/TP-6A20-62641.
 */
export function dcPowerKw(poaWm2: number, cellC: number, nominalDcKw: number, gammaPerC = -0.0035): number {
  return Math.max(0, (poaWm2 / 1000) * nominalDcKw * (1 + gammaPerC * (cellC - REFERENCE_CELL_C)));
}

/**
 * Alternating-current power of an inverter from the power at its input.
 *
 * @param dcKw input power, kW
 * @param nominalAcKw rated output power, kW, > 0
 * @param nominalEfficiency efficiency at rated power, default 0.96
 * @param clipped whether the rating limits the output, default true
 * @returns kW, 0…nominalAcKw: the rating clips it, and below about 0.6 % of load the inverter's own use
 *   takes everything; NaN in, NaN out
 *
 * ζ = Pdc·η/Pac0; η(ζ) = η_nom/0.9637 · (−0.0162 ζ − 0.0059/ζ + 0.9858); Pac = clip(η(ζ)·Pdc, 0, Pac0).
 * Source: Dobos (2014), NREL/TP-6A20-62641, eq. 8-11; pvlib `inverter.pvwatts`.
 */
export function acPowerKw(
  dcKw: number,
  nominalAcKw: number,
  nominalEfficiency = 0.96,
  clipped = true,
): number {
  if (dcKw <= 0) return 0;
  const load = (dcKw * nominalEfficiency) / nominalAcKw;
  const efficiency = (nominalEfficiency / REFERENCE_EFFICIENCY) * (-0.0162 * load - 0.0059 / load + 0.9858);
  const output = Math.max(0, efficiency * dcKw);
  return clipped ? Math.min(nominalAcKw, output) : output;
}

/**
 * One combined loss from independent ones.
 * @param lossesPct each in percent, default {@link PVWATTS_LOSSES_PCT}
 * @returns percent, 14.0757 for the defaults. 1 − Π(1 − L_i). Source: NREL/TP-6A20-62641, eq. 5.
 */
export function combinedLossPct(lossesPct: readonly number[] = PVWATTS_LOSSES_PCT): number {
  return 100 * (1 - lossesPct.reduce((kept, loss) => kept * (1 - loss / 100), 1));
}
