import { DAY_MS, instantsOfLocal, offsetAt } from '../../units/zones.ts';

/** A wall clock reading in some zone; month 1–12, weekday 1 (Monday) – 7. */
export interface Wall {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'year';

/** What the clocks of `zone` (IANA name) show at an instant (milliseconds since 1970, UTC). */
export function wallOf(at: number, zone: string): Wall {
  const local = new Date(at + offsetAt(zone, at));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  };
}

/**
 * The instant at which the clocks of `zone` show a wall time; parts may overflow (day 32, month 13).
 * A time that a spring change skips is read with the offset before it; of a doubled one, the first.
 */
export function instantOf(wall: Partial<Wall> & { year: number }, zone: string): number {
  const { year, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = wall;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return instantsOfLocal(zone, local)[0] ?? local - offsetAt(zone, local - DAY_MS);
}

/** Monday is 0, Sunday 6. */
const daysSinceMonday = (wall: Wall) =>
  (new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay() + 6) % 7;

/** The first instant of the local day, week (from Monday), month or year that holds `at`. */
export function startOf(unit: CalendarUnit, at: number, zone: string): number {
  const wall = wallOf(at, zone);
  const { year, month, day } = wall;
  if (unit === 'year') return instantOf({ year }, zone);
  if (unit === 'month') return instantOf({ year, month }, zone);
  if (unit === 'week') return instantOf({ year, month, day: day - daysSinceMonday(wall) }, zone);
  return instantOf({ year, month, day }, zone);
}

/** `at` moved by whole local days, weeks, months or years; days of 23 and 25 hours count as one. */
export function addUnits(at: number, unit: CalendarUnit, count: number, zone: string): number {
  const wall = wallOf(at, zone);
  if (unit === 'year') wall.year += count;
  if (unit === 'month') wall.month += count;
  if (unit === 'week') wall.day += 7 * count;
  if (unit === 'day') wall.day += count;
  return instantOf(wall, zone);
}

const two = (n: number) => String(n).padStart(2, '0');

/** The local date of an instant as YYYY-MM-DD. */
export function dateOf(at: number, zone: string): string {
  const { year, month, day } = wallOf(at, zone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The first instant of a local date written YYYY-MM-DD, or undefined when it is no date. */
export function instantOfDate(date: string, zone: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const real = new Date(Date.UTC(year, month - 1, day));
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day) return undefined;
  return instantOf({ year, month, day }, zone);
}

// spec §9: date format DD/MM/YYYY HH:mm
export function writeDate(at: number, zone: string): string {
  const { year, month, day } = wallOf(at, zone);
  return `${two(day)}/${two(month)}/${year}`;
}

export function writeTime(at: number, zone: string, seconds = false): string {
  const { hour, minute, second } = wallOf(at, zone);
  return seconds ? `${two(hour)}:${two(minute)}:${two(second)}` : `${two(hour)}:${two(minute)}`;
}

/** The offset of `zone` at an instant, as +01:00. It tells the two 02:30 of an autumn night apart. */
export function writeOffset(at: number, zone: string): string {
  const minutes = Math.round(offsetAt(zone, at) / 60_000);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
