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
  readonly performance_index: number | null;
  /** Of the hours with sun, 0…1. */
  readonly missing_share: number | null;
}

/** Performance ratio and index over days; nothing where too much is missing or the sun was not measured. // reference/domain.md §2.2 */
export function ratioOf(days: readonly PairedDay[]): Ratio {
  const sum = (of: (day: PairedDay) => number) => days.reduce((total, day) => total + of(day), 0);
  const sun = sum(({ sun_hours }) => sun_hours);
  const missing_share = sun > 0 ? sum(({ missing_hours }) => missing_hours) / sun : null;
  const none = { pr: null, performance_index: null, missing_share };
  if (missing_share === null || missing_share > MOST_MISSING) return none;
  const [actual, reference, expected] = [
    sum(({ actual_kwh }) => actual_kwh),
    sum(({ reference_kwh }) => reference_kwh),
    sum(({ expected_kwh }) => expected_kwh),
  ];
  return {
    missing_share,
    pr: reference > 0 && days.every(({ measured }) => measured) ? actual / reference : null,
    performance_index: expected > 0 ? actual / expected : null,
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
