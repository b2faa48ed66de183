import { crc32 } from 'node:zlib';
import { FIGURES, type Figure, type MonthFigures } from '../month-figures.model.ts';
import { ByteReader, ByteWriter, DamagedBytes } from './packed-bytes.ts';
import { type FigureContext, putSlot, SlotReader } from './stretch/figure-slots.ts';

/**
 * A month's figures as bytes: format, checksum, slots, days; which figures have a section, and how long each is; then
 * the sections. A section has the length of each slot, when there are several, and the slots. Who asks for sums reads
 * the sections of n, sum and energy alone. docs/storage.md
 */
const FORMAT = 1;
const CHECKED_FROM = 5;
const MAX_SLOTS = 2 ** 12;
const MAX_DAYS = 366;

function check({ slots, days, by }: MonthFigures): void {
  if (!(slots >= 0 && slots <= MAX_SLOTS && days >= 1 && days <= MAX_DAYS))
    throw new RangeError('a month cannot have so many slots or days');
  for (const figure of FIGURES)
    if (by[figure].length !== slots * days)
      throw new RangeError('the figures of a month must have a place for each slot and day');
}

function packSection(figures: MonthFigures, figure: Figure): Buffer {
  const lengths = new ByteWriter();
  const bodies = new ByteWriter();
  for (let slot = 0; slot < figures.slots; slot++) {
    const before = bodies.written.length;
    putSlot(bodies, figures, figure, slot);
    if (figures.slots > 1) lengths.count(bodies.written.length - before);
  }
  return bodies.written.length === 0 ? Buffer.alloc(0) : Buffer.concat([lengths.written, bodies.written]);
}

/**
 * Packs the figures of a month; every float comes back to the bit, and null as null (NaN). The same figures give the same
 * bytes. @throws RangeError for arrays of another length
 */
export function packFigures(figures: MonthFigures): Buffer {
  check(figures);
  const sections = FIGURES.map((figure) => packSection(figures, figure));
  const head = new ByteWriter();
  head.count(figures.slots);
  head.count(figures.days);
  head.count(sections.reduce((mask, { length }, i) => mask | (length > 0 ? 1 << i : 0), 0));
  for (const { length } of sections) if (length > 0) head.count(length);
  const bytes = Buffer.concat([Buffer.alloc(CHECKED_FROM), head.written, ...sections]);
  bytes[0] = FORMAT;
  bytes.writeUInt32LE(crc32(bytes.subarray(CHECKED_FROM)), 1);
  return bytes;
}

const EMPTY = new Uint8Array(0);
const checksumOf = ([, a = 0, b = 0, c = 0, d = 0]: Uint8Array): number =>
  (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;

/** A month's figures that were opened: the checksum is right, no figure is read yet. */
export class PackedFigures implements FigureContext {
  readonly slots: number;
  readonly days: number;
  readonly #bytes: Uint8Array;
  /** Where the section of each figure begins and ends. */
  readonly #places: readonly (readonly [from: number, until: number])[];
  readonly #readers = new Map<Figure, SlotReader>();

  /** @throws DamagedBytes for bytes that packFigures did not write, or of a format that is not known */
  constructor(bytes: Uint8Array) {
    if (bytes[0] !== FORMAT) throw new DamagedBytes(`its format is ${bytes[0] ?? 'missing'}, not ${FORMAT}`);
    // Parts of a plain array cost a fraction of parts of a Buffer, and a sum opens a thousand months.
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const from = new ByteReader(plain);
    from.skip(CHECKED_FROM);
    if (checksumOf(plain) !== crc32(plain.subarray(CHECKED_FROM)))
      throw new DamagedBytes('its checksum is wrong');
    this.slots = from.count();
    this.days = from.count();
    if (this.slots > MAX_SLOTS || this.days === 0 || this.days > MAX_DAYS)
      throw new DamagedBytes('it is too large');
    const mask = from.count();
    if (mask >= 1 << FIGURES.length) throw new DamagedBytes('it has unknown figures');
    const lengths = FIGURES.map((_, i) => ((mask >> i) & 1 ? from.count() : 0));
    this.#bytes = plain;
    this.#places = lengths.map((length) => [from.skip(length), from.at]);
    from.end();
  }

  /** One figure, [slot * days + day]; only its section is read, and what it refers to. @throws DamagedBytes */
  read(figure: Figure): Float64Array {
    const values = new Float64Array(this.slots * this.days);
    for (let slot = 0; slot < this.slots; slot++) values.set(this.readSlot(figure, slot), slot * this.days);
    return values;
  }

  /** One figure of one slot by day; nothing but NaN for a slot that is not there. @throws DamagedBytes */
  readSlot(figure: Figure, slot: number): Float64Array {
    let reader = this.#readers.get(figure);
    if (!reader) {
      const [from, until] = this.#places[FIGURES.indexOf(figure)] ?? [0, 0];
      reader = new SlotReader(this, figure, from === until ? EMPTY : this.#bytes.subarray(from, until));
      this.#readers.set(figure, reader);
    }
    return reader.read(slot);
  }
}

/** All figures of a month. @throws DamagedBytes */
export function unpackFigures(bytes: Uint8Array): MonthFigures {
  const packed = new PackedFigures(bytes);
  const by = Object.fromEntries(FIGURES.map((figure) => [figure, packed.read(figure)]));
  return { slots: packed.slots, days: packed.days, by: by as Record<Figure, Float64Array> };
}
