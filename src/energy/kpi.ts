/** What a plant made, and under how much sun, in one interval. Null where it is not known. */
export interface YieldInterval {
  /** Energy at the meter, kWh. */
  readonly energy_kwh: number | null;
  /** Irradiation on the plane, kWh/m². */
  readonly irradiation_kwh_m2: number | null;
  /** Temperature of the cells, weighted by irradiance, °C. */
  readonly cell_c?: number | null;
}

/** An irradiation below this tells nothing of a plant's day: kWh/m². */
export const LEAST_IRRADIATION_KWH_M2 = 1;

/** Sums of those intervals that know both their energy and their irradiation: a gap of one is a gap of both. */
export function pairedSums(intervals: readonly YieldInterval[]): {
  energy_kwh: number;
  irradiation_kwh_m2: number;
  /** Intervals that are in neither sum. */
  missing: number;
} {
  const sums = { energy_kwh: 0, irradiation_kwh_m2: 0, missing: 0 };
  for (const { energy_kwh, irradiation_kwh_m2 } of intervals) {
    if (energy_kwh === null || irradiation_kwh_m2 === null) {
      sums.missing++;
      continue;
    }
    sums.energy_kwh += energy_kwh;
    sums.irradiation_kwh_m2 += irradiation_kwh_m2;
  }
  return sums;
}

/**
 * Final yield: hours at nominal power that the energy comes to.
 * @returns kWh/kWp; null without a nominal power. Y_f = E / P0. Source: IEC 61724-1:2021.
 */
export function finalYield(energyKwh: number, kwPeak: number): number | null {
  return kwPeak > 0 ? energyKwh / kwPeak : null;
}

/**
 * Reference yield: hours at 1 kW/m² that the irradiation comes to; the same number.
 * @returns h. Y_r = H_POA / (1 kW/m²). Source: IEC 61724-1:2021.
 */
export function referenceYield(irradiationKwhM2: number): number {
  return irradiationKwhM2;
}

/**
 * Performance ratio.
 * @param energyKwh energy of the window, kWh
 * @param irradiationKwhM2 irradiation of the same hours, kWh/m²
 * @param kwPeak nominal power, kWp
 * @returns a share, mostly 0.75…0.85; null where there was no sun or no nominal power. PR = Y_f / Y_r. Source: IEC 61724-1:2021.
 */
export function performanceRatio(energyKwh: number, irradiationKwhM2: number, kwPeak: number): number | null {
  const yielded = finalYield(energyKwh, kwPeak);
  return yielded === null || irradiationKwhM2 <= 0 ? null : yielded / referenceYield(irradiationKwhM2);
}

/**
 * Performance ratio as if the modules had stood at 25 °C.
 * @param intervals with their cells' temperature; what lacks any of the three is left out of both sums
 * @param kwPeak nominal power, kWp
 * @param gammaPerC temperature coefficient, 1/°C, default −0.0035
 * @returns a share; null without sun. PR25 = ΣE / Σ[P0·G/1000·(1 + γ(Tc − 25))]. Source: IEC 61724-1:2021, temperature-corrected PR.
 */
export function temperatureCorrectedRatio(
  intervals: readonly YieldInterval[],
  kwPeak: number,
  gammaPerC = -0.0035,
): number | null {
  let [energy, corrected] = [0, 0];
  for (const { energy_kwh, irradiation_kwh_m2, cell_c = null } of intervals) {
    if (energy_kwh === null || irradiation_kwh_m2 === null || cell_c === null) continue;
    energy += energy_kwh;
    corrected += kwPeak * irradiation_kwh_m2 * (1 + gammaPerC * (cell_c - 25));
  }
  return corrected > 0 ? energy / corrected : null;
}
