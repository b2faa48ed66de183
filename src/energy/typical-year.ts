import { HOUR_MS } from '../shared/units/zones.ts';

/** What a row of a typical year says, in the order in which its values are kept. */
export const YEAR_FIELDS = ['ghi_wm2', 'dni_wm2', 'dhi_wm2', 'air_c', 'wind_ms'] as const;
export type YearField = (typeof YEAR_FIELDS)[number];
export const YEAR_HOURS = 8760;

/** A year of hours without 29 February, from 1 January 00:00 UTC on. */
export interface TypicalYear {
  readonly format: 'pvgis' | 'epw';
  readonly latitude: number;
  readonly longitude: number;
  /** How long after an hour's begin its irradiance stands for, in hours: 0.5 for means. */
  readonly offset_h: number;
  /** 8,760 values of each field: W/m², °C, m/s. */
  readonly hours: Readonly<Record<YearField, Float32Array>>;
}

/** Largest file that is read: EPW files have about 1.6 million characters. */
export const MAX_YEAR_CHARACTERS = 8_000_000;
const MAX_LINE = 4000;

/** Codes of what a file lacks; each is said in the reader's language. */
export type YearFaultCode =
  | 'year_too_large'
  | 'year_unknown_format'
  | 'year_missing_field'
  | 'year_not_a_number'
  | 'year_out_of_range'
  | 'year_not_a_time'
  | 'year_twice'
  | 'year_incomplete';

/** A file that is no typical year; `line` counts from 1. */
export class YearFault extends Error {
  readonly code: YearFaultCode;
  readonly params: Readonly<Record<string, string | number>>;
  constructor(code: YearFaultCode, params: Readonly<Record<string, string | number>> = {}) {
    super(`${code} ${JSON.stringify(params)}`);
    this.name = 'YearFault';
    this.code = code;
    this.params = params;
  }
}

/** Least and most that a field may say on this planet. */
const RANGES: Readonly<Record<YearField | 'latitude' | 'longitude' | 'offset_h', readonly [number, number]>> =
  {
    ghi_wm2: [0, 1600],
    dni_wm2: [0, 1500],
    dhi_wm2: [0, 1200],
    air_c: [-90, 60],
    wind_ms: [0, 100],
    latitude: [-90, 90],
    longitude: [-180, 180],
    offset_h: [-1, 1],
  };

/** Where a value stands, for whoever has to mend it. */
export interface Place {
  readonly line: number;
  /** As the file calls it. */
  readonly field: string;
}

/** A number of the file. @throws YearFault when it is none, or not of this world */
export function readYearNumber(
  text: string | undefined,
  kind: keyof typeof RANGES,
  { line, field }: Place,
): number {
  const found = text?.trim() ?? '';
  if (found === '') throw new YearFault('year_missing_field', { line, field });
  // Number() would also read hexadecimals and blanks.
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(found))
    throw new YearFault('year_not_a_number', { line, field, found: found.slice(0, 40) });
  const value = Number(found);
  const [min, max] = RANGES[kind];
  if (!(value >= min && value <= max))
    throw new YearFault('year_out_of_range', { line, field, found: value, min, max });
  return value === 0 ? 0 : value;
}

/** The lines of a file of a bounded size. @throws YearFault when it is too large */
export function yearLines(text: string): string[] {
  if (text.length > MAX_YEAR_CHARACTERS) throw new YearFault('year_too_large', { most: MAX_YEAR_CHARACTERS });
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const long = lines.findIndex((line) => line.length > MAX_LINE);
  if (long >= 0) throw new YearFault('year_unknown_format', { line: long + 1 });
  return lines;
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_OF = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Place of an hour in a year without 29 February, whose hours count as the 28th's. Undefined for what is no date. */
export function hourOfYear(month: number, day: number, hour: number): number | undefined {
  const days = DAYS_OF[month - 1];
  if (days === undefined || !Number.isInteger(day) || !Number.isInteger(hour)) return undefined;
  const own = month === 2 && day === 29 ? 28 : day;
  if (own < 1 || own > days || hour < 0 || hour > 23) return undefined;
  return ((DAYS_BEFORE[month - 1] ?? 0) + own - 1) * 24 + hour;
}

/** Place in a typical year of the hour (UTC) that holds an instant. */
export function typicalHour(atMs: number): number {
  const at = new Date(Math.floor(atMs / HOUR_MS) * HOUR_MS);
  return hourOfYear(at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours()) ?? 0;
}

/** Gathers a year's rows in any order. */
export class YearBuilder {
  readonly hours = Object.fromEntries(
    YEAR_FIELDS.map((field) => [field, new Float32Array(YEAR_HOURS)]),
  ) as Record<YearField, Float32Array>;
  readonly #seen = new Uint8Array(YEAR_HOURS);

  /** @throws YearFault when the hour was there before */
  add(hour: number, values: Readonly<Record<YearField, number>>, line: number): void {
    if (this.#seen[hour]) throw new YearFault('year_twice', { line });
    this.#seen[hour] = 1;
    for (const field of YEAR_FIELDS) this.hours[field][hour] = values[field];
  }

  /** @throws YearFault when an hour is missing */
  complete(): Record<YearField, Float32Array> {
    const count = this.#seen.reduce((sum, seen) => sum + seen, 0);
    if (count < YEAR_HOURS) throw new YearFault('year_incomplete', { found: count, expected: YEAR_HOURS });
    return this.hours;
  }
}
