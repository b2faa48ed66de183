import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Column, makeReadings, type Readings } from '../columns.model.ts';
import { QUALITIES } from '../measurements.model.ts';
import { GOOD } from '../readings.model.ts';
import { ByteReader, ByteWriter, DamagedBytes } from './packed-bytes.ts';
import { packValues, packWhole, unpackValues, unpackWhole } from './packed-numbers.ts';

/**
 * A device's closed day as bytes: version, checksum, then sections that are deflated each by itself, the instants and
 * the first 32 slots in the first. Who asks for few slots of a large device inflates few sections.
 */
const VERSION = 1;
const SLOTS_IN_SECTION = 32;
const CHECKED_FROM = 5;
/** More than a device of 500 variables says that is read each second. */
const MAX_BYTES = 2 ** 29;
const MAX_ROWS = 2 ** 22;
const MAX_SLOTS = 2 ** 12;
const MAX_MS = 7 * 86_400_000;

const REGULAR = 0;
const FREE = 1;

function packInstants(to: ByteWriter, ts: Float64Array): void {
  const first = ts[0] ?? 0;
  const step = (ts[1] ?? first + 1) - first;
  const regular = ts.every((at, i) => at === first + i * step);
  to.byte(regular ? REGULAR : FREE);
  to.float(first);
  if (regular) to.count(step);
  else
    packWhole(
      to,
      ts.map((at) => at - first),
    );
}

function unpackInstants(from: ByteReader, into: Float64Array, at: number, count: number): void {
  const kind = from.byte();
  const first = from.float();
  if (kind === REGULAR) {
    const step = from.count();
    for (let i = 0; i < count; i++) into[at + i] = first + i * step;
  } else if (kind === FREE) {
    unpackWhole(from, into, at, count);
    for (let i = at; i < at + count; i++) into[i] = first + (into[i] ?? 0);
  } else throw new DamagedBytes('its instants are of an unknown kind');
}

/** What a slot says at an instant: its quality, and whether there is a value. 0: nothing. */
const stateOf = (value: number, quality: number): number => quality * 2 + (Number.isNaN(value) ? 0 : 1);
const VALUE = 1;

const ALL_GOOD = 0;
const IN_RUNS = 1;

/** The states run by run. Answers how many instants have a value. */
function packStates(to: ByteWriter, { values, quality }: Column): number {
  const stateAt = (i: number) => stateOf(values[i] ?? Number.NaN, quality?.[i] ?? GOOD);
  const runs: { state: number; length: number }[] = [];
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const state = stateAt(i);
    count += state & VALUE;
    const run = runs.at(-1);
    if (run?.state === state) run.length++;
    else runs.push({ state, length: 1 });
  }
  const plain = runs.length === 1 && runs[0]?.state === stateOf(0, GOOD);
  to.byte(plain ? ALL_GOOD : IN_RUNS);
  if (plain) return count;
  for (const { state, length } of runs) {
    to.byte(state);
    to.count(length);
  }
  return count;
}

function packSlot(to: ByteWriter, column: Column): void {
  if (column.values.every((value, i) => stateOf(value, column.quality?.[i] ?? GOOD) === 0)) return;
  const count = packStates(to, column);
  if (count > 0)
    packValues(
      to,
      column.values.filter((value) => !Number.isNaN(value)),
    );
}

function packSection(readings: Readings, from: number): Buffer {
  const to = new ByteWriter();
  const slot = new ByteWriter();
  if (from === 0 && readings.ts.length > 0) packInstants(to, readings.ts);
  for (const column of readings.columns.slice(from, from + SLOTS_IN_SECTION)) {
    slot.clear();
    packSlot(slot, column);
    to.count(slot.written.length);
    to.append(slot.written);
  }
  return to.written;
}

function check({ ts, columns }: Readings): void {
  ts.forEach((at, i) => {
    if (!Number.isSafeInteger(at) || (i > 0 && at <= (ts[i - 1] ?? 0)))
      throw new RangeError('the instants of a day must be whole milliseconds that ascend');
  });
  if ((ts.at(-1) ?? 0) - (ts[0] ?? 0) > MAX_MS) throw new RangeError('readings of a day lie days apart');
  for (const { values, quality } of columns) {
    if (values.length !== ts.length || (quality && quality.length !== ts.length))
      throw new RangeError('the columns of a day must be as long as its instants');
    if (values.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY))
      throw new RangeError('a reading must be finite');
  }
}

/**
 * Packs the readings of one device and day (columns by slot). Every finite float comes back to the bit, with its
 * quality. @throws RangeError for instants that do not ascend in whole milliseconds, or a value that is not finite
 */
export function packDay(readings: Readings): Buffer {
  check(readings);
  const head = new ByteWriter();
  const sections: Buffer[] = [];
  head.count(readings.ts.length);
  head.count(readings.columns.length);
  for (let from = 0; from === 0 || from < readings.columns.length; from += SLOTS_IN_SECTION) {
    const whole = packSection(readings, from);
    const deflated = deflateRawSync(whole, { level: 9 });
    head.count(whole.length);
    head.count(deflated.length);
    sections.push(deflated);
  }
  const start = Buffer.alloc(CHECKED_FROM);
  const bytes = Buffer.concat([start, head.written, ...sections]);
  bytes[0] = VERSION;
  bytes.writeUInt32LE(crc32(bytes.subarray(CHECKED_FROM)), 1);
  return bytes;
}

