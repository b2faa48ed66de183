import { DAY_MS, instantsOfLocal } from '../../shared/units/zones.ts';
import type { CsvMapping } from './measurements.contract.ts';

export type TimeFormat = CsvMapping['time_format'];

/** A stamp as it is written: a wall-clock time as if it were UTC, with its offset when it carries one. */
export interface Stamp {
  local: number;
  /** Milliseconds ahead of UTC; null when the stamp does not say. */
  offset: number | null;
}

const DATE = String.raw`(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})`;
const CLOCK = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([AaPp])\.?[Mm]\.?)?`;
const OFFSET = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})`;
const STAMP = new RegExp(`^${DATE}(?:[T\\s,;]\\s*${CLOCK}(?:${OFFSET})?)?$`);

function offsetOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^(Z|UTC|GMT)$/.test(text)) return 0;
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.slice(1).replace(':', '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0)) * 60_000;
}

const ORDER: Record<string, readonly [year: number, month: number, day: number]> = {
  iso: [0, 1, 2],
  'yyyy-mm-dd': [0, 1, 2],
  'dd/mm/yyyy': [2, 1, 0],
  'mm/dd/yyyy': [2, 0, 1],
};

function dayOf(fields: readonly string[], format: TimeFormat): number | undefined {
  const order = ORDER[format];
  if (!order) return undefined;
  const [yearText = '', month, day] = [fields[order[0]], Number(fields[order[1]]), Number(fields[order[2]])];
  if (yearText.length !== 4 && yearText.length !== 2) return undefined;
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

function clockOf(hourText: string | undefined, minute: string, second: string, half: string | undefined) {
  let hour = Number(hourText ?? 0);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (/p/i.test(half) ? 12 : 0);
  }
  const ms = (hour * 3600 + Number(minute) * 60 + Number(second)) * 1000;
  return Number(minute) > 59 || Number(second) > 59 || ms > DAY_MS ? undefined : ms;
}

function parseUnix(text: string, unit_ms: number): Stamp | undefined {
  if (!/^-?\d+([.,]\d+)?$/.test(text)) return undefined;
  return { local: Math.round(Number(text.replace(',', '.')) * unit_ms), offset: 0 };
}

/**
 * Reads a cell as a stamp of a format; undefined when it is none. 24:00 is the next day's midnight, as many loggers
 * write it; a date alone is its midnight.
 */
export function parseStamp(cell: string, format: TimeFormat): Stamp | undefined {
  const text = cell.trim();
  if (format === 'unix_s') return parseUnix(text, 1000);
  if (format === 'unix_ms') return parseUnix(text, 1);
  const parts = STAMP.exec(text);
  if (!parts) return undefined;
  const [, a = '', b = '', c = '', hour, minute = '0', second = '0', fraction = '', half, offset] = parts;
  const day = dayOf([a, b, c], format);
  const clock = clockOf(hour, minute, second, half);
  if (day === undefined || clock === undefined) return undefined;
  const millis = fraction === '' ? 0 : Math.round(Number(`0.${fraction}`) * 1000);
  return { local: day + clock + millis, offset: offsetOf(offset) };
}

/** How well a format reads a column of cells: what share of them, and whether time then runs steadily. */
function fitOf(
  cells: readonly string[],
  format: TimeFormat,
): { share: number; steady: number; offsets: number } {
  const stamps = cells.map((cell) => parseStamp(cell, format)).filter((stamp) => stamp !== undefined);
  let steady = 0;
  for (let i = 1; i < stamps.length; i++) {
    const gap = Math.abs((stamps[i]?.local ?? 0) - (stamps[i - 1]?.local ?? 0));
    if (gap > 0 && gap <= DAY_MS) steady++;
  }
  const offsets = stamps.filter((stamp) => stamp.offset !== null).length;
  return { share: stamps.length / Math.max(1, cells.length), steady, offsets };
}

function unixFormat(cells: readonly string[]): TimeFormat | undefined {
  const numbers = cells.filter((cell) => /^\d{9,13}$/.test(cell.trim())).map(Number);
  if (numbers.length < 0.8 * cells.length) return undefined;
  // Seconds from 2000 on have 9 or 10 digits, milliseconds 12 or 13.
  const [first = 0] = numbers;
  if (first >= 946_684_800 && first < 1e11) return 'unix_s';
  return first >= 946_684_800_000 ? 'unix_ms' : undefined;
}

/**
 * The format in which most of the cells are stamps; undefined when there is none. Where day and month could be either
 * way round, the one in which time runs steadily is taken, else day first.
 */
export function detectTimeFormat(cells: readonly string[]): TimeFormat | undefined {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length === 0) return undefined;
  const unix = unixFormat(filled);
  if (unix) return unix;
  const year = fitOf(filled, 'iso');
  if (year.share >= 0.8) return year.offsets > 0 ? 'iso' : 'yyyy-mm-dd';
  const day = fitOf(filled, 'dd/mm/yyyy');
  const month = fitOf(filled, 'mm/dd/yyyy');
  const best =
    month.share > day.share || (month.share === day.share && month.steady > day.steady) ? month : day;
  if (best.share < 0.8) return undefined;
  return best === day ? 'dd/mm/yyyy' : 'mm/dd/yyyy';
}

/** Where a stamp came to lie, and what was odd about it. */
export type Placed = { ts: number; oddity: 'doubled' | null } | { ts: null; oddity: 'absent' };

/**
 * Places stamps on the time line one after another. A wall-clock time in the hour that comes twice is its first pass,
 * unless the row before it already lies there: then it is the second. A time in the hour that is skipped has no instant.
 */
export class StampPlacer {
  readonly #zone: string;
  readonly #descending: boolean;
  #previous: number | undefined;

  constructor(zone: string, descending = false) {
    this.#zone = zone;
    this.#descending = descending;
  }

  place({ local, offset }: Stamp): Placed {
    if (offset !== null) return this.#at(local - offset, null);
    const instants = instantsOfLocal(this.#zone, local);
    const [first, second] = this.#descending ? instants.toReversed() : instants;
    if (first === undefined) return { ts: null, oddity: 'absent' };
    if (second === undefined) return this.#at(first, null);
    const previous = this.#previous;
    const passed = previous !== undefined && (this.#descending ? previous <= first : previous >= first);
    return this.#at(passed ? second : first, 'doubled');
  }

  #at(ts: number, oddity: 'doubled' | null): Placed {
    this.#previous = ts;
    return { ts, oddity };
  }
}
