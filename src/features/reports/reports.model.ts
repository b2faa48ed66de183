import { LEAST_IRRADIATION_KWH_M2 } from '../../energy/kpi.ts';

/** What stands behind idcalc: by which periods the K451 report tells. // spec §7, §9 */
export const K451_PERIODS = { 1: 'day', 2: 'month', 3: 'year' } as const;
export type ReportPeriod = (typeof K451_PERIODS)[keyof typeof K451_PERIODS];

/** 1 daily, 2 monthly, 3 yearly, otherwise daily. // spec §9: K451 idcalc */
export function periodOfCalc(idcalc: unknown): ReportPeriod {
  if (idcalc === 2 || idcalc === '2') return 'month';
  return idcalc === 3 || idcalc === '3' ? 'year' : 'day';
}

/** The sum of what is known; null where nothing is. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}

/** What a plant's days come to that both its energy and its sun are known of, kWh. */
export interface PairedDay {
  readonly actual_kwh: number;
  /** At nominal power under the irradiance that was. */
  readonly reference_kwh: number;
  /** The same with the modules as warm as they were. */
  readonly thermal_kwh: number;
  readonly expected_kwh: number;
  readonly sun_hours: number;
  /** Of them, those that are in no sum. */
  readonly missing_hours: number;
  /** Whether the sun was measured: only then a ratio means something. */
  readonly measured: boolean;
}

/** Beyond this share of missing hours nothing is said. */
export const MOST_MISSING = 0.2;

export interface Ratio {
  readonly pr: number | null;
  /** As if the modules had stood at 25 °C. */
  readonly pr_25: number | null;
  /** As if they had stood at the year's mean, each hour weighted by its sun. */
  readonly pr_weather: number | null;
  readonly performance_index: number | null;
  /** Of the hours with sun, 0…1. */
  readonly missing_share: number | null;
}

/** Days of a year that must be known before it has a mean temperature. */
const LEAST_OF_YEAR = 300;

/**
 * What warmth left of the reference energy over a year, 1 + γ·(T_mean − 25 °C), where T_mean is the cells' temperature weighted by
 * irradiance. Null where the year is not known well enough.
 */
export function yearFactor(days: readonly PairedDay[]): number | null {
  const lit = days.filter(({ measured, reference_kwh }) => measured && reference_kwh > 0);
  const sum = (of: (day: PairedDay) => number) => lit.reduce((total, day) => total + of(day), 0);
  const reference = sum(({ reference_kwh }) => reference_kwh);
  return lit.length < LEAST_OF_YEAR ? null : sum(({ thermal_kwh }) => thermal_kwh) / reference;
}

/**
 * Performance ratio (plain, at 25 °C, weather-corrected) and index over days; nothing where too much is missing or the sun was not
 * measured. PR25 = ΣE / Σ[P0·G·(1 + γ(Tc − 25))]; the weather-corrected one has T_mean of the year in place of 25, whose
 * denominator is Σ[P0·G·(1 + γ(Tc − 25))] + ΣP0·G·(1 − factor). Source: IEC 61724-1:2021; Dierauf et al., NREL/TP-5200-57991.
 * @param nominal_kw of the plant; @param year_factor see `yearFactor`
 */
export function ratioOf(
  days: readonly PairedDay[],
  { nominal_kw, year_factor = null }: { nominal_kw: number | null; year_factor?: number | null },
): Ratio {
  const sum = (of: (day: PairedDay) => number) => days.reduce((total, day) => total + of(day), 0);
  const sun = sum(({ sun_hours }) => sun_hours);
  const missing_share = sun > 0 ? sum(({ missing_hours }) => missing_hours) / sun : null;
  const none = { pr: null, pr_25: null, pr_weather: null, performance_index: null, missing_share };
  if (missing_share === null || missing_share > MOST_MISSING) return none;
  const expected = sum(({ expected_kwh }) => expected_kwh);
  // As on the plant's page: of the days whose sun was measured, and not where there was hardly any.
  const lit = days.filter(({ measured }) => measured);
  const of = (name: 'actual_kwh' | 'reference_kwh' | 'thermal_kwh') =>
    lit.reduce((total, day) => total + day[name], 0);
  const [actual, reference, thermal] = [of('actual_kwh'), of('reference_kwh'), of('thermal_kwh')];
  const enough = (irradiationOf(lit, nominal_kw) ?? 0) >= LEAST_IRRADIATION_KWH_M2;
  const over = (base: number) => (enough && base > 0 ? actual / base : null);
  return {
    missing_share,
    pr: over(reference),
    pr_25: over(thermal),
    pr_weather: year_factor === null ? null : over(thermal + reference * (1 - year_factor)),
    performance_index: expected > 0 ? sum(({ actual_kwh }) => actual_kwh) / expected : null,
  };
}

/** kWh/m² on the plane, of the hours whose energy is known too; null where none is. */
export function irradiationOf(days: readonly PairedDay[], nominal_kw: number | null): number | null {
  if (nominal_kw === null || nominal_kw <= 0) return null;
  if (days.every(({ sun_hours, missing_hours }) => sun_hours <= missing_hours)) return null;
  return days.reduce((sum, { reference_kwh }) => sum + reference_kwh, 0) / nominal_kw;
}

/** How much more or less than another figure, as a share of it. */
export const changeFrom = (now: number | null, then: number | null): number | null =>
  now === null || then === null || then === 0 ? null : (now - then) / then;
