import { acPowerKw, combinedLossPct, dcPowerKw } from './pvwatts.ts';

/** Modules on one plane, and the inverters behind them. */
export interface ArrayModel {
  /** Nominal power of the modules, kWp. */
  readonly kw_peak: number;
  /** Rated output of the inverters, kW; null where it is not known: they convert like inverters as large as the modules, and nothing is clipped. */
  readonly kw_ac: number | null;
  /** Losses between cells and inverter, percent of direct current; null: PVWatts' 14.0757. */
  readonly losses_percent: number | null;
  /** Temperature coefficient of power, 1/°C; default −0.0035. */
  readonly gamma_per_c?: number;
}

/** What is left of an array's power after each step, kW. Each is at most the one before, apart from cold modules. */
export interface PowerSteps {
  /** Nominal power × irradiance: what IEC 61724-1 refers to. */
  readonly reference_kw: number;
  /** With the modules at their temperature: direct current without losses. */
  readonly thermal_kw: number;
  /** After soiling, shading, mismatch, wiring, … */
  readonly lossy_kw: number;
  /** After the inverter's conversion, unclipped. */
  readonly converted_kw: number;
  /** As it leaves the inverter, clipped at its rating. */
  readonly expected_kw: number;
}

/**
 * Power of an array step by step, from its plane's irradiance and the temperature of its cells.
 *
 * @param poaWm2 irradiance on the plane, W/m²
 * @param cellC temperature of the cells, °C
 * @returns kW, never negative; NaN in, NaN out
 *
 * P_ref = P0·G/1000; P_dc = P_ref·(1 + γ(Tc − 25)); P_lossy = P_dc·(1 − L); P_ac by the part-load curve of PVWatts' inverter,
 * at most its rating. Source: Dobos (2014), PVWatts Version 5 Manual, NREL/TP-6A20-62641; IEC 61724-1 for the reference.
 */
export function arrayPower(poaWm2: number, cellC: number, array: ArrayModel): PowerSteps {
  const reference = Math.max(0, (poaWm2 / 1000) * array.kw_peak);
  const thermal = dcPowerKw(poaWm2, cellC, array.kw_peak, array.gamma_per_c);
  const lossy = thermal * (1 - (array.losses_percent ?? combinedLossPct()) / 100);
  const rating = array.kw_ac ?? array.kw_peak;
  const converted = acPowerKw(lossy, rating, undefined, false);
  return {
    reference_kw: reference,
    thermal_kw: thermal,
    lossy_kw: lossy,
    converted_kw: converted,
    expected_kw: array.kw_ac === null ? converted : Math.min(converted, rating),
  };
}
