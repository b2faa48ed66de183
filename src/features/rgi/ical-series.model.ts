import { DAY_MS, dayBorders, HOUR_MS, MINUTE_MS } from '../../shared/units/zones.ts';
import { CalendarError, type Component, type ContentLine } from './ical-lines.model.ts';
import {
  dayNumber,
  daysOf,
  MAX_DAYS_AHEAD,
  type Patience,
  type Rule,
  ruleOf,
  spend,
} from './ical-rule.model.ts';
import { type Clock, type Clocks, localOf, PATIENCE_OF_A_TIME, UTC } from './ical-zone.model.ts';
import { MAX_ITEMS } from './rgi.model.ts';

/** How the times of a file are read. */
export interface Reading {
  readonly clocks: Clocks;
  /** The plant's zone, by which days are counted. */
  readonly zone: string;
  /** The last day of series that have no end of their own. */
  readonly until_on: string | undefined;
  readonly patience: Patience;
}

/** A time as it is written: by which clock, and what that shows, as if it were UTC. */
interface Moment {
  readonly local: number;
  readonly clock: Clock;
  /** A day without a time of day. */
  readonly whole: boolean;
}

const instantOf = ({ clock, local }: Moment): number => clock(local);
const dayText = (local: number): string => new Date(local).toISOString().slice(0, 10);

/** Days are those of the plant: they have 23, 24 or 25 hours. */
function dayClock({ zone }: Reading): Clock {
  return (local) => dayBorders(zone, dayText(local)).start;
}

const [EARLIEST, LATEST] = [Date.UTC(1900, 0), Date.UTC(2200, 0)];

/** The times of a line. @throws CalendarError for what is no time, or of a zone that nobody knows; where patience is spent */
export function momentsOf(line: ContentLine, reading: Reading): Moment[] {
  const days = dayClock(reading);
  const texts = line.value.split(',');
  if (texts.length > MAX_ITEMS) throw new CalendarError(line.line, 'too_many_periods');
  return texts.map((text) => {
    const { local, whole, utc } = localOf(text.trim());
    if (!(local >= EARLIEST && local < LATEST)) throw new CalendarError(line.line, 'no_times', line.name);
    const clock = whole ? days : utc ? UTC : reading.clocks.of(line);
    if (!utc) spend(reading.patience, line.line, PATIENCE_OF_A_TIME);
    return { local, clock, whole };
  });
}

/** How long each occurrence is: what the clock shows at its end and at its start differ by, and hours by any clock. */
interface Length {
  readonly shown: number;
  readonly hours: number;
}

/** Days are those of the clock, hours are 60 minutes. // RFC 5545 §3.3.6 */
function durationOf({ line, value }: ContentLine): Length {
  const found =
    /^\+?P(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/.exec(value);
  if (!found) throw new CalendarError(line, 'no_times', 'DURATION');
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((one) => Number(one ?? 0));
  return {
    shown: (7 * weeks + days) * DAY_MS,
    hours: hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000,
  };
}

function lengthOf(event: Component, start: Moment, reading: Reading): Length {
  const [ends] = linesOf(event, 'DTEND');
  const [lasts] = linesOf(event, 'DURATION');
  if (ends) {
    const [end] = momentsOf(ends, reading);
    if (!end) throw new CalendarError(ends.line, 'no_times', 'DTEND');
    // Calendars show 22:00–06:00 on every night, also on the one that is an hour shorter.
    return start.clock === end.clock || (start.whole && end.whole)
      ? { shown: end.local - start.local, hours: 0 }
      : { shown: 0, hours: instantOf(end) - instantOf(start) };
  }
  if (lasts) return durationOf(lasts);
  if (start.whole) return { shown: DAY_MS, hours: 0 };
  throw new CalendarError(event.line, 'no_times', 'DTEND');
}

export const linesOf = ({ lines }: Component, name: string): ContentLine[] =>
  lines.filter((line) => line.name === name);

/** A time at which an event comes. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
  /** By the clock of the event, as if it were UTC: exceptions may name the day alone. */
  readonly local: number;
}

function occurrenceAt(
  line: number,
  { local, clock }: Pick<Moment, 'local' | 'clock'>,
  { shown, hours }: Length,
): Occurrence {
  const start = clock(local);
  const end = clock(local + shown) + hours;
  // Its end is shown before its start where the clock skips an hour in between.
  const after = end > start ? end : start + shown + hours;
  if (after <= start) throw new CalendarError(line, 'end_before_start');
  return { start, end: after, local };
}

