/** Parts of time that a question counts in; days, months and years are the plant's own. // spec: days of 23 and 25 hours add up */
export const PERIODS = ['15m', 'hour', 'day', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** The clock of Italy: what stands there counts its days by it. */
export const ITALY = 'Europe/Rome';
/** By it the market counts: prices, and the hours and months that are settled. */
export const MARKET_CLOCK = ITALY;
/** By it the portal dates what it writes and sends of its own: mail, documents and their numbers of a year. */
export const PORTAL_CLOCK = ITALY;
/** Where nothing says by which clock. */
export const DEFAULT_CLOCK = ITALY;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

interface Segment {
  from: number;
  until: number;
  offset: number;
}

interface Zone {
  format: Intl.DateTimeFormat;
  months: Map<number, Segment[]>;
  segment: Segment | undefined;
  day: LocalDay | undefined;
}

/** A local day and its borders in epoch milliseconds; `end` is the next day's start. */
export interface LocalDay {
  day: string;
  start: number;
  end: number;
}

const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const zone: Zone = { format, months: new Map(), segment: undefined, day: undefined };
  zones.set(name, zone);
  return zone;
}

/** Whether the name is a time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The zone itself, or UTC for one that this runtime does not know: one plant must not stop all. */
export function knownZone(name: string): string {
  return isTimeZone(name) ? name : 'UTC';
}

function readOffset(zone: Zone, ts: number): number {
  const second = Math.floor(ts / 1000) * 1000;
  const field: Record<string, number> = {};
  for (const part of zone.format.formatToParts(second)) field[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: s = 0 } = field;
  return Date.UTC(year, month - 1, day, hour, minute, s) - second;
}

/** The first instant (to the second) after `low` at which the offset is no longer that of `low`. */
function findChange(zone: Zone, low: number, high: number): number {
  const before = readOffset(zone, low);
  let [from, until] = [low, high];
  while (until - from > 1000) {
    const middle = from + Math.floor((until - from) / 2000) * 1000;
    if (readOffset(zone, middle) === before) from = middle;
    else until = middle;
  }
  return until;
}

// Probed day by day: some zones change twice within one month and look unchanged at its ends.
function readMonth(zone: Zone, month: number): Segment[] {
  const start = Date.UTC(1970, month, 1);
  const end = Date.UTC(1970, month + 1, 1);
  let current: Segment = { from: start, until: end, offset: readOffset(zone, start) };
  const segments = [current];
  for (let at = start + DAY_MS; at <= end; at += DAY_MS) {
    const probe = Math.min(at, end - 1000);
    const offset = readOffset(zone, probe);
    if (offset === current.offset) continue;
    const change = findChange(zone, at - DAY_MS, probe);
    current.until = change;
    current = { from: change, until: end, offset };
    segments.push(current);
  }
  return segments;
}

function segmentAt(zone: Zone, ts: number): Segment {
  const recent = zone.segment;
  if (recent && ts >= recent.from && ts < recent.until) return recent;
  const date = new Date(ts);
  const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  let segments = zone.months.get(month);
  if (!segments) {
    segments = readMonth(zone, month);
    zone.months.set(month, segments);
  }
  const found = segments.find((segment) => ts < segment.until);
  if (!found) throw new RangeError(`not an instant: ${ts}`);
  zone.segment = found;
  return found;
}

/**
 * Milliseconds to add to an instant to read the zone's wall clock as if it were UTC.
 * @throws RangeError for an unknown zone or an instant that is not a finite date.
 */
export function offsetAt(zone: string, ts: number): number {
  return segmentAt(zoneOf(zone), ts).offset;
}

/**
 * The instants at which the zone's wall clock shows a local time, given as if it were UTC: one as a rule, two in the
 * hour that comes twice (earlier first), none in the hour that is skipped.
 */
export function instantsOfLocal(zone: string, local: number): number[] {
  const before = offsetAt(zone, local - DAY_MS);
  const after = offsetAt(zone, local + DAY_MS);
  const candidates = before === after ? [local - before] : [local - before, local - after];
  return candidates.filter((ts) => offsetAt(zone, ts) === local - ts).sort((a, b) => a - b);
}

