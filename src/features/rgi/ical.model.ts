import { CalendarError, type CalendarFault, type Component, componentsOf } from './ical-lines.model.ts';
import type { Patience } from './ical-rule.model.ts';
import {
  isAmong,
  linesOf,
  momentsOf,
  type Occurrence,
  occurrencesOf,
  type Reading,
} from './ical-series.model.ts';
import { clocksOf } from './ical-zone.model.ts';
import { MAX_ITEMS, type Period, unlikely } from './rgi.model.ts';

const escaped = (text: string): string => text.replace(/([\\;,])/g, '\\$1').replace(/\n/g, '\\n');
const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');
const WORKING = 'X-RGI-WORKING';

interface Written {
  readonly name: string;
  readonly items: readonly Period[];
  readonly now: number;
}

/** The periods of a plant as iCalendar (RFC 5545), which calendars of offices and phones read. */
export function writeCalendar({ name, items, now }: Written): string {
  const events = items.flatMap(({ start, end, working }, i) => [
    'BEGIN:VEVENT',
    `UID:${stamp(start)}-${i}@rgi`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${working ? 'working' : 'not working'}`,
    `${WORKING}:${working ? 'TRUE' : 'FALSE'}`,
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Meridiana//RGI//EN',
    `X-WR-CALNAME:${escaped(name)}`,
  ];
  return `${[...lines, ...events, 'END:VCALENDAR'].join('\r\n')}\r\n`;
}

const textOf = (event: Component, name: string): string | undefined => linesOf(event, name)[0]?.value;
const isCancelled = (event: Component): boolean => textOf(event, 'STATUS')?.toUpperCase() === 'CANCELLED';

/** Says of an event whether it is working time: by our own mark, else by its words; whatever else stands there is none. */
function isWorking(event: Component): boolean {
  const mark = textOf(event, WORKING);
  if (mark !== undefined) return mark.toUpperCase() === 'TRUE';
  return /^(working|lavorativo|lavoro)\b/i.test(textOf(event, 'SUMMARY') ?? '');
}

/** Which occurrences of their series events with a RECURRENCE-ID stand in place of, by the UID of the series. */
function replaced(events: readonly Component[], reading: Reading): Map<string, (one: Occurrence) => boolean> {
  const named = new Map<string, ReturnType<typeof momentsOf>>();
  for (const event of events) {
    const [line] = linesOf(event, 'RECURRENCE-ID');
    if (!line) continue;
    const range = line.parameters.get('RANGE');
    if (range !== undefined) throw new CalendarError(line.line, 'unknown_rule', `RANGE=${range}`);
    const uid = textOf(event, 'UID') ?? '';
    const of = named.get(uid) ?? [];
    named.set(uid, of);
    of.push(...momentsOf(line, reading));
  }
  return new Map([...named].map(([uid, moments]) => [uid, isAmong(moments)]));
}

function periodsOf(event: Component, reading: Reading, gone: ReturnType<typeof replaced>): Period[] {
  if (isCancelled(event)) return [];
  const instead = linesOf(event, 'RECURRENCE-ID').length > 0;
  const isGone = instead ? undefined : gone.get(textOf(event, 'UID') ?? '');
  const working = isWorking(event);
  const own = occurrencesOf(event, reading).filter((one) => !isGone?.(one));
  for (const one of own) {
    const fault = unlikely(one);
    if (fault) throw new CalendarError(event.line, fault);
  }
  return own.map(({ start, end }) => ({ start, end, working }));
}

/** So many days are looked at for the rules of one file, in which 2,000 periods of all kinds find their place. */
const PATIENCE = 250_000;
/** So many zones one file names. */
const MAX_ZONES = 50;
const MAX_TOLD = 50;

interface Options {
  /** The plant's own zone. */
  readonly zone: string;
  /** The last day of series that have no end of their own; without it they are refused. */
  readonly until_on?: string | undefined;
}
type Read = { readonly items: Period[] } | { readonly faults: CalendarFault[] };

/** Adds the periods of an event to those of the file, or what is wrong with it. */
function readEvent(
  event: Component,
  { reading, gone }: { reading: Reading; gone: ReturnType<typeof replaced> },
  into: { items: Period[]; faults: CalendarFault[] },
): void {
  try {
    if (reading.patience.days <= 0) throw new CalendarError(event.line, 'too_much');
    into.items.push(...periodsOf(event, reading, gone));
    if (into.items.length > MAX_ITEMS) throw new CalendarError(event.line, 'too_many_periods');
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    into.faults.push(error.fault);
  }
}

function readEvents(root: Component, { zone, until_on }: Options): Read {
  const patience: Patience = { days: PATIENCE, zones: MAX_ZONES };
  const read = { items: [] as Period[], faults: [] as CalendarFault[] };
  for (const calendar of root.parts) {
    const clocks = clocksOf(calendar, { own: zone, patience });
    const reading: Reading = { clocks, zone, until_on, patience };
    const events = calendar.parts.filter(({ name }) => name === 'VEVENT');
    const gone = replaced(events, reading);
    for (const event of events) {
      const isOver = read.items.length > MAX_ITEMS || patience.days <= 0;
      if (read.faults.length >= (isOver ? 1 : MAX_TOLD)) break;
      readEvent(event, { reading, gone }, read);
    }
  }
  const { items, faults } = read;
  return faults.length > 0 ? { faults } : { items: items.toSorted((a, b) => a.start - b.start) };
}

/** Reads the events of a calendar as periods, series as each of their times. @returns all of them, or what is wrong with which */
export function readCalendar(text: string, options: Options): Read {
  try {
    return readEvents(componentsOf(text), options);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return { faults: [error.fault] };
  }
}
