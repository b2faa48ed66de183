import {
  hasSunEnough,
  performanceIndex,
  performanceRatio,
  temperatureCorrectedRatio,
} from '../../energy/kpi.ts';
import type { AskedProvider } from '../weather/weather.model.ts';
import type { ExpectedDay, PairedSums } from './expected-day.model.ts';
import { PAIRED } from './expected-day.model.ts';
import type { Input, Temperature } from './inputs.model.ts';

/** A day without its hours. */
export type DaySums = Pick<
  ExpectedDay,
  | 'day'
  | 'inputs'
  | 'temperature'
  | 'measured'
  | 'sun_hours'
  | 'missing_hours'
  | 'unknown_hours'
  | 'day_kwh'
  | 'specific_yield'
  | 'irradiation_kwh_m2'
  | 'sums'
  | 'horizontal'
>;

export const noSums = (): PairedSums =>
  Object.fromEntries(PAIRED.map((name) => [name, 0])) as unknown as PairedSums;

/** Sums of days. */
export function addSums(days: readonly Pick<DaySums, 'sums'>[]): PairedSums {
  const total = noSums();
  for (const { sums } of days) for (const name of PAIRED) total[name] += sums[name];
  return total;
}

/** What a window comes to. */
export interface WindowFigures {
  /** kWh over the same hours. */
  readonly expected_kwh: number | null;
  readonly actual_kwh: number | null;
  /** kWh/kWp of these hours, each over the power that told its energy. */
  readonly specific_yield: number | null;
  /** Only of days whose sun was measured. */
  readonly performance_ratio: number | null;
  /** The same at 25 °C. */
  readonly ratio_25: number | null;
  /** Actual over expected. */
  readonly performance_index: number | null;
  /** Share of the hours with sun that are in no sum, 0…1; null without any. */
  readonly missing_share: number | null;
  readonly days: number;
}

/** Share of the hours with sun that are in no sum, 0…1; null without any. */
export function missingShare(days: readonly Pick<DaySums, 'sun_hours' | 'missing_hours'>[]): number | null {
  const sun = days.reduce((sum, day) => sum + day.sun_hours, 0);
  const missing = days.reduce((sum, day) => sum + day.missing_hours, 0);
  return sun > 0 ? Math.min(1, missing / sun) : null;
}

/** Share of the hours with sun of which it is not known how much there was, 0…1: sums of expected energy lack them; null without any. */
export function unknownShare(days: readonly Pick<DaySums, 'sun_hours' | 'unknown_hours'>[]): number | null {
  const sun = days.reduce((sum, day) => sum + day.sun_hours, 0);
  const unknown = days.reduce((sum, day) => sum + day.unknown_hours, 0);
  return sun > 0 ? unknown / sun : null;
}

/** Figures of a plant's days. Hours of which the energy or the sun is not known are in neither sum. */
export function windowFigures(days: readonly DaySums[], kw_peak: number): WindowFigures {
  const all = addSums(days);
  const measured = addSums(days.filter((day) => day.measured));
  const sun = days.reduce((sum, day) => sum + day.sun_hours, 0);
  const missing = days.reduce((sum, day) => sum + day.missing_hours, 0);
  const known = sun > 0 && missing < sun;
  const enough = hasSunEnough(measured.reference_kwh, kw_peak);
  return {
    expected_kwh: known ? all.expected_kwh : null,
    actual_kwh: known ? all.actual_kwh : null,
    specific_yield: known ? days.reduce((total, day) => total + day.specific_yield, 0) : null,
    performance_ratio: enough ? performanceRatio(measured.actual_kwh, measured.reference_kwh) : null,
    ratio_25: enough ? temperatureCorrectedRatio(measured.actual_kwh, measured.thermal_kwh) : null,
    performance_index: known ? performanceIndex(all.actual_kwh, all.expected_kwh) : null,
    missing_share: missingShare(days),
    days: days.length,
  };
}

/**
 * How many days each input was used on, the commonest first. A day of several counts for each; a day before its first hour of sun
 * has used none yet.
 */
export function inputsUsed(days: readonly Pick<DaySums, 'inputs' | 'temperature' | 'sun_hours'>[]): {
  inputs: { input: Input; days: number }[];
  temperatures: { temperature: Temperature; days: number }[];
} {
  const count = <T extends string>(of: (day: Pick<DaySums, 'inputs' | 'temperature'>) => Iterable<T>) => {
    const counts = new Map<T, number>();
    for (const day of days)
      if (day.sun_hours > 0) for (const one of of(day)) counts.set(one, (counts.get(one) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]);
  };
  return {
    inputs: count((day) => new Set(day.inputs)).map(([input, n]) => ({ input, days: n })),
    temperatures: count((day) => [day.temperature]).map(([temperature, n]) => ({ temperature, days: n })),
  };
}

/** The weather providers whose irradiance was used, by name. */
export const weatherProviders = (
  days: readonly { readonly weather_provider: AskedProvider | null }[],
): AskedProvider[] => [...new Set(days.flatMap(({ weather_provider }) => weather_provider ?? []))].sort();
