import { DEFAULT_CLOCK } from '../../units/zones.ts';
import { UNKNOWN } from './numbers.ts';

interface Parts {
  day: string;
  month: string;
  year: string;
  hour: string;
  minute: string;
  second: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}

function partsOf(at: Date, zone: string): Parts {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  return parts as unknown as Parts;
}

type When = string | number | Date | null | undefined;

function dateOf(when: When): Date | null {
  if (when === null || when === undefined) return null;
  const date = new Date(when);
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * An instant as DD/MM/YYYY HH:mm. // spec §9: date format
 * @param when ISO 8601 text, milliseconds since 1970 or a Date; null and what is no date become an en dash
 * @param zone IANA zone whose wall clock is shown
 */
export function formatDateTime(when: When, zone: string = DEFAULT_CLOCK): string {
  const at = dateOf(when);
  if (!at) return UNKNOWN;
  const { day, month, year, hour, minute } = partsOf(at, zone);
  return `${day}/${month}/${year} ${hour}:${minute}`;
}

/** The zone of this browser's clock. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const offsets = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's clock is from UTC at an instant: GMT+2. */
export function offsetName(at: Date, zone: string): string {
  const format =
    offsets.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  offsets.set(zone, format);
  const parts = format.formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/**
 * An instant at a place as DD/MM/YYYY HH:mm of the clocks there; where the reader's own clock shows another hour, with
 * the offset: 11/06/2026 14:00 GMT-6.
 * @param zone IANA zone of the place
 * @param here IANA zone of the reader
 */
export function formatDateTimeAt(when: When, zone: string, here: string = HERE): string {
  const at = dateOf(when);
  const text = formatDateTime(at, zone);
  return at === null || text === formatDateTime(at, here) ? text : `${text} ${offsetName(at, zone)}`;
}

/** The day of an instant as DD/MM/YYYY. */
export function formatDate(when: When, zone: string = DEFAULT_CLOCK): string {
  const at = dateOf(when);
  if (!at) return UNKNOWN;
  const { day, month, year } = partsOf(at, zone);
  return `${day}/${month}/${year}`;
}

/** The hour of an instant as HH:mm, or HH:mm:ss. */
export function formatTime(when: When, zone: string = DEFAULT_CLOCK, { seconds = false } = {}): string {
  const at = dateOf(when);
  if (!at) return UNKNOWN;
  const { hour, minute, second } = partsOf(at, zone);
  return seconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
}
