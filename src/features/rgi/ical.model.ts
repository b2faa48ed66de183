import { dayBorders, instantsOfLocal, isTimeZone } from '../../shared/units/zones.ts';
import type { Period } from './rgi.model.ts';

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
    ...['BEGIN:VEVENT', `UID:${stamp(start)}-${i}@rgi`, `DTSTAMP:${stamp(now)}`],
    ...[`DTSTART:${stamp(start)}`, `DTEND:${stamp(end)}`, `SUMMARY:${working ? 'working' : 'not working'}`],
    ...[`${WORKING}:${working ? 'TRUE' : 'FALSE'}`, 'END:VEVENT'],
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Meridiana//RGI//EN',
    `X-WR-CALNAME:${escaped(name)}`,
  ];
  return `${[...lines, ...events, 'END:VCALENDAR'].join('\r\n')}\r\n`;
}

export const CALENDAR_FAULTS = ['no_calendar', 'no_times', 'end_before_start', 'repeats', 'no_word'] as const;
export interface CalendarFault {
  readonly line: number;
  readonly code: (typeof CALENDAR_FAULTS)[number];
}

/** Lines with what is folded joined again, each with the number of its first. */
function unfolded(text: string): { readonly line: number; readonly content: string }[] {
  const lines: { line: number; content: string }[] = [];
  for (const [i, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(raw) && last) last.content += raw.slice(1);
    else lines.push({ line: i + 1, content: raw });
  }
  return lines;
}

/** An instant of iCalendar: in UTC, by a named zone, by the plant's own, or a whole day. */
function instantOf(parameters: string, value: string, zone: string): number | null {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(value.trim());
  if (!found) return null;
  const [, year, month, day, hour, minute, second, utc] = found;
  const date = `${year}-${month}-${day}`;
  if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return null;
  if (hour === undefined) return dayBorders(zone, date).start;
  const local = Date.parse(`${date}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(local)) return null;
  if (utc === 'Z') return local;
  const named = /TZID=([^;:]+)/.exec(parameters)?.[1];
  return instantsOfLocal(named !== undefined && isTimeZone(named) ? named : zone, local)[0] ?? null;
}

/** Says of an event whether it is working time: by our own mark, else by its words; whatever else stands there is none. */
const isWorking = (lines: ReadonlyMap<string, string>): boolean => {
  const mark = lines.get(WORKING);
  if (mark !== undefined) return mark.toUpperCase() === 'TRUE';
  return /^(working|lavorativo|lavoro)\b/i.test(lines.get('SUMMARY') ?? '');
};

function eventOf(lines: readonly string[], zone: string): Period | CalendarFault['code'] {
  const parts = new Map<string, { parameters: string; value: string }>();
  for (const content of lines) {
    const found = /^([A-Z-]+)([^:]*):(.*)$/i.exec(content);
    if (found)
      parts.set((found[1] ?? '').toUpperCase(), { parameters: found[2] ?? '', value: found[3] ?? '' });
  }
  // A rule would have to be understood whole: half of it would be wrong in silence.
  if (parts.has('RRULE')) return 'repeats';
  const [from, to] = [parts.get('DTSTART'), parts.get('DTEND')];
  const start = from ? instantOf(from.parameters, from.value, zone) : null;
  const end = to ? instantOf(to.parameters, to.value, zone) : null;
  if (start === null || end === null) return 'no_times';
  if (end <= start) return 'end_before_start';
  return { start, end, working: isWorking(new Map([...parts].map(([name, { value }]) => [name, value]))) };
}

/** Reads the events of a calendar as periods. @returns all of them, or what is wrong with which */
export function readCalendar(
  text: string,
  zone: string,
): { readonly items: Period[] } | { readonly faults: CalendarFault[] } {
  const lines = unfolded(text.replace(/^\uFEFF/, ''));
  if (!/^BEGIN:VCALENDAR$/i.test(lines[0]?.content.trim() ?? ''))
    return { faults: [{ line: 1, code: 'no_calendar' }] };
  const items: Period[] = [];
  const faults: CalendarFault[] = [];
  let open: { line: number; lines: string[] } | null = null;
  for (const { line, content } of lines) {
    if (/^BEGIN:VEVENT$/i.test(content)) open = { line, lines: [] };
    else if (/^END:VEVENT$/i.test(content) && open) {
      const read = eventOf(open.lines, zone);
      if (typeof read === 'string') faults.push({ line: open.line, code: read });
      else items.push(read);
      open = null;
    } else open?.lines.push(content);
  }
  return faults.length > 0 ? { faults } : { items };
}