/** The first instant of the wall-clock midnight; where the clock skips midnight, the instant at which it does so. */
function startOfLocalDay(name: string, local: number): number {
  const first = instantsOfLocal(name, local)[0];
  if (first !== undefined) return first;
  const zone = zoneOf(name);
  const [before, after] = [offsetAt(name, local - DAY_MS), offsetAt(name, local + DAY_MS)];
  return findChange(zone, local - Math.max(before, after) - 1000, local - Math.min(before, after));
}

const dayText = (local: number): string => new Date(local).toISOString().slice(0, 10);

/** A calendar day some days on. `day` is YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return dayText(Date.parse(day) + days * DAY_MS);
}

/** The earlier of two days. */
export const earlier = (a: string, b: string): string => (a < b ? a : b);
/** The later of two days. */
export const later = (a: string, b: string): string => (a > b ? a : b);

/** Days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Days whose readings are read at once. */
const STRETCH_DAYS = 31;

/** Days, ascending, in stretches of those that follow each other, none longer than is read at once. */
export function stretchesOfDays<D extends string | Pick<LocalDay, 'day'>>(
  days: readonly D[],
  longest = STRETCH_DAYS,
): D[][] {
  const nameOf = (day: D): string => (typeof day === 'string' ? day : day.day);
  const stretches: D[][] = [];
  for (const day of days) {
    const stretch = stretches.at(-1);
    const before = stretch?.at(-1);
    const follows = before !== undefined && addDays(nameOf(before), 1) === nameOf(day);
    if (stretch && follows && stretch.length < longest) stretch.push(day);
    else stretches.push([day]);
  }
  return stretches;
}

/** The zone's day (YYYY-MM-DD) that holds an instant, with its borders. */
export function localDay(zone: string, ts: number): LocalDay {
  const known = zoneOf(zone);
  const recent = known.day;
  if (recent && ts >= recent.start && ts < recent.end) return recent;
  const local = Math.floor((ts + offsetAt(zone, ts)) / DAY_MS) * DAY_MS;
  const found = {
    day: dayText(local),
    start: startOfLocalDay(zone, local),
    end: startOfLocalDay(zone, local + DAY_MS),
  };
  known.day = found;
  return found;
}

/** The borders of a named day (YYYY-MM-DD) in a zone. @throws RangeError when it is no date. */
export function dayBorders(zone: string, day: string): LocalDay {
  const local = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(local)) throw new RangeError(`not a day: ${day}`);
  return { day, start: startOfLocalDay(zone, local), end: startOfLocalDay(zone, local + DAY_MS) };
}

/** The start of the period that holds an instant. Quarters and hours are counted from local midnight. */
export function periodStart(zone: string, period: Period, ts: number): number {
  const { start, day } = localDay(zone, ts);
  if (period === 'day') return start;
  if (period === 'hour') return start + Math.floor((ts - start) / HOUR_MS) * HOUR_MS;
  if (period === '15m') return start + Math.floor((ts - start) / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
  const [year = 0, month = 1] = day.split('-').map(Number);
  return startOfLocalDay(zone, Date.UTC(year, period === 'month' ? month - 1 : 0, 1));
}

/** The end of the period that holds an instant; quarters and hours end at the latest with their day. */
export function periodEnd(zone: string, period: Period, ts: number): number {
  const { start, end, day } = localDay(zone, ts);
  if (period === 'day') return end;
  if (period === 'hour' || period === '15m') {
    const step = period === 'hour' ? HOUR_MS : 15 * MINUTE_MS;
    return Math.min(end, start + (Math.floor((ts - start) / step) + 1) * step);
  }
  const [year = 0, month = 1] = day.split('-').map(Number);
  return startOfLocalDay(zone, period === 'month' ? Date.UTC(year, month, 1) : Date.UTC(year + 1, 0, 1));
}

/**
 * The borders of all periods that touch a half-open window, ascending: one more than there are periods. The first is
 * at or before `start`, the last at or after `end`.
 */
export function periodBorders(zone: string, period: Period, start: number, end: number): number[] {
  const borders = [periodStart(zone, period, start)];
  let at = borders[0] ?? start;
  while (at < end) {
    at = periodEnd(zone, period, at);
    borders.push(at);
  }
  return borders;
}