interface Section {
  readonly deflated: Uint8Array;
  readonly length: number;
}

/** A packed day that was opened: its head is read and its checksum right, nothing is inflated yet. */
export class PackedDay {
  /** Instants. */
  readonly length: number;
  /** Slots that it has room for. */
  readonly slots: number;
  readonly #sections: readonly Section[];

  /** @throws DamagedBytes for bytes that packDay did not write, or of a version that is not known */
  constructor(bytes: Uint8Array) {
    if (bytes[0] !== VERSION)
      throw new DamagedBytes(`its version is ${bytes[0] ?? 'missing'}, not ${VERSION}`);
    const from = new ByteReader(bytes.subarray(1));
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < CHECKED_FROM || view.readUInt32LE(1) !== crc32(view.subarray(CHECKED_FROM)))
      throw new DamagedBytes('its checksum is wrong');
    from.skip(CHECKED_FROM - 1);
    this.length = from.count();
    this.slots = from.count();
    if (this.length > MAX_ROWS || this.slots > MAX_SLOTS) throw new DamagedBytes('it is too large');
    const count = Math.max(1, Math.ceil(this.slots / SLOTS_IN_SECTION));
    const lengths = Array.from({ length: count }, () => ({ length: from.count(), deflated: from.count() }));
    this.#sections = lengths.map(({ length, deflated }) => {
      if (length > MAX_BYTES) throw new DamagedBytes('it is too large');
      const at = from.skip(deflated);
      return { length, deflated: from.bytes.subarray(at, at + deflated) };
    });
    from.end();
  }

  #open(section: Section): ByteReader {
    let whole: Buffer;
    try {
      whole = inflateRawSync(section.deflated, {
        maxOutputLength: Math.max(1, section.length),
        chunkSize: Math.max(64, section.length + 1),
      });
    } catch (cause) {
      throw new DamagedBytes('it cannot be inflated', { cause });
    }
    if (whole.length !== section.length) throw new DamagedBytes('its length is wrong');
    return new ByteReader(whole);
  }

  /**
   * Puts the instants, and the wished slots (ascending) as columns in their order, into readings from `at`. A slot that
   * the day does not have is silent. @throws DamagedBytes
   */
  read(slots: readonly number[], into: Readings, at: number): void {
    let next = 0;
    this.#sections.forEach((section, s) => {
      const first = s * SLOTS_IN_SECTION;
      const until = Math.min(this.slots, first + SLOTS_IN_SECTION);
      const wished = (slots[next] ?? Number.POSITIVE_INFINITY) < until;
      if (s > 0 && !wished) return;
      const from = this.#open(section);
      if (s === 0 && this.length > 0) unpackInstants(from, into.ts, at, this.length);
      for (let slot = first; slot < until && (slots[next] ?? Number.POSITIVE_INFINITY) < until; slot++) {
        const length = from.count();
        if (slots[next] === slot) this.#readSlot(from.part(length), into.columns[next++], at);
        else from.skip(length);
      }
    });
    for (; next < slots.length; next++) silence(into.columns[next], at, this.length);
  }

  #readSlot(from: ByteReader, column: Column | undefined, at: number): void {
    if (!column) return;
    if (from.bytes.length === 0) {
      silence(column, at, this.length);
      return;
    }
    const { values } = column;
    const states = from.byte();
    if (states === ALL_GOOD) unpackValues(from, values, at, this.length);
    else if (states === IN_RUNS) this.#readRuns(from, column, at);
    else throw new DamagedBytes('a slot is of an unknown kind');
    from.end();
  }

  #readRuns(from: ByteReader, column: Column, at: number): void {
    const runs: { state: number; length: number }[] = [];
    let [left, count] = [this.length, 0];
    while (left > 0) {
      const run = { state: from.byte(), length: from.count() };
      if (run.length === 0 || run.length > left || run.state >= 2 * QUALITIES.length)
        throw new DamagedBytes('its states are wrong');
      runs.push(run);
      left -= run.length;
      if (run.state & VALUE) count += run.length;
    }
    if (count > 0) unpackValues(from, column.values, at, count);
    spread(runs, column, at, count);
  }
}

function silence(column: Column | undefined, at: number, length: number): void {
  if (!column) return;
  column.values.fill(Number.NaN, at, at + length);
  column.isWhole = false;
}

/** Moves the values, which stand side by side, to their instants; from the end, so that none is written over. */
function spread(
  runs: readonly { state: number; length: number }[],
  column: Column,
  at: number,
  count: number,
): void {
  const { values } = column;
  column.isWhole = false;
  let end = at + runs.reduce((sum, run) => sum + run.length, 0);
  let taken = at + count;
  for (const { state, length } of runs.toReversed()) {
    const start = end - length;
    if (state & VALUE) {
      taken -= length;
      values.copyWithin(start, taken, taken + length);
    } else values.fill(Number.NaN, start, end);
    if (state >> 1 !== GOOD) {
      column.quality ??= new Uint8Array(values.length);
      column.quality.fill(state >> 1, start, end);
    }
    end = start;
  }
}

/** All readings of a packed day, by slot. @throws DamagedBytes */
export function unpackDay(bytes: Uint8Array): Readings {
  const day = new PackedDay(bytes);
  const slots = Array.from({ length: day.slots }, (_, slot) => slot);
  const readings = makeReadings(day.slots, day.length);
  day.read(slots, readings, 0);
  return readings;
}
