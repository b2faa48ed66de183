import { UNKNOWN } from './numbers.ts';

export const ROME = 'Europe/Rome';

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
export function formatDateTime(when: When, zone: string = ROME): string {
  const at = dateOf(when);
  if (!at) return UNKNOWN;
  const { day, month, year, hour, minute } = partsOf(at, zone);
  return `${day}/${month}/${year} ${hour}:${minute}`;
}

/** The day of an instant as DD/MM/YYYY. */
export function formatDate(when: When, zone: string = ROME): string {
  const at = dateOf(when);
  if (!at) return UNKNOWN;
  const { day, month, year } = partsOf(at, zone);
  return `${day}/${month}/${year}`;
}

/** The hour of an instant as HH:mm, or HH:mm:ss. */
export function formatTime(when: When, zone: string = ROME, { seconds = false } = {}): string {
  const at = dateOf(when);
  if (!at) return UNKNOWN;
  const { hour, minute, second } = partsOf(at, zone);
  return seconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
}
