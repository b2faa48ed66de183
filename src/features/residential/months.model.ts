/** A day as months are made of it; null is not known. */
export interface MonthsDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly produced_kwh: number | null;
  readonly imported_kwh: number | null;
  readonly exported_kwh: number | null;
  readonly used_kwh: number | null;
  readonly saved_eur: number | null;
  readonly capacity_kwh: number | null;
  readonly fault: string | null;
}

/**
 * Days of which months are made: a year and what is begun of a month. Some fewer than are answered at once: the clock that says
 * when they begin may be days slow.
 */
export const YEAR_DAYS = 390;

export interface HomeMonth {
  /** YYYY-MM. */
  readonly month: string;
  readonly produced_kwh: number | null;
  readonly imported_kwh: number | null;
  readonly exported_kwh: number | null;
  readonly used_kwh: number | null;
  readonly saved_eur: number | null;
  /** What its batteries could hold, the mean of the days on which they said. */
  readonly capacity_kwh: number | null;
  /** Of the days whose balance is known. */
  readonly self_sufficiency: number | null;
  /** Days whose balance is known, and those on which it cannot be. */
  readonly known_days: number;
  readonly fault_days: number;
}

type Summed = 'produced_kwh' | 'imported_kwh' | 'exported_kwh' | 'used_kwh' | 'saved_eur';

/** The sum of what is known; null of nothing. */
export function sumOf<D extends Partial<Record<Summed, number | null>>>(
  days: readonly D[],
  name: Summed,
): number | null {
  const known = days.flatMap((day) => day[name] ?? []);
  return known.length === 0 ? null : known.reduce((all, one) => all + one, 0);
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((all, one) => all + one, 0) / values.length;

function monthOf(month: string, days: readonly MonthsDay[]): HomeMonth {
  // What a house used is set against what it drew on the same days.
  const whole = days.filter(({ used_kwh, imported_kwh }) => used_kwh !== null && imported_kwh !== null);
  const [used, drawn] = [sumOf(whole, 'used_kwh'), sumOf(whole, 'imported_kwh')];
  return {
    month,
    produced_kwh: sumOf(days, 'produced_kwh'),
    imported_kwh: sumOf(days, 'imported_kwh'),
    exported_kwh: sumOf(days, 'exported_kwh'),
    used_kwh: used,
    saved_eur: sumOf(days, 'saved_eur'),
    capacity_kwh: meanOf(days.flatMap(({ capacity_kwh }) => capacity_kwh ?? [])),
    self_sufficiency: used && drawn !== null ? Math.min(1, Math.max(0, 1 - drawn / used)) : null,
    known_days: whole.length,
    fault_days: days.filter(({ fault }) => fault !== null).length,
  };
}

/** The months of a home from its days, in their order. */
export function monthsOf(days: readonly MonthsDay[]): HomeMonth[] {
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(([month, own]) => monthOf(month, own));
}
