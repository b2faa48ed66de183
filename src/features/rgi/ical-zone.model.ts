import { DAY_MS, instantsOfLocal, offsetAt } from '../../shared/units/zones.ts';
import { CalendarError, type Component, type ContentLine } from './ical-lines.model.ts';
import {
  completed,
  dayNumber,
  daysOfYear,
  type Patience,
  type Rule,
  ruleOf,
  spend,
} from './ical-rule.model.ts';

/** The instant at which a clock shows a local time, which is given as if it were UTC. */
export type Clock = (local: number) => number;

export const UTC: Clock = (local) => local;

/** The clock of a named zone: of a time that it shows twice the first, of one that it skips as before the change. // RFC 5545 §3.3.5 */
export const clockOf =
  (zone: string): Clock =>
  (local) =>
    instantsOfLocal(zone, local)[0] ?? local - offsetAt(zone, local - DAY_MS);

/** What a zone changes in a month takes as long as to look at so many days. */
export const PATIENCE_OF_A_TIME = 30;

/** The clock of a named zone, of which each month costs patience once. */
function namedClock(zone: string, { line, patience }: { line: number; patience: Patience }): Clock {
  const clock = clockOf(zone);
  const months = new Set<string>();
  return (local) => {
    const month = new Date(local).toISOString().slice(0, 7);
    if (!months.has(month)) spend(patience, line, PATIENCE_OF_A_TIME);
    months.add(month);
    return clock(local);
  };
}

/** A local time as if it were UTC, NaN where it is none: a 30th of February would silently become a day of March. */
export function localOf(value: string): {
  readonly local: number;
  readonly whole: boolean;
  readonly utc: boolean;
} {
  const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6}Z?))?$/.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  const clock = time ? `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}` : '00:00:00';
  const local = Date.parse(`${date}T${clock}Z`);
  const is = !Number.isNaN(local) && new Date(local).toISOString().startsWith(`${date}T`);
  return {
    local: is ? local : Number.NaN,
    whole: time === undefined,
    utc: time?.endsWith('Z') === true,
  };
}

/** A change of the clock, as a VTIMEZONE tells it. */
interface Change {
  /** When it came first, by the clock before it. */
  readonly first: number;
  readonly from: number;
  readonly to: number;
  readonly rule: Rule | null;
  /** Further days on which it came. */
  readonly dates: readonly number[];
}

const textOf = ({ lines }: Component, name: string): string =>
  lines.find((line) => line.name === name)?.value ?? '';

function offsetOf(text: string): number {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}

/** Outlook lets its zones begin in 1601. */
const firstOf = (text: string): number => {
  const [, year, rest] = /^(\d{4})(\d{4}T\d{6})$/.exec(text) ?? [];
  return localOf(`${Math.max(1900, Number(year))}${rest}`).local;
};

function changeOf(part: Component): Change | null {
  const [from, to] = [offsetOf(textOf(part, 'TZOFFSETFROM')), offsetOf(textOf(part, 'TZOFFSETTO'))];
  const first = firstOf(textOf(part, 'DTSTART'));
  const rules = part.lines.filter(({ name }) => name === 'RRULE');
  const read = rules[0] ? ruleOf(rules[0].value) : null;
  if ([from, to, first].some(Number.isNaN) || rules.length > 1 || (read && 'unknown' in read)) return null;
  // How often a zone changed is told by years; others would have to be counted from their beginning.
  if (read && (read.frequency !== 'YEARLY' || read.interval !== 1 || read.count !== null)) return null;
  const dates = part.lines
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value }) => value.split(',').map((one) => localOf(one).local));
  return { first, from, to, rule: read && completed(read, dayNumber(first)), dates };
}

/** So many changes one zone tells, and on so many days they came. */
const MAX_CHANGES = 200;
const MAX_CHANGE_DAYS = 1000;
/** To hold a time against so many changes takes as long as to look at a day. */
const CHANGES_A_DAY = 50;

/** The clock of a zone that the file itself describes; null where it cannot be understood. */
function describedClock(zone: Component, patience: Patience): Clock | null {
  const changes = zone.parts.slice(0, MAX_CHANGES).map(changeOf);
  if (changes.length === 0 || zone.parts.length > MAX_CHANGES) return null;
  const all = changes.flatMap((one) => one ?? []);
  if (all.length < changes.length) return null;
  const years = new Map<number, readonly (readonly [at: number, change: Change])[]>();
  const inYear = (year: number) => {
    const found = years.get(year) ?? all.flatMap((change) => changesIn(change, year, patience));
    years.set(year, found);
    return found;
  };
  const always = all.flatMap((one) => [one.first, ...one.dates].map((at) => [at, one] as const));
  if (always.length > MAX_CHANGE_DAYS) return null;
  const [earliest] = all.toSorted((a, b) => a.first - b.first);
  return (local) => {
    const year = new Date(local).getUTCFullYear();
    let last: readonly [at: number, change: Change] | undefined;
    const near = [...always, ...inYear(year - 1), ...inYear(year)];
    spend(patience, zone.line, Math.ceil(near.length / CHANGES_A_DAY));
    for (const one of near) {
      const [at, { from, to }] = one;
      // A time that is skipped is told by the clock before the change.
      if (at + Math.max(0, to - from) <= local && (!last || at > last[0])) last = one;
    }
    return local - (last ? last[1].to : (earliest?.from ?? 0));
  };
}

function changesIn(change: Change, year: number, patience: Patience) {
  const { rule, first, from } = change;
  if (!rule) return [];
  const until = rule.until === null ? null : localOf(rule.until);
  const time = first - dayNumber(first) * DAY_MS;
  return daysOfYear(rule, year, patience)
    .map((day) => day * DAY_MS + time)
    .filter((at) => at >= first && (!until || (until.utc ? at - from : at) <= until.local))
    .map((at) => [at, change] as const);
}

/** A zone by the one name that is kept of it, however it is written. */
function known(id: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: id }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The zone that a TZID names: itself, or behind the path that some programs put before it. */
const zoneNamed = (id: string): string | undefined =>
  id === ''
    ? undefined
    : (known(id) ?? (id.includes('/') ? known(id.split('/').slice(-2).join('/')) : undefined));

/** How the times of a calendar are read. */
export interface Clocks {
  /** The clock of a line. @throws CalendarError where its zone is not known: another one would be wrong in silence */
  readonly of: (line: ContentLine) => Clock;
}

/**
 * Zones by their names, else as the file describes them; without one the plant's own.
 */
export function clocksOf(
  calendar: Component,
  { own, patience }: { readonly own: string; readonly patience: Patience },
): Clocks {
  const described = new Map(
    calendar.parts.filter(({ name }) => name === 'VTIMEZONE').map((one) => [textOf(one, 'TZID'), one]),
  );
  const clocks = new Map<string, Clock | null>();
  const own_clock = clockOf(own);
  const find = (id: string, line: number): Clock | null => {
    patience.zones -= 1;
    if (patience.zones < 0) throw new CalendarError(line, 'too_much');
    const zone = described.get(id);
    const name = zoneNamed(id) ?? zoneNamed(zone ? textOf(zone, 'X-LIC-LOCATION') : '');
    if (name !== undefined) return namedClock(name, { line, patience });
    return zone ? describedClock(zone, patience) : null;
  };
  return {
    of: ({ line, parameters }) => {
      const id = parameters.get('TZID');
      if (id === undefined) return own_clock;
      if (!clocks.has(id)) clocks.set(id, find(id, line));
      const clock = clocks.get(id);
      if (!clock) throw new CalendarError(line, 'unknown_zone', id);
      return clock;
    },
  };
}
