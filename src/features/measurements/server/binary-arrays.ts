import { DAY_MS } from '../../../shared/units/zones.ts';
import type { Column, Readings } from '../columns.model.ts';
import type { LastRow, ReadingRow } from '../readings.model.ts';

/**
 * PostgreSQL's binary array format, written by hand: pg sends a Buffer as a binary parameter, which is half again as
 * fast as text, and an array of rows lets devices with different numbers of slots travel in one statement.
 */
const INT4 = 23;
const INT8 = 20;
const FLOAT8 = 701;
const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_ARRAY = 1185;
const FLOAT8_ARRAY = 1022;
const BYTEA = 17;
const DATE = 1082;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

function writeInstant(buffer: Buffer, at: number, ts: number): number {
  const micros = Math.round((ts - POSTGRES_EPOCH_MS) * 1000);
  const high = Math.floor(micros / 4294967296);
  buffer.writeInt32BE(high, at);
  return buffer.writeUInt32BE(micros - high * 4294967296, at + 4);
}

function writeInt8(buffer: Buffer, at: number, value: number): number {
  buffer.writeInt32BE(Math.floor(value / 4294967296), at);
  return buffer.writeUInt32BE(value % 4294967296, at + 4);
}

function writeArrayHead(buffer: Buffer, at: number, oid: number, length: number, nulls: boolean): number {
  if (length === 0) {
    buffer.writeInt32BE(0, at);
    buffer.writeInt32BE(0, at + 4);
    return buffer.writeInt32BE(oid, at + 8);
  }
  buffer.writeInt32BE(1, at);
  buffer.writeInt32BE(nulls ? 1 : 0, at + 4);
  buffer.writeInt32BE(oid, at + 8);
  buffer.writeInt32BE(length, at + 12);
  return buffer.writeInt32BE(1, at + 16);
}

/** 8-byte elements, null where the number is not finite. Bytes: at most 20 + 12 for each element. */
function writeNumbers(buffer: Buffer, start: number, numbers: Float64Array, oid: number): number {
  let at = start;
  let nulls = false;
  for (const number of numbers) nulls ||= !Number.isFinite(number);
  at = writeArrayHead(buffer, at, oid, numbers.length, nulls);
  for (const number of numbers) {
    if (!Number.isFinite(number)) {
      at = buffer.writeInt32BE(-1, at);
      continue;
    }
    at = buffer.writeInt32BE(8, at);
    at = oid === FLOAT8 ? buffer.writeDoubleBE(number, at) : writeInstant(buffer, at, number);
  }
  return at;
}

function writeField(buffer: Buffer, at: number, oid: number, write: (at: number) => number): number {
  buffer.writeInt32BE(oid, at);
  const end = write(at + 8);
  buffer.writeInt32BE(end - at - 8, at + 4);
  return end;
}

function writeBytes(buffer: Buffer, at: number, bytes: Uint8Array | null): number {
  buffer.writeInt32BE(BYTEA, at);
  buffer.writeInt32BE(bytes ? bytes.length : -1, at + 4);
  if (bytes) buffer.set(bytes, at + 8);
  return at + 8 + (bytes?.length ?? 0);
}

function writeKey(buffer: Buffer, start: number, company_id: number, row: { device_id: number; ts: number }) {
  let at = writeField(buffer, start, INT4, (to) => buffer.writeInt32BE(company_id, to));
  at = writeField(buffer, at, INT8, (to) => writeInt8(buffer, to, row.device_id));
  return writeField(buffer, at, TIMESTAMPTZ, (to) => writeInstant(buffer, to, row.ts));
}

function writeRows<T>(
  rows: readonly T[],
  oid: number,
  size: (row: T) => number,
  write: (buffer: Buffer, at: number, row: T) => number,
): Buffer {
  let bytes = 20;
  for (const row of rows) bytes += size(row);
  const buffer = Buffer.allocUnsafe(bytes);
  let at = writeArrayHead(buffer, 0, oid, rows.length, false);
  for (const row of rows) {
    const end = write(buffer, at + 4, row);
    buffer.writeInt32BE(end - at - 4, at);
    at = end;
  }
  return buffer.subarray(0, at);
}

/** Rows as `obs[]` (company_id, device_id, ts, vals, q); `oid` is that row type's. */
export function obsArray(company_id: number, rows: readonly ReadingRow[], oid: number): Buffer {
  return writeRows(
    rows,
    oid,
    (row) => 100 + row.values.length * 13,
    (buffer, start, row) => {
      buffer.writeInt32BE(5, start);
      let at = writeKey(buffer, start + 4, company_id, row);
      at = writeField(buffer, at, FLOAT8_ARRAY, (to) => writeNumbers(buffer, to, row.values, FLOAT8));
      return writeBytes(buffer, at, row.quality);
    },
  );
}

