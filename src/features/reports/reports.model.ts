import {
  hasSunEnough,
  performanceIndex,
  performanceRatio,
  temperatureCorrectedRatio,
  weatherCorrectedRatio,
  yearlyWarmthFactor,
} from '../../energy/kpi.ts';
import { sumKnown } from '../../shared/units/sums.ts';

/** What stands behind idcalc: by which periods the K451 report tells. // spec §7, §9 */
export const K451_PERIODS = { 1: 'day', 2: 'month', 3: 'year' } as const;
export type ReportPeriod = (typeof K451_PERIODS)[keyof typeof K451_PERIODS];

/** 1 daily, 2 monthly, 3 yearly, otherwise daily. // spec §9: K451 idcalc */
export function periodOfCalc(idcalc: unknown): ReportPeriod {
  if (idcalc === 2 || idcalc === '2') return 'month';
  return idcalc === 3 || idcalc === '3' ? 'year' : 'day';
}

/** Beyond this share of missing hours nothing is said. */
export const MAX_MISSING = 0.2;

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
const MIN_OF_YEAR = 300;

/** What days come to together, of which ratios are made. */
export interface PairedSums {
  readonly sun_hours: number;
  readonly missing_hours: number;
  readonly actual_kwh: number;
  readonly expected_kwh: number;
  readonly reference_kwh: number;
  /** Whether some hour of them is known. */
  readonly known: boolean;
  /** The same of the days whose sun was measured. */
  readonly lit_actual_kwh: number;
  readonly lit_reference_kwh: number;
  readonly lit_thermal_kwh: number;
  readonly lit_known: boolean;
  /** Of these, those with some sun. */
  readonly lit_days: number;
}

export const NO_DAYS: PairedSums = {
  sun_hours: 0,
  missing_hours: 0,
  actual_kwh: 0,
  expected_kwh: 0,
  reference_kwh: 0,
  known: false,
  lit_actual_kwh: 0,
  lit_reference_kwh: 0,
  lit_thermal_kwh: 0,
  lit_known: false,
  lit_days: 0,
};

export const addSums = (a: PairedSums, b: PairedSums): PairedSums => ({
  sun_hours: a.sun_hours + b.sun_hours,
  missing_hours: a.missing_hours + b.missing_hours,
  actual_kwh: a.actual_kwh + b.actual_kwh,
  expected_kwh: a.expected_kwh + b.expected_kwh,
  reference_kwh: a.reference_kwh + b.reference_kwh,
  known: a.known || b.known,
  lit_actual_kwh: a.lit_actual_kwh + b.lit_actual_kwh,
  lit_reference_kwh: a.lit_reference_kwh + b.lit_reference_kwh,
  lit_thermal_kwh: a.lit_thermal_kwh + b.lit_thermal_kwh,
  lit_known: a.lit_known || b.lit_known,
  lit_days: a.lit_days + b.lit_days,
});

/** What warmth left of the reference energy over a year (`yearlyWarmthFactor`). Null where the year is not known well enough. */
export function yearFactor({ lit_days, lit_thermal_kwh, lit_reference_kwh }: PairedSums): number | null {
  if (lit_days < MIN_OF_YEAR) return null;
  return yearlyWarmthFactor({ thermal_kwh: lit_thermal_kwh, reference_kwh: lit_reference_kwh });
}

/**
 * Performance ratio (plain, at 25 °C, weather-corrected) and index over days; nothing where too much is missing or the sun was not
 * measured.
 * @param nominal_kw of the plant's modules; @param year_factor see `yearFactor`
 */
export function ratioOf(
  of: PairedSums,
  { nominal_kw, year_factor = null }: { nominal_kw: number | null; year_factor?: number | null },
): Ratio {
  const missing_share = of.sun_hours > 0 ? of.missing_hours / of.sun_hours : null;
  const none = { pr: null, pr_25: null, pr_weather: null, performance_index: null, missing_share };
  if (missing_share === null || missing_share > MAX_MISSING) return none;
  // As on the plant's page: of the days whose sun was measured, and not where there was hardly any.
  const lit = {
    actual_kwh: of.lit_actual_kwh,
    reference_kwh: of.lit_reference_kwh,
    thermal_kwh: of.lit_thermal_kwh,
  };
  const isLit = of.lit_known && hasSunEnough(lit.reference_kwh, nominal_kw);
  return {
    missing_share,
    pr: isLit ? performanceRatio(lit.actual_kwh, lit.reference_kwh) : null,
    pr_25: isLit ? temperatureCorrectedRatio(lit.actual_kwh, lit.thermal_kwh) : null,
    pr_weather: isLit && year_factor !== null ? weatherCorrectedRatio(lit, year_factor) : null,
    performance_index: performanceIndex(of.actual_kwh, of.expected_kwh),
  };
}

/**
 * kWh/m² on the planes, whatever is known of the energy; null where nothing is known.
 * @param older_kwh at nominal power under the sun of days of which only that is kept
 */
export function irradiationOf(
  sums: readonly { readonly irradiation_kwh_m2: number | null; readonly older_kwh: number | null }[],
  nominal_kw: number | null,
): number | null {
  const older = (kwh: number | null) =>
    kwh === null || nominal_kw === null || nominal_kw <= 0 ? null : kwh / nominal_kw;
  return sumKnown(sums.flatMap((one) => [one.irradiation_kwh_m2, older(one.older_kwh)]));
}

/** How much more or less than another figure, as a share of it. */
export const changeFrom = (now: number | null, then: number | null): number | null =>
  now === null || then === null || then === 0 ? null : (now - then) / then;
