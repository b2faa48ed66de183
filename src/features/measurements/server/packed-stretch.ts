import { crc32 } from 'node:zlib';
import type { Readings } from '../columns.model.ts';
import { ByteReader, ByteWriter, DamagedBytes } from './packed-bytes.ts';
import { isInstant, isSpan, MAX_INSTANTS, putClocks, takeClocks } from './stretch/clocks.ts';
import { Spoken } from './stretch/slot-states.ts';

/**
 * Readings of one device, or one sheet, over any span of time as bytes: format, checksum, how many slots and clocks,
 * the clocks, of each slot its clock and its length, then the slots, each by itself. docs/storage.md
 */
const FORMAT = 2;
const CHECKED_FROM = 5;
const MAX_SLOTS = 2 ** 12;
/** Values that lie in memory when all slots are read: half a gigabyte. */
export const MAX_CELLS = 2 ** 26;

function check({ ts, columns }: Readings): void {
  ts.forEach((at, i) => {
    if (!isInstant(at) || (i > 0 && at <= (ts[i - 1] ?? 0)))
      throw new RangeError('the instants of a stretch must be whole milliseconds that ascend');
  });
  if (!isSpan(ts)) throw new RangeError('readings of a stretch lie too far apart');
  for (const { values, quality } of columns)
    if (values.length !== ts.length || (quality && quality.length !== ts.length))
      throw new RangeError('the columns of a stretch must be as long as its instants');
  if (columns.length > MAX_SLOTS || columns.length * ts.length > MAX_CELLS || ts.length > MAX_INSTANTS)
    throw new RangeError('a stretch cannot hold so many readings');
}

/** The clocks of slots, each once. */
class Clocks {
  readonly instants: Float64Array[] = [];
  readonly #known: { hash: number; presence: Uint8Array }[] = [];
  readonly #ts: Float64Array;

  constructor(ts: Float64Array) {
    this.#ts = ts;
  }

  /** The number of the clock of a slot that speaks. */
  of({ hash, count, presence }: Spoken): number {
    const length = this.#ts.length;
    const found = this.#known.findIndex(
      (known, i) =>
        known.hash === hash &&
        this.instants[i]?.length === count &&
        known.presence.every((is, place) => is === presence[place]),
    );
    if (found >= 0) return found;
    this.#known.push({ hash, presence: presence.slice(0, length) });
    this.instants.push(count === length ? this.#ts : this.#ts.filter((_, i) => presence[i] === 1));
    return this.instants.length - 1;
  }
}

const spoken = new Spoken();

/**
 * Packs readings (columns by slot). Every float comes back to the bit, with its quality; an instant at which no slot
 * speaks is left out. The same readings give the same bytes.
 * @throws RangeError for instants that do not ascend in whole milliseconds, columns of another length, or more readings
 *   than can be read again
 */
export function packStretch(readings: Readings): Buffer {
  check(readings);
  const slots = new ByteWriter();
  const clocks = new Clocks(readings.ts);
  const places: { clock: number; length: number }[] = [];
  for (const [slot, column] of readings.columns.entries()) {
    spoken.fill(column);
    if (spoken.count === 0) continue;
    while (places.length < slot) places.push({ clock: 0, length: 0 });
    const before = slots.written.length;
    spoken.put(slots);
    places.push({ clock: clocks.of(spoken), length: slots.written.length - before });
  }
  if (clocks.instants.reduce((sum, { length }) => sum + length, 0) > MAX_INSTANTS)
    throw new RangeError('a stretch cannot hold so many instants');
  return assembled(places, clocks.instants, slots.written);
}

function assembled(
  places: readonly { clock: number; length: number }[],
  clocks: readonly Float64Array[],
  slots: Buffer,
): Buffer {
  const head = new ByteWriter();
  head.count(places.length);
  if (places.length > 0) {
    head.count(clocks.length);
    putClocks(head, clocks);
  }
  for (const { clock, length } of places) {
    head.count(length);
    if (length > 0 && clocks.length > 1) head.count(clock);
  }
  const bytes = Buffer.concat([Buffer.alloc(CHECKED_FROM), head.written, slots]);
  bytes[0] = FORMAT;
  bytes.writeUInt32LE(crc32(bytes.subarray(CHECKED_FROM)), 1);
  return bytes;
}

/** A slot of an opened stretch. */
export interface PackedSlot {
  readonly ts: Float64Array;
  readonly from: ByteReader;
}

/** A stretch that was opened: its checksum is right, its clocks are read, no slot is. */
export class PackedStretch {
  /** One more than the highest slot that speaks. */
  readonly slots: number;
  /** Readings: each slot at each instant at which it speaks. */
  readonly values: number;
  /** Epoch ms of the first and last instant; Infinity and -Infinity when it is empty. */
  readonly first: number;
  readonly last: number;
  readonly #clocks: readonly Float64Array[];
  /** By slot; undefined for one that says nothing. */
  readonly #slots: readonly ({ clock: number; bytes: Uint8Array } | undefined)[];

  /** @throws DamagedBytes for bytes that packStretch did not write, or of a format that is not known */
  constructor(bytes: Uint8Array) {
    const from = new ByteReader(bytes);
    checkHead(bytes, from);
    this.slots = from.count();
    if (this.slots > MAX_SLOTS) throw new DamagedBytes('it has too many slots');
    const clocks = this.slots === 0 ? 0 : from.count();
    if (clocks > this.slots) throw new DamagedBytes('it has too many clocks');
    this.#clocks = clocks === 0 ? [] : takeClocks(from, clocks);
    this.#slots = takeSlots(from, this.slots, clocks);
    from.end();
    this.values = this.#slots.reduce((sum, slot) => sum + this.#clockOf(slot?.clock).length, 0);
    this.first = this.#clocks.reduce((min, ts) => Math.min(min, ts[0] ?? min), Number.POSITIVE_INFINITY);
    this.last = this.#clocks.reduce((max, ts) => Math.max(max, ts.at(-1) ?? max), Number.NEGATIVE_INFINITY);
    if (this.#clocks.some((ts) => ts.length * this.slots > MAX_CELLS))
      throw new DamagedBytes('it is too large');
  }

  #clockOf(clock = -1): Float64Array {
    return this.#clocks[clock] ?? SILENT;
  }

  /** A slot that is to be read; undefined for one that says nothing. */
  slot(slot: number): PackedSlot | undefined {
    const found = this.#slots[slot];
    return found && { ts: this.#clockOf(found.clock), from: new ByteReader(found.bytes) };
  }
}

const SILENT = new Float64Array(0);

function checkHead(bytes: Uint8Array, from: ByteReader): void {
  if (bytes[0] !== FORMAT) throw new DamagedBytes(`its format is ${bytes[0] ?? 'missing'}, not ${FORMAT}`);
  from.skip(CHECKED_FROM);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.readUInt32LE(1) !== crc32(view.subarray(CHECKED_FROM)))
    throw new DamagedBytes('its checksum is wrong');
}

function takeSlots(
  from: ByteReader,
  slots: number,
  clocks: number,
): ({ clock: number; bytes: Uint8Array } | undefined)[] {
  const places = Array.from({ length: slots }, () => {
    const length = from.count();
    const clock = length > 0 && clocks > 1 ? from.count() : 0;
    if (length > 0 && clock >= clocks) throw new DamagedBytes('a slot has no clock');
    return { clock, length };
  });
  return places.map(({ clock, length }) => {
    if (length === 0) return undefined;
    const at = from.skip(length);
    return { clock, bytes: from.bytes.subarray(at, at + length) };
  });
}
