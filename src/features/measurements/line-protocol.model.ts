import type { Incoming } from './ingest.model.ts';
import { unitOfTicks } from './instants.model.ts';

// InfluxDB line protocol: <measurement>[,<tag>=<value>...] <field>=<value>[,...] [<timestamp>]. The tag `device` names
// the device as a JSON delivery does, fields are names of variables; the measurement and other tags say nothing here.

export const PRECISIONS = ['ns', 'us', 'ms', 's'] as const;
export type Precision = (typeof PRECISIONS)[number];

const UNIT_WORDS = { ns: 'nanoseconds', us: 'microseconds', ms: 'milliseconds', s: 'seconds' } as const;
/** Digits that a timestamp has beyond milliseconds. */
const FINER_DIGITS = { ns: 6, us: 3, ms: 0, s: 0 } as const;

const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+[iu]$/;
const TRUE = new Set(['t', 'T', 'true', 'True', 'TRUE']);
const FALSE = new Set(['f', 'F', 'false', 'False', 'FALSE']);
const TICKS = /^-?\d{1,19}$/;
const ESCAPED = /\\([, =])/g;

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const COMMA = 44;
const EQUALS = 61;
const BACKSLASH = 92;
const TAB = 9;

/** A field's value as it is written, `null` for a text. */
type Written = string | null;

interface Point {
  device: string | undefined;
  fields: [name: string, value: Written][];
  timestamp: string;
}

const plain = (text: string): string => (text.includes('\\') ? text.replace(ESCAPED, '$1') : text);

/** Goes through a text once; each of its steps begins where the one before ended. */
class Cursor {
  readonly text: string;
  at = 0;
  line = 1;

  constructor(text: string) {
    this.text = text;
  }

  get code(): number {
    return this.text.charCodeAt(this.at);
  }

  is(code: number): boolean {
    return this.code === code;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  get atLineEnd(): boolean {
    return this.ended || this.code === NEWLINE || (this.code === RETURN && this.#next === NEWLINE);
  }

  get #next(): number {
    return this.text.charCodeAt(this.at + 1);
  }

  skipBlanks(): void {
    while (this.code === SPACE || this.code === TAB) this.at++;
  }

  /** To the beginning of the next line. */
  skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end + 1;
    if (end >= 0) this.line++;
  }

  /** A word up to one of the marks, a blank or the line's end; what stands behind a backslash is no mark. */
  word(first: number, second = first): string {
    const start = this.at;
    for (; !this.ended; this.at++) {
      const { code } = this;
      if (code === BACKSLASH && this.#next !== NEWLINE && !Number.isNaN(this.#next)) this.at++;
      else if (code === first || code === second || code === SPACE || code === NEWLINE) break;
    }
    const end = this.text.charCodeAt(this.at - 1) === RETURN && this.code === NEWLINE ? this.at - 1 : this.at;
    return this.text.slice(start, Math.max(start, end));
  }

  /**
   * Goes over a text in quotes, which may have several lines; whether it was closed. One that is not is looked for to
   * the end once only: any quote that opened another would have closed it.
   */
  quoted(): boolean {
    let lines = 0;
    for (let at = this.at + 1; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === NEWLINE) lines++;
      else if (code === QUOTE) {
        this.at = at + 1;
        this.line += lines;
        return true;
      }
    }
    return false;
  }
}

function readTags(cursor: Cursor): { device: string | undefined } | undefined {
  let device: string | undefined;
  while (cursor.is(COMMA)) {
    cursor.at++;
    const key = cursor.word(EQUALS, COMMA);
    if (key === '' || !cursor.is(EQUALS)) return undefined;
    cursor.at++;
    const value = cursor.word(COMMA, EQUALS);
    if (value === '' || cursor.is(EQUALS)) return undefined;
    if (key === 'device') device ??= plain(value);
  }
  return { device };
}

function readField(cursor: Cursor): [string, Written] | undefined {
  const key = cursor.word(EQUALS, COMMA);
  if (key === '' || !cursor.is(EQUALS)) return undefined;
  cursor.at++;
  if (cursor.is(QUOTE)) return cursor.quoted() ? [plain(key), null] : undefined;
  const value = cursor.word(COMMA);
  return value === '' ? undefined : [plain(key), value];
}

