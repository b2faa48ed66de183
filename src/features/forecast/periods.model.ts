import {
  addDays,
  DAY_MS,
  dayBorders,
  daysBetween,
  HOUR_MS,
  type LocalDay,
  later,
  localDay,
  periodBorders,
} from '../../shared/units/zones.ts';
import type { ExpectedDay } from './expected-day.model.ts';
import type { DaySums } from './figures.model.ts';

/** Periods that energy is summed up by. */
export const RESOLUTIONS = ['hour', 'day', 'month', 'year'] as const;
export type EnergyResolution = (typeof RESOLUTIONS)[number];

/** The longest window of each, days: an answer stays below some thousand values. */
export const MAX_DAYS: Readonly<Record<EnergyResolution, number>> = {
  hour: 93,
  day: 1100,
  month: 3700,
  year: 15_000,
};

/** The most days of plants that one question may be about: a month of a thousand plants, a year of a hundred. */
export const MAX_PLANT_DAYS = 40_000;

/**
 * So many days back each plant's days are made before anybody asks, from its first readings on. Irradiance of weather providers is kept
 * for longer (`IRRADIANCE_KEPT_DAYS`).
 */
export const KEPT_DAYS = 800;

/** The day from which on a plant's days are made before anybody asks; null of one without readings. */
export function keptFrom(first: string | undefined, today: string): string | null {
  if (first === undefined) return null;
  const oldest = addDays(today, -KEPT_DAYS);
  return later(first, oldest);
}

/** The days of a plant that are over and are made before anybody asks, ascending; so many days back at most. */
export function pastDays(
  time_zone: string,
  first: string | undefined,
  { now, days }: { readonly now: Date; readonly days?: number },
): LocalDay[] {
  const today = localDay(time_zone, now.getTime()).day;
  const kept = keptFrom(first, today);
  if (kept === null) return [];
  const from = days === undefined ? kept : addDays(today, -days);
  const over = daysBetween(from, addDays(today, -1)).filter((day) => day >= kept);
  return over.map((day) => dayBorders(time_zone, day));
}

/** The whole local days that a window touches: what days come to is told of whole days alone. Half-open, epoch ms. */
export const wholeDays = (zone: string, { start, end }: { start: number; end: number }) => ({
  start: localDay(zone, start).start,
  end: localDay(zone, end - 1).end,
});

/** The resolution that suits a window where none is asked for. */
export function resolutionFor(span_ms: number): EnergyResolution {
  if (span_ms <= 3 * DAY_MS) return 'hour';
  if (span_ms <= 93 * DAY_MS) return 'day';
  return span_ms <= 1100 * DAY_MS ? 'month' : 'year';
}

/** Sums by periods; `borders` has one more than there are periods. */
export interface Periods {
  readonly borders: readonly number[];
  readonly ts: readonly number[];
}

/** The periods of a plant's zone that touch a window, up to now; the first begins with the window at the earliest. */
export function periodsOf(
  zone: string,
  resolution: EnergyResolution,
  { start, end, now }: { start: number; end: number; now: number },
): Periods {
  const until = Math.min(end, now);
  const borders = until > start ? periodBorders(zone, resolution, start, until) : [];
  if (borders[0] !== undefined) borders[0] = Math.max(borders[0], start);
  return { borders, ts: borders.slice(0, -1) };
}

/** The place of the period that holds an instant; periods ascend. */
function placeOf(borders: readonly number[], at: number): number {
  let [low, high] = [0, borders.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((borders[middle + 1] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low < borders.length - 1 && at >= (borders[0] ?? 0) ? low : -1;
}

/** Adds a value to a period; what is not known adds nothing, and a period of nothing known stays null. */
function add(values: (number | null)[], place: number, value: number): void {
  if (place >= 0 && !Number.isNaN(value)) values[place] = (values[place] ?? 0) + value;
}

/** Sums of hours by periods; days ascend. */
export function sumHours(
  days: readonly Pick<ExpectedDay, 'start' | 'hours'>[],
  valuesOf: (place: number) => Float64Array,
  { borders }: Periods,
): (number | null)[] {
  const values = new Array<number | null>(Math.max(0, borders.length - 1)).fill(null);
  let period = 0;
  for (const [place, { start, hours }] of days.entries()) {
    const list = valuesOf(place);
    for (let hour = 0; hour < hours; hour++) {
      const at = start + hour * HOUR_MS;
      while (period < values.length && (borders[period + 1] ?? 0) <= at) period++;
      if (at >= (borders[0] ?? 0) && period < values.length) add(values, period, list[hour] ?? Number.NaN);
    }
  }
  return values;
}

/** Days by periods, each period with its own. */
export function daysByPeriod<D extends Pick<DaySums, 'day'>>(
  days: readonly D[],
  startOf: (day: D) => number,
  { borders }: Periods,
): D[][] {
  const groups = Array.from({ length: Math.max(0, borders.length - 1) }, (): D[] => []);
  for (const day of days) groups[placeOf(borders, startOf(day))]?.push(day);
  return groups;
}
