import { DAY_MS } from '../../../shared/units/zones.ts';
import type { Points } from '../buckets.model.ts';
import { QUALITIES } from '../measurements.model.ts';
import { GOOD } from '../readings.model.ts';
import type { Series } from '../series.contract.ts';

/** What a series tells beside its points. */
export type SeriesHead = Omit<Series, 'ts' | 'values' | 'quality' | 'marked' | 'recovered'>;
/** What stands behind them. */
export interface SeriesTail {
  marked?: Series['marked'];
  recovered?: Series['recovered'];
  figures?: Readonly<Record<string, number | null>>;
}

const INSTANT_BYTES = '"2026-01-01T00:00:00.000Z",'.length;
/** Where the time begins. */
const TIME_AT = '"2026-01-01T'.length;
const ZERO = 48;
/** Series of one device, and of one resolution, share their instants: so many lists are kept. */
const KEPT = 8;

function putTwo(bytes: Uint8Array, at: number, value: number): void {
  const tens = (value / 10) | 0;
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + value - 10 * tens;
}

/** The time of a day, of its milliseconds, into `…T00:00:00.000Z`. */
function putTime(bytes: Uint8Array, at: number, ms: number): void {
  const seconds = (ms / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  putTwo(bytes, at, hours);
  putTwo(bytes, at + 3, minutes - 60 * hours);
  putTwo(bytes, at + 6, seconds - 60 * minutes);
  const rest = (ms - 1000 * seconds) | 0;
  const hundreds = (rest / 100) | 0;
  bytes[at + 9] = ZERO + hundreds;
  putTwo(bytes, at + 10, rest - 100 * hundreds);
}

/** The midnights of days (since 1970) as they are written. */
class DayTexts {
  readonly #made = new Map<number, Uint8Array>();

  of(day: number): Uint8Array {
    const known = this.#made.get(day);
    if (known) return known;
    const made = Buffer.from(`"${new Date(day * DAY_MS).toISOString()}",`);
    this.#made.set(day, made);
    return made;
  }
}

/** ISO instants in UTC as JSON strings joined by commas: what toISOString answers, written into bytes. */
function instantsJson(ts: Float64Array, days: DayTexts): Uint8Array {
  const bytes = Buffer.allocUnsafe(ts.length * INSTANT_BYTES);
  let text: Uint8Array = new Uint8Array(0);
  let [day, at] = [Number.NaN, 0];
  for (let i = 0; i < ts.length; i++) {
    const instant = ts[i] ?? 0;
    const ofDay = Math.floor(instant / DAY_MS);
    if (ofDay !== day) text = days.of(ofDay);
    day = ofDay;
    for (let k = 0; k < INSTANT_BYTES; k++) bytes[at + k] = text[k] ?? 0;
    putTime(bytes, at + TIME_AT, instant - day * DAY_MS);
    at += INSTANT_BYTES;
  }
  return bytes.subarray(0, Math.max(0, at - 1));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Writes series as JSON by hand: instants that series share are formatted once, and no object is made for a point. */
export class SeriesWriter {
  readonly #days = new DayTexts();
  readonly #kept: { ts: Float64Array; json: Uint8Array }[] = [];

  #instants(ts: Float64Array): Uint8Array {
    const known = this.#kept.find(
      (one) => one.ts === ts || (one.ts.length === ts.length && bytesOf(one.ts).equals(bytesOf(ts))),
    );
    if (known) return known.json;
    const made = { ts, json: instantsJson(ts, this.#days) };
    this.#kept.push(made);
    if (this.#kept.length > KEPT) this.#kept.shift();
    return made.json;
  }

  /** One series in UTF-8, in memory of its own that can be given away; null for NaN, quality only where not all is good. */
  write(
    head: SeriesHead,
    points: Points,
    { marked, recovered, figures }: SeriesTail = {},
  ): Uint8Array<ArrayBuffer> {
    const opening = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"ts":[`);
    const instants = this.#instants(points.ts);
    const after = `],"values":[${numbersJson(points.values)}]${qualityJson(points.quality)}`;
    const end = listJson('marked', marked) + listJson('recovered', recovered) + figuresJson(figures);
    const closing = Buffer.from(`${end}}`);
    const length = opening.length + instants.length + after.length + closing.length;
    const bytes = Buffer.from(new ArrayBuffer(length));
    bytes.set(opening, 0);
    bytes.set(instants, opening.length);
    bytes.write(after, opening.length + instants.length, 'latin1');
    bytes.set(closing, length - closing.length);
    return bytes as Uint8Array<ArrayBuffer>;
  }
}

const listJson = (name: string, list: readonly object[] | undefined): string =>
  list?.length ? `,"${name}":${JSON.stringify(list)}` : '';

const figuresJson = (figures: SeriesTail['figures']): string =>
  figures ? `,"figures":${JSON.stringify(figures)}` : '';

function numbersJson(values: Float64Array): string {
  let text = '';
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (i > 0) text += ',';
    text += Number.isFinite(value) ? String(value) : 'null';
  }
  return text;
}

const QUALITY_JSON = QUALITIES.map((quality) => JSON.stringify(quality));

function qualityJson(quality: Uint8Array): string {
  if (quality.every((state) => state === GOOD)) return '';
  let text = ',"quality":[';
  for (let i = 0; i < quality.length; i++)
    text += (i > 0 ? ',' : '') + (QUALITY_JSON[quality[i] ?? GOOD] ?? '"missing"');
  return `${text}]`;
}