/** Until when a rule comes, as a question to each day; null where it has no end. */
function untilOf({ line }: ContentLine, rule: Rule, start: Moment) {
  const { until, count } = rule;
  if (until === null) return count === null ? null : () => true;
  const { local, whole, utc } = localOf(until);
  if (Number.isNaN(local)) throw new CalendarError(line, 'no_times', 'UNTIL');
  if (local > start.local + MAX_DAYS_AHEAD * DAY_MS) return null;
  if (utc && !whole) return (at: number) => start.clock(at) <= local;
  return whole ? (at: number) => dayNumber(at) <= dayNumber(local) : (at: number) => at <= local;
}

/** The local times at which a rule comes, the first of them its event's own. @throws CalendarError */
function ruled(ruleLine: ContentLine, start: Moment, reading: Reading): number[] {
  const { line, value } = ruleLine;
  const rule = ruleOf(value);
  if ('unknown' in rule) throw new CalendarError(line, 'unknown_rule', rule.unknown);
  const { until_on, patience } = reading;
  const own = untilOf(ruleLine, rule, start);
  if (!own && until_on === undefined) throw new CalendarError(line, 'no_end');
  const goes = own ?? ((at: number) => dayText(at) <= (until_on ?? ''));
  const first = dayNumber(start.local);
  const time = start.local - first * DAY_MS;
  const found: number[] = [];
  let over = false;
  for (const day of daysOf(rule, first, patience)) {
    // Calendars differ about a start that its rule does not hold.
    if (found.length === 0 && day !== first) break;
    over = !goes(day * DAY_MS + time) || found.length === rule.count;
    if (over) break;
    found.push(day * DAY_MS + time);
    if (found.length > MAX_ITEMS) throw new CalendarError(line, 'too_many_periods');
  }
  if (patience.days <= 0) throw new CalendarError(line, 'too_much');
  if (found.length === 0 && !over) throw new CalendarError(line, 'start_beside_rule');
  if (!over && found.length !== rule.count) throw new CalendarError(line, 'too_far');
  return found;
}

/** Further times of an event, or whole periods. */
function added(line: ContentLine, length: Length, reading: Reading): Occurrence[] {
  if (line.parameters.get('VALUE')?.toUpperCase() !== 'PERIOD')
    return momentsOf(line, reading).map((one) => occurrenceAt(line.line, one, length));
  const periods = line.value.split(',');
  if (periods.length > MAX_ITEMS) throw new CalendarError(line.line, 'too_many_periods');
  return periods.map((period) => {
    const [from = '', to = ''] = period.split('/');
    const at = (value: string) => momentsOf({ ...line, value }, reading)[0];
    const start = at(from);
    if (!start) throw new CalendarError(line.line, 'no_times', line.name);
    if (/^\+?P/.test(to)) return occurrenceAt(line.line, start, durationOf({ ...line, value: to }));
    return occurrenceAt(line.line, start, { shown: 0, hours: instantOf(at(to) ?? start) - instantOf(start) });
  });
}

/** Whether an occurrence is one of those that are named: by their start, or by their day alone. */
export function isAmong(moments: readonly Moment[]): (one: Occurrence) => boolean {
  const starts = new Set(moments.filter(({ whole }) => !whole).map(instantOf));
  const days = new Set(moments.filter(({ whole }) => whole).map(({ local }) => dayNumber(local)));
  return ({ start, local }) => starts.has(start) || days.has(dayNumber(local));
}

/** All times at which an event comes, without its exceptions. @throws CalendarError */
export function occurrencesOf(event: Component, reading: Reading): Occurrence[] {
  const [begins, again] = linesOf(event, 'DTSTART');
  const [start] = begins ? momentsOf(begins, reading) : [];
  if (!begins || !start || again) throw new CalendarError((again ?? event).line, 'no_times', 'DTSTART');
  const length = lengthOf(event, start, reading);
  const [rule, another] = linesOf(event, 'RRULE');
  const [unknown = another] = linesOf(event, 'EXRULE');
  if (unknown) throw new CalendarError(unknown.line, 'unknown_rule', unknown.name);
  const times = rule ? ruled(rule, start, reading) : [start.local];
  const found = new Map<number, Occurrence>();
  const own = times.map((local) => occurrenceAt(begins.line, { local, clock: start.clock }, length));
  const more = linesOf(event, 'RDATE').flatMap((line) => added(line, length, reading));
  for (const one of [...own, ...more]) found.set(one.start, one);
  const left_out = isAmong(linesOf(event, 'EXDATE').flatMap((line) => momentsOf(line, reading)));
  return [...found.values()].filter((one) => !left_out(one));
}