/** Rows as `obs_last[]` (company_id, device_id, ts, vals, slot_ts, q, stored_at, spoke_at); `oid` is that row type's. */
export function lastArray(company_id: number, rows: readonly LastRow[], oid: number): Buffer {
  return writeRows(
    rows,
    oid,
    (row) => 200 + row.values.length * 37,
    (buffer, start, row) => {
      buffer.writeInt32BE(8, start);
      let at = writeKey(buffer, start + 4, company_id, row);
      at = writeField(buffer, at, FLOAT8_ARRAY, (to) => writeNumbers(buffer, to, row.values, FLOAT8));
      at = writeField(buffer, at, TIMESTAMPTZ_ARRAY, (to) =>
        writeNumbers(buffer, to, row.slot_ts, TIMESTAMPTZ),
      );
      at = writeBytes(buffer, at, row.quality);
      at = writeField(buffer, at, TIMESTAMPTZ, (to) => writeInstant(buffer, to, row.ts));
      return writeField(buffer, at, TIMESTAMPTZ_ARRAY, (to) =>
        writeNumbers(buffer, to, row.spoke_ts, TIMESTAMPTZ),
      );
    },
  );
}

/** Numbers as `int8[]`. */
export function int8Array(numbers: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(20 + numbers.length * 12);
  let at = writeArrayHead(buffer, 0, INT8, numbers.length, false);
  for (const number of numbers) {
    at = buffer.writeInt32BE(8, at);
    at = writeInt8(buffer, at, number);
  }
  return buffer.subarray(0, at);
}

/** Days (YYYY-MM-DD) as `date[]`. */
export function dateArray(days: readonly string[]): Buffer {
  const buffer = Buffer.allocUnsafe(20 + days.length * 8);
  let at = writeArrayHead(buffer, 0, DATE, days.length, false);
  for (const day of days) {
    at = buffer.writeInt32BE(4, at);
    at = buffer.writeInt32BE(Math.round((Date.parse(day) - POSTGRES_EPOCH_MS) / DAY_MS), at);
  }
  return buffer.subarray(0, at);
}

/** Byte strings as `bytea[]`; null stays null. */
export function byteaArray(list: readonly (Uint8Array | null)[]): Buffer {
  const size = list.reduce((sum, bytes) => sum + 4 + (bytes?.length ?? 0), 20);
  const buffer = Buffer.allocUnsafe(size);
  let at = writeArrayHead(buffer, 0, BYTEA, list.length, list.includes(null));
  for (const bytes of list) {
    at = buffer.writeInt32BE(bytes ? bytes.length : -1, at);
    if (bytes) buffer.set(bytes, at);
    at += bytes?.length ?? 0;
  }
  return buffer.subarray(0, at);
}

/**
 * Numbers of a `float8[]` or `int4[]` of one dimension as `array_send` gives it: what stands at each
 * of `places` (from 0, ascending), NaN for null and for what lies beyond the end. A tenth of what its text costs on
 * both sides.
 */
export function readNumbers(bytes: Buffer, places: readonly number[]): Float64Array {
  const numbers = new Float64Array(places.length).fill(Number.NaN);
  const length = bytes.readInt32BE(0) === 0 ? 0 : bytes.readInt32BE(12);
  let at = 20;
  for (let place = 0, next = 0; place < length && next < places.length; place++) {
    const size = bytes.readInt32BE(at);
    at += 4;
    if (places[next] === place) {
      if (size >= 0) numbers[next] = size === 8 ? bytes.readDoubleBE(at) : bytes.readInt32BE(at);
      next++;
    }
    at += Math.max(0, size);
  }
  return numbers;
}

function readInstants(bytes: Buffer): Float64Array {
  const ts = new Float64Array(bytes.length / 8);
  for (let i = 0; i < ts.length; i++) {
    const micros = bytes.readInt32BE(i * 8) * 4294967296 + bytes.readUInt32BE(i * 8 + 4);
    ts[i] = POSTGRES_EPOCH_MS + Math.round(micros / 1000);
  }
  return ts;
}

/**
 * Rows in columns: instants as `timestamptz_send` gives them and each row's `float8[]` as `array_send` does, laid end to
 * end. NaN for null and for what lies beyond a row's end; as many columns as the longest row has.
 */
export function readColumns(instants: Buffer, arrays: Buffer): Readings {
  const ts = readInstants(instants);
  const columns: Column[] = [];
  for (let row = 0, at = 0; row < ts.length; row++) {
    const length = arrays.readInt32BE(at) === 0 ? 0 : arrays.readInt32BE(at + 12);
    at += length === 0 ? 12 : 20;
    while (columns.length < length)
      columns.push({ values: new Float64Array(ts.length).fill(Number.NaN), quality: null });
    for (let slot = 0; slot < length; slot++) {
      const size = arrays.readInt32BE(at);
      at += 4;
      const column = columns[slot];
      if (size === 8 && column) column.values[row] = arrays.readDoubleBE(at);
      at += Math.max(0, size);
    }
  }
  return { ts, columns };
}
