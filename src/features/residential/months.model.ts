import { sumKnown } from '../../shared/units/sums.ts';
/** A day as months and years are made of it; null is not known. */
export interface SummedDay {
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

export interface HomePeriod {
  /** YYYY-MM of a month, YYYY of a year. */
  readonly period: string;
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
  return sumKnown(days.map((day) => day[name] ?? null));
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((all, one) => all + one, 0) / values.length;

function periodOf(period: string, days: readonly SummedDay[]): HomePeriod {
  // What a house used is set against what it drew on the same days.
  const whole = days.filter(({ used_kwh, imported_kwh }) => used_kwh !== null && imported_kwh !== null);
  const [used, drawn] = [sumOf(whole, 'used_kwh'), sumOf(whole, 'imported_kwh')];
  return {
    period,
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

/** How much of a day's date names its month, and its year. */
const NAMED_BY = { month: 7, year: 4 } as const;

/** The months or years of a home from all of its days, in their order. */
export const periodsOf = (days: readonly SummedDay[], each: keyof typeof NAMED_BY): HomePeriod[] =>
  [...Map.groupBy(days, ({ day }) => day.slice(0, NAMED_BY[each]))].map(([period, own]) =>
    periodOf(period, own),
  );
