import { decodeText } from '../decode/text.ts';
import { decodeValue } from '../decode/value.ts';
import type { RawModel } from './chain.ts';
import type { SunspecRegister } from './device.ts';
import type { Model, Point } from './model.ts';
import { isAccumulator, registerOf } from './register-of.ts';

/** Exponents that the standard allows. Source: SunSpec Device Information Model Specification, `sunssf`. */
const MAX_SCALE = 10;
const SCALE_MISSING = -0x8000;
/** A power factor is 1 at most; what devices round beyond it. */
const MAX_FRACTION_DIGITS = 1.05;
/** With this exponent an int16 reaches 32.8: too little for per cent. */
const SCALE_OF_FRACTIONS = -3;

/** What a point read: what it becomes, or that the device has none of it. */
export type PointRead =
  | {
      readonly register: SunspecRegister;
      readonly value: number | null;
      /** How its power factor is told: otherwise than the standard has it, or nobody can say, as it reads 0. */
      readonly factor_note?: 'otherwise' | 'unsure';
      /** The scale that serves in place of its own. */
      readonly scale_else?: string;
    }
  | { readonly missing: 'not_there' | 'not_implemented' | 'bad_scale'; readonly scale?: number };

/** Where a point is looked for: in a model as it was read, moved to its block. */
export interface Place {
  readonly model: Model;
  readonly raw: RawModel;
  /** Registers from the first block to this one; 0 outside of blocks. */
  readonly moved: number;
  /** Does the device sleep, so that what it always has reads nothing now? */
  readonly asleep: boolean;
}

/** A point's registers as bytes; null where the device has not all of them. */
function bytesOf({ raw }: Place, offset: number, size: number): Uint8Array | null {
  const words = raw.words?.slice(offset, offset + size) ?? [];
  if (words.length < size || words.includes(null)) return null;
  return Uint8Array.from(words.flatMap((word) => [(word ?? 0) >> 8, (word ?? 0) & 0xff]));
}

/** A point that is a number as it stands in its registers, null where the device has none. */
export function rawNumber(place: Place, id: string): number | null {
  const found = place.model.points.find((one) => one.id === id);
  if (!found || found.type === 'string') return null;
  const bytes = bytesOf(place, found.offset, found.size);
  if (bytes === null) return null;
  const register = registerOf(place.model, found, { address: place.raw.address, moved: 0 });
  const decoded = decodeValue(bytes, encodingOf(register), null);
  return 'value' in decoded ? decoded.value : null;
}

/** A point that is a text, '' where the device has none. */
export function readText(place: Place, { offset, size }: Point): string {
  // A device whose model is too short has at least the beginning of its text.
  const there = Math.min(size, (place.raw.words?.length ?? 0) - offset);
  const bytes = there > 0 ? bytesOf(place, offset, there) : null;
  return bytes === null ? '' : decodeText(bytes, false);
}

/** As the decoder wants it. */
const encodingOf = (register: SunspecRegister) => ({ ...register, bit: null, value_offset: 0 });

/**
 * What a point reads, by the registers of its model as they were read.
 * Source: SunSpec Device Information Model Specification, point types and their "not implemented" values.
 */
export function readPoint(place: Place, one: Point): PointRead {
  const { type } = one;
  if (type === 'string') return { missing: 'not_there' };
  const bytes = bytesOf(place, one.offset + place.moved, one.size);
  if (bytes === null) return { missing: 'not_there' };
  const { standard, scale, scale_else } = scaledIn(place, one);
  if (scale === SCALE_MISSING) return { missing: 'not_implemented' };
  if (Math.abs(scale ?? 0) > MAX_SCALE) return { missing: 'bad_scale', scale: scale ?? 0 };
  const decoded = decodeValue(bytes, encodingOf(standard), scale);
  const with_scale = scale_else === undefined ? {} : { scale_else };
  if (!('value' in decoded) || isNothing(one, bytes)) {
    const there = one.mandatory && place.asleep;
    return there ? { register: standard, value: null, ...with_scale } : { missing: 'not_implemented' };
  }
  const factor = powerFactorBy(place, one, { value: decoded.value, exponent: scale ?? 0 });
  if (factor === null) return { register: standard, value: decoded.value, ...with_scale };
  if (factor === 'unsure') return { register: standard, value: decoded.value, factor_note: 'unsure' };
  if (factor === standard.factor) return { register: standard, value: decoded.value };
  const register = { ...standard, factor };
  const again = decodeValue(bytes, encodingOf(register), scale);
  return { register, value: 'value' in again ? again.value : null, factor_note: 'otherwise' };
}

/** How a point is read and its exponent: by its own scale or, where the device has none of it, by the one in its place. */
function scaledIn(place: Place, one: Point) {
  const at = { address: place.raw.address, moved: place.moved };
  const standard = registerOf(place.model, one, at);
  const scale = scaleOf(place, standard);
  if (scale !== SCALE_MISSING || one.scale_else === undefined) return { standard, scale };
  const other = registerOf(place.model, { ...one, scale: one.scale_else }, at);
  return { standard: other, scale: scaleOf(place, other), scale_else: one.scale_else };
}

/** The exponent of ten: null where the point has none, `SCALE_MISSING` where the device has none of it. */
function scaleOf(place: Place, { scale_address }: SunspecRegister): number | null {
  if (scale_address === null) return null;
  const bytes = bytesOf(place, scale_address - place.raw.address, 1);
  return bytes === null ? SCALE_MISSING : new DataView(bytes.buffer).getInt16(0);
}

/** An accumulator of 0 that need not be there counts nothing; a field of bits whose top bit is set says nothing. */
function isNothing({ type, mandatory }: Point, bytes: Uint8Array): boolean {
  if (type === 'bitfield16' || type === 'bitfield32') return ((bytes[0] ?? 0) & 0x80) !== 0;
  return isAccumulator(type) && !mandatory && bytes.every((byte) => byte === 0);
}

const isPowerFactor = ({ name }: Point): boolean => name !== undefined && /^power_factor(_l\d)?$/.test(name);

/**
 * The factor by which a power factor becomes a fraction; null for everything else. The standard has per cent, and the
 * fraction for meters of floats; some devices tell the one where it has the other. A 0 says nothing of it: then the
 * other phases do, and where they are 0 too it is `unsure`.
 */
function powerFactorBy(
  place: Place,
  one: Point,
  { value, exponent }: { readonly value: number; readonly exponent: number },
): number | 'unsure' | null {
  if (!isPowerFactor(one)) return null;
  const { factor } = one;
  if (factor !== 1 && exponent <= SCALE_OF_FRACTIONS) return 1;
  const factor_note = Math.abs(value / factor) || powerBeside(place);
  if (factor_note === 0) return 'unsure';
  if (factor === 1) return factor_note > MAX_FRACTION_DIGITS ? 0.01 : 1;
  return factor_note <= MAX_FRACTION_DIGITS ? 1 : factor;
}

/** The first power factor of the model that is not 0, as the device tells it; 0 where all are or none is there. */
function powerBeside(place: Place): number {
  for (const one of place.model.points.filter(isPowerFactor)) {
    const bytes = bytesOf(place, one.offset + place.moved, one.size);
    const { standard, scale } = scaledIn(place, { ...one, factor: 1 });
    const decoded = bytes && decodeValue(bytes, encodingOf(standard), scale);
    if (decoded && 'value' in decoded && decoded.value !== 0) return Math.abs(decoded.value);
  }
  return 0;
}
