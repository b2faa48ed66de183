import type { Points } from '../buckets.model.ts';
import { QUALITIES } from '../measurements.model.ts';
import { GOOD } from '../readings.model.ts';
import type { Series } from '../series.contract.ts';

/** What a series tells beside its points. */
export type SeriesHead = Omit<Series, 'ts' | 'values' | 'quality' | 'marked'>;
/** What stands behind them. */
export interface SeriesTail {
  marked?: Series['marked'];
  figures?: Readonly<Record<string, number | null>>;
}

const INSTANT_BYTES = '"2026-01-01T00:00:00.000Z",'.length;
const DAY_MS = 86_400_000;
const ZERO = 48;
/** Series of one device, and of one resolution, share their instants: so many lists are kept. */
const KEPT = 8;

function putDigits(bytes: Uint8Array, at: number, count: number, value: number): void {
  let rest = value;
  for (let i = count - 1; i >= 0; i--) {
    bytes[at + i] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

/** ISO instants in UTC as JSON strings joined by commas: what toISOString answers, written into bytes. */
function instantsJson(ts: Float64Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(Math.max(0, ts.length * INSTANT_BYTES));
  let [day, at] = [Number.NaN, 0];
  for (const instant of ts) {
    const ofDay = Math.floor(instant / DAY_MS);
    if (ofDay === day) bytes.copyWithin(at, at - INSTANT_BYTES, at);
    else bytes.write(`"${new Date(instant).toISOString()}",`, at, 'latin1');
    day = ofDay;
    const ms = instant - day * DAY_MS;
    putDigits(bytes, at + 12, 2, Math.floor(ms / 3_600_000));
    putDigits(bytes, at + 15, 2, Math.floor(ms / 60_000) % 60);
    putDigits(bytes, at + 18, 2, Math.floor(ms / 1000) % 60);
    putDigits(bytes, at + 21, 3, Math.floor(ms) % 1000);
    at += INSTANT_BYTES;
  }
  return bytes.subarray(0, Math.max(0, at - 1));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Writes series as JSON by hand: instants that series share are formatted once, and no object is made for a point. */
export class SeriesWriter {
  readonly #kept: { ts: Float64Array; json: Uint8Array }[] = [];

  #instants(ts: Float64Array): Uint8Array {
    const known = this.#kept.find(
      (one) => one.ts === ts || (one.ts.length === ts.length && bytesOf(one.ts).equals(bytesOf(ts))),
    );
    if (known) return known.json;
    const made = { ts, json: instantsJson(ts) };
    this.#kept.push(made);
    if (this.#kept.length > KEPT) this.#kept.shift();
    return made.json;
  }

  /** One series in UTF-8, in memory of its own that can be given away; null for NaN, quality only where not all is good. */
  write(head: SeriesHead, points: Points, { marked, figures }: SeriesTail = {}): Uint8Array<ArrayBuffer> {
    const opening = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"ts":[`);
    const instants = this.#instants(points.ts);
    const after = `],"values":[${numbersJson(points.values)}]${qualityJson(points.quality)}`;
    const end = (marked?.length ? `,"marked":${JSON.stringify(marked)}` : '') + figuresJson(figures);
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
