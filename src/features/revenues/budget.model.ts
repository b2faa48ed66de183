import { countOfDays } from '../../shared/units/months.ts';
import { sumKnown } from '../../shared/units/sums.ts';
/** What a month is to bring; null where nothing is planned. */
export interface BudgetMonth {
  readonly kwh: number | null;
  readonly eur: number | null;
  /** On the plane, by which the plan was made. */
  readonly irradiation_kwh_m2: number | null;
}

/** What a month brought. */
export interface ActualMonth {
  readonly kwh: number | null;
  readonly eur: number | null;
  /** On the plane, as it was measured; null: too little is known. */
  readonly irradiation_kwh_m2: number | null;
}

export interface ComparedMonth {
  readonly budget: BudgetMonth;
  readonly actual: ActualMonth;
  /** What the budget would have been under the sun that was. */
  readonly weather_kwh: number | null;
  /** Of the energy: all of it, and what remains once the sun is taken out. */
  readonly difference_kwh: number | null;
  readonly weather_difference_kwh: number | null;
  readonly difference_eur: number | null;
}

/** What is kept of days whose sun was measured: the sun of their hours, and how many hours with sun are not known. */
export interface KeptSun {
  readonly days: number;
  readonly reference_kwh: number;
  /** On the planes in all hours of which the sun is known; null where days are older than that is kept. */
  readonly irradiation_kwh_m2: number | null;
  /** Hours with sun of which it is not known. */
  readonly unknown_hours: number | null;
  readonly sun_hours: number;
  readonly missing_hours: number;
}

/** Beyond this share of hours that are not known nothing is said of a month's sun. */
const MAX_MISSING = 0.2;

/** The sun of a whole month on the plane, kWh/m²: hours that are not known count like the others; null where too many are not. */
export function monthIrradiation(
  sun: KeptSun | undefined,
  { month, nominal_kw }: { readonly month: string; readonly nominal_kw: number | null },
): number | null {
  if (!sun) return null;
  // Of older days the sun is known only where the energy is, as energy at nominal power.
  const older = nominal_kw !== null && nominal_kw > 0 ? sun.reference_kwh / nominal_kw : null;
  const [told, lacking] =
    sun.irradiation_kwh_m2 === null
      ? [older, sun.missing_hours]
      : [sun.irradiation_kwh_m2, sun.unknown_hours ?? 0];
  const missing = sun.sun_hours > 0 ? lacking / sun.sun_hours : 1;
  return told === null || sun.days < countOfDays(month) || missing > MAX_MISSING
    ? null
    : told / (1 - missing);
}

const less = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);

/** Holds a month against its budget; a budget that says its irradiation is also adjusted to the sun that was. */
export function comparedMonth(budget: BudgetMonth, actual: ActualMonth): ComparedMonth {
  const { kwh, irradiation_kwh_m2: planned } = budget;
  const { irradiation_kwh_m2: measured } = actual;
  const weather_kwh =
    kwh === null || planned === null || planned <= 0 || measured === null ? null : (kwh * measured) / planned;
  return {
    budget,
    actual,
    weather_kwh,
    difference_kwh: less(actual.kwh, kwh),
    weather_difference_kwh: less(actual.kwh, weather_kwh),
    difference_eur: less(actual.eur, budget.eur),
  };
}

/** What is known of all months; differences of those alone that both are known of. */
export function comparedYear(months: readonly ComparedMonth[]): ComparedMonth {
  const sum = (of: (month: ComparedMonth) => number | null): number | null => sumKnown(months.map(of));
  const both = (which: 'budget' | 'actual') => ({
    kwh: sum((month) => month[which].kwh),
    eur: sum((month) => month[which].eur),
    irradiation_kwh_m2: sum((month) => month[which].irradiation_kwh_m2),
  });
  return {
    budget: both('budget'),
    actual: both('actual'),
    weather_kwh: sum(({ weather_kwh }) => weather_kwh),
    difference_kwh: sum(({ difference_kwh }) => difference_kwh),
    weather_difference_kwh: sum(({ weather_difference_kwh }) => weather_difference_kwh),
    difference_eur: sum(({ difference_eur }) => difference_eur),
  };
}
