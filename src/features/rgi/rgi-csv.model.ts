import { instantsOfLocal, offsetAt } from '../../shared/units/zones.ts';
import type { CalendarFault, CalendarFaultCode } from './ical-lines.model.ts';
import { type Period, unlikely } from './rgi.model.ts';

const HEAD = 'start;end;working';
const two = (value: number): string => String(value).padStart(2, '0');

/** An instant by the clock of the plant with its offset, such as `2026-03-02T08:00:00+01:00`. */
function written(zone: string, ms: number): string {
  const offset = offsetAt(zone, ms);
  const minutes = Math.abs(offset) / 60_000;
  const local = new Date(ms + offset).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The periods of a plant as CSV: `start;end;working`, a line for each, by the plant's clock with its offset. */
export function writePeriods(items: readonly Period[], zone: string): string {
  const lines = items.map(({ start, end, working }) =>
    [written(zone, start), written(zone, end), working ? 'yes' : 'no'].join(';'),
  );
  return `\uFEFF${[HEAD, ...lines].join('\r\n')}\r\n`;
}

/**
 * An instant with its offset, or a local time of the plant such as `2026-03-02 08:00`. NaN for what cannot be read, and
 * for a local time that the clock skips or shows twice: nobody can tell which was meant.
 */
function instantOf(text: string, zone: string): number {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!parts) return Number.NaN;
  const [, day, time, offset] = parts;
  const asUtc = Date.parse(`${day}T${time}Z`);
  // A 30th of February would silently become a day of March.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== day) return Number.NaN;
  if (offset) return Date.parse(`${day}T${time}${offset}`);
  const [only, other] = instantsOfLocal(zone, asUtc);
  return other === undefined ? (only ?? Number.NaN) : Number.NaN;
}

const WORKING: Readonly<Record<string, boolean>> = {
  yes: true,
  si: true,
  sì: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
};

function readLine(cells: readonly string[], zone: string): Period | CalendarFaultCode {
  const [from = '', to = '', word = ''] = cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const [start, end] = [instantOf(from, zone), instantOf(to, zone)];
  if (Number.isNaN(start) || Number.isNaN(end)) return 'no_times';
  if (end <= start) return 'end_before_start';
  const working = WORKING[word.toLowerCase()];
  return working === undefined ? 'no_word' : (unlikely({ start, end }) ?? { start, end, working });
}

/** Whether a text begins as `readPeriods` expects it. */
export const looksLikePeriods = (text: string): boolean =>
  /^\uFEFF?"?start"?[;,]"?end"?[;,]"?working"?\s*$/i.test(text.split(/\r\n?|\n/, 1)[0] ?? '');

/** Reads periods as `writePeriods` writes them, parted by semicolons or commas. @returns all of them, or what is wrong with which line */
export function readPeriods(
  text: string,
  zone: string,
): { readonly items: Period[] } | { readonly faults: CalendarFault[] } {
  const [head = '', ...lines] = text.split(/\r\n?|\n/);
  const separator = head.includes(';') ? ';' : ',';
  const items: Period[] = [];
  const faults: CalendarFault[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line.split(separator), zone);
    if (typeof read === 'string') faults.push({ line: i + 2, code: read });
    else items.push(read);
  }
  return faults.length > 0 ? { faults } : { items };
}
