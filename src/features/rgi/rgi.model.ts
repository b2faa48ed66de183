import { isHoliday } from '../../shared/units/holidays.ts';
import {
  addDays,
  DAY_MS,
  dayBorders,
  instantsOfLocal,
  localDay,
  MINUTE_MS,
} from '../../shared/units/zones.ts';

/** Entries, guarantees or periods that one answer holds. */
export const MAX_SHOWN = 5000;

/** A stretch of time in which a plant works, or does not, epoch ms, half-open. */
export interface Period {
  readonly start: number;
  readonly end: number;
  readonly working: boolean;
}

/** Two periods of a plant that share some time; the later one is the one in the way. */
export interface Overlap<P> {
  readonly first: P;
  readonly second: P;
}

/** The first two periods that overlap; null where none do. Periods may touch. */
export function firstOverlap<P extends Period>(periods: readonly P[]): Overlap<P> | null {
  const ordered = periods.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let longest = ordered[0];
  for (const second of ordered.slice(1)) {
    if (longest && second.start < longest.end) return { first: longest, second };
    if (!longest || second.end > longest.end) longest = second;
  }
  return null;
}

/** Says of stretches, half-open, whether any of some periods shares time with them, however many periods these are. */
export function sharedBy(periods: readonly Period[]): (start: number, end: number) => boolean {
  const ordered = periods.toSorted((a, b) => a.start - b.start);
  /** The last end of each period and of those that begin before it. */
  const ends: number[] = [];
  for (const { end } of ordered) ends.push(Math.max(end, ends.at(-1) ?? end));
  return (start, end) => {
    let [low, high] = [0, ordered.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ordered[middle]?.start ?? end) < end) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (ends[low - 1] ?? start) > start;
  };
}

/** Years in which periods lie. */
export const FIRST_YEAR = 1990;
export const LAST_YEAR = 2099;
const MAX_PERIOD_MS = 30 * 366 * DAY_MS;

/** What stands against a period: no plant is planned for longer. */
export function unlikely({ start, end }: Pick<Period, 'start' | 'end'>): 'out_of_years' | 'too_long' | null {
  if (start < Date.UTC(FIRST_YEAR, 0) || start >= Date.UTC(LAST_YEAR + 1, 0)) return 'out_of_years';
  return end - start > MAX_PERIOD_MS ? 'too_long' : null;
}

/** Days of the week, Monday first. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Hours that come again on days of the week. */
export interface Repeat {
  readonly weekdays: readonly number[];
  /** Minutes after midnight by the plant's clock; an end at or before the start is one of the next day. */
  readonly from_minute: number;
  readonly to_minute: number;
  readonly from_on: string;
  readonly to_on: string;
  /** Days on which it does not come. */
  readonly except: readonly string[];
  /** Whether public holidays are such days. */
  readonly without_holidays: boolean;
}

const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The instant of a time of day; in an hour that is skipped the first one after it. */
function instantAt(zone: string, day: string, minute: number): number {
  if (minute >= 24 * 60) return dayBorders(zone, addDays(day, 1)).start;
  const local = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  for (let ahead = 0; ahead <= 180; ahead += 1) {
    const [instant] = instantsOfLocal(zone, local + ahead * MINUTE_MS);
    if (instant !== undefined) return instant;
  }
  return dayBorders(zone, addDays(day, 1)).start;
}

/** At most so many periods one entry has. */
export const MAX_ITEMS = 2000;

/** The periods that a repetition comes to by the plant's clock; one too many where there are more than an entry may have. */
export function periodsOf(zone: string, repeat: Repeat, working: boolean): Period[] {
  const { from_minute, to_minute, to_on } = repeat;
  const periods: Period[] = [];
  for (let day = repeat.from_on; day <= to_on && periods.length <= MAX_ITEMS; day = addDays(day, 1)) {
    const comes = repeat.weekdays.includes(weekdayOf(day)) && !repeat.except.includes(day);
    if (!comes || (repeat.without_holidays && isHoliday(day))) continue;
    const start = instantAt(zone, day, from_minute);
    const end =
      to_minute > from_minute ? instantAt(zone, day, to_minute) : instantAt(zone, addDays(day, 1), to_minute);
    if (end > start) periods.push({ start, end, working });
  }
  return periods;
}

/** The calendar of a plant as availability asks it. */
export interface WorkCalendar {
  /** Whether the plant is to work at an instant. */
  readonly works: (at: number) => boolean;
  /** Instants at which that may change, beside midnights. */
  readonly borders: readonly number[];
}

/**
 * A plant works always, but for periods that say otherwise; on days that have working periods it works in these alone. A plant
 * without entries always works.
 */
export function calendarOf(zone: string, periods: readonly Period[]): WorkCalendar {
  const isOff = sharedBy(periods.filter(({ working }) => !working));
  const on = periods.filter(({ working }) => working);
  const isOn = sharedBy(on);
  // Asked of the day of an instant: the days of a period are never walked, however long it is.
  const isSaid = (at: number): boolean => {
    const { start, end } = localDay(zone, at);
    return isOn(start, end);
  };
  return {
    works: (at) => !isOff(at, at + 1) && (!isSaid(at) || isOn(at, at + 1)),
    borders: periods.flatMap(({ start, end }) => [start, end]),
  };
}