function readFields(cursor: Cursor): Point['fields'] | undefined {
  const fields: Point['fields'] = [];
  for (;;) {
    const field = readField(cursor);
    if (!field) return undefined;
    fields.push(field);
    if (!cursor.is(COMMA)) return fields;
    cursor.at++;
  }
}

/** A point whose line begins at the cursor, or the device of one that is not well-formed. */
function readPoint(cursor: Cursor): Point | { broken: string | undefined } {
  const measurement = cursor.word(COMMA);
  const tags = measurement === '' ? undefined : readTags(cursor);
  if (!tags || !cursor.is(SPACE)) return { broken: undefined };
  cursor.skipBlanks();
  const fields = readFields(cursor);
  if (!fields || !(cursor.atLineEnd || cursor.is(SPACE))) return { broken: tags.device };
  cursor.skipBlanks();
  const timestamp = cursor.word(SPACE);
  cursor.skipBlanks();
  return cursor.atLineEnd ? { device: tags.device, fields, timestamp } : { broken: tags.device };
}

/** The number that a field's value stands for; undefined for what is none. */
function numberOf(written: string): number | undefined {
  if (FLOAT.test(written)) return Number(written);
  if (INTEGER.test(written)) return Number(written.slice(0, -1));
  if (TRUE.has(written)) return 1;
  return FALSE.has(written) ? 0 : undefined;
}

/** Epoch ms of a timestamp, cut to whole ones; or what it looks like instead. */
function instantOf(timestamp: string, precision: Precision): number | { looksLike: Precision } {
  const unit = unitOfTicks(Math.abs(Number(timestamp)));
  if (unit !== undefined && unit !== precision) return { looksLike: unit };
  if (precision === 's') return Number(timestamp) * 1000;
  // By its digits: a number of nanoseconds is larger than what a float64 holds exactly.
  const digits = FINER_DIGITS[precision];
  return digits === 0 ? Number(timestamp) : Number(timestamp.slice(0, -digits) || 0);
}

/** The readings of a point, and beside them what of it is none. */
function* incomingOf(row: number, point: Point, { precision, now }: LineOptions): Generator<Incoming> {
  const { device, fields, timestamp } = point;
  const all = { device, readings: fields.length };
  if (device === undefined) return yield { row, code: 'no_device', of: all };
  if (timestamp !== '' && !TICKS.test(timestamp))
    return yield { row, code: 'bad_ts', of: { ...all, reason: 'the timestamp is not a whole number' } };
  const ts = timestamp === '' ? now : instantOf(timestamp, precision);
  if (typeof ts !== 'number') {
    const { looksLike } = ts;
    const reason = `the timestamp looks like ${UNIT_WORDS[looksLike]} and was announced as ${UNIT_WORDS[precision]}: send precision=${looksLike}`;
    return yield { row, code: `looks_like_${looksLike}`, of: { ...all, reason } };
  }
  // Without a prototype: a field may be called __proto__.
  const values: Record<string, unknown> = Object.create(null);
  for (const [variable, written] of fields) {
    if (written === null) yield { row, code: 'text_value', of: { device, variable } };
    else values[variable] = numberOf(written) ?? written;
  }
  if (fields.some(([, written]) => written !== null)) yield { row, reading: { device, ts, values } };
}

export interface LineOptions {
  precision: Precision;
  /** Epoch ms of what has no timestamp. */
  now: number;
}

/** What a text in line protocol holds, with the number of its line from 1; blank lines and comments hold nothing. */
export function* readLines(text: string, options: LineOptions): Generator<Incoming> {
  const cursor = new Cursor(text);
  while (!cursor.ended) {
    cursor.skipBlanks();
    if (!cursor.atLineEnd && !cursor.is(HASH)) {
      const row = cursor.line;
      const point = readPoint(cursor);
      if ('broken' in point) yield { row, code: 'bad_line', of: { device: point.broken } };
      else yield* incomingOf(row, point, options);
    }
    cursor.skipLine();
  }
}

/** How many lines a text has; a newline at its end begins none. */
export function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
