/** An irradiation below this tells nothing of a plant's day: kWh/m². */
const MIN_IRRADIATION_KWH_M2 = 1;

/**
 * Whether so much sun fell on a plant that a performance ratio tells something of it.
 * @param reference_kwh what the plant makes at nominal power under the irradiation, ΣP0·G, kWh
 * @param kw_peak nominal power P0, kWp; null where it is not known
 * @returns false below 1 kWh/m² on the planes, and without a nominal power. H = ΣP0·G / P0,
 * IEC 61724-1:2021; the border is the program's own.
 */
export function hasSunEnough(reference_kwh: number, kw_peak: number | null): boolean {
  return kw_peak !== null && kw_peak > 0 && reference_kwh / kw_peak >= MIN_IRRADIATION_KWH_M2;
}

/**
 * Performance ratio: final yield over reference yield, both times nominal power. A gap of one sum must be a gap of the other.
 * @param actual_kwh energy at the meter, kWh
 * @param reference_kwh energy at nominal power under the irradiation of the same hours, ΣP0·G, kWh
 * @returns a share, mostly 0.75…0.85; null without sun. PR = Y_f / Y_r = ΣE / ΣP0·G. Source: IEC 61724-1:2021.
 */
export function performanceRatio(actual_kwh: number, reference_kwh: number): number | null {
  return reference_kwh > 0 ? actual_kwh / reference_kwh : null;
}

/**
 * Performance ratio as if the modules had stood at 25 °C.
 * @param actual_kwh energy at the meter, kWh
 * @param thermal_kwh reference energy of the same hours with the cells as warm as they were, Σ[P0·G·(1 + γ(Tc − 25 °C))], kWh
 * @returns a share; null without sun. PR25 = ΣE / Σ[P0·G·(1 + γ(Tc − 25 °C))]. Source: IEC 61724-1:2021, temperature-corrected PR.
 */
export function temperatureCorrectedRatio(actual_kwh: number, thermal_kwh: number): number | null {
  return thermal_kwh > 0 ? actual_kwh / thermal_kwh : null;
}

/** What a plant made, and would have made at nominal power, over the same hours, kWh. */
export interface YieldSums {
  readonly actual_kwh: number;
  /** ΣP0·G. */
  readonly reference_kwh: number;
  /** Σ[P0·G·(1 + γ(Tc − 25 °C))]. */
  readonly thermal_kwh: number;
}

/**
 * What warmth leaves of the reference energy over a year.
 * @param thermal_kwh, reference_kwh sums of the year, kWh
 * @returns a share; null without sun. f = 1 + γ(T_mean − 25 °C) = Σ[P0·G·(1 + γ(Tc − 25 °C))] / ΣP0·G, where T_mean is the cells'
 * temperature weighted by irradiance. Source: Dierauf et al., NREL/TP-5200-57991.
 */
export function yearlyWarmthFactor({
  thermal_kwh,
  reference_kwh,
}: Pick<YieldSums, 'thermal_kwh' | 'reference_kwh'>): number | null {
  return reference_kwh > 0 ? thermal_kwh / reference_kwh : null;
}

/**
 * Weather-corrected performance ratio: as if the modules had stood at the year's mean temperature. Over the whole year it is the plain one.
 * @param sums of the window, kWh
 * @param year_factor see `yearlyWarmthFactor`
 * @returns a share; null without sun. The correction to T_mean in place of 25 °C adds ΣP0·G·(1 − f) to the base of PR25:
 * ΣE / (Σ[P0·G·(1 + γ(Tc − 25 °C))] + ΣP0·G·(1 − f)). Source: Dierauf et al., NREL/TP-5200-57991.
 */
export function weatherCorrectedRatio(
  { actual_kwh, reference_kwh, thermal_kwh }: YieldSums,
  year_factor: number,
): number | null {
  const base = thermal_kwh + reference_kwh * (1 - year_factor);
  return base > 0 ? actual_kwh / base : null;
}

/**
 * Performance index: what was made over what was expected.
 * @param actual_kwh, expected_kwh of the same hours, kWh
 * @returns a share; null where nothing was expected. PI = ΣE / ΣE_expected. Source: IEC 61724-1:2021.
 */
export function performanceIndex(actual_kwh: number, expected_kwh: number): number | null {
  return expected_kwh > 0 ? actual_kwh / expected_kwh : null;
}
