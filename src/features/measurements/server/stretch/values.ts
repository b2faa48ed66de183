import { type ByteReader, type ByteWriter, DamagedBytes } from '../packed-bytes.ts';
import { findScale, rescale, SCALES, type Scale, Wholes } from './decimal-scales.ts';
import { putOdd, takeOdd } from './odd-values.ts';
import type { Wished } from './residuals.ts';
import { findStepped, putStepped, takeStepped } from './stepped.ts';
import { putBoth, putSigned, putWholes, takeBoth, takeSigned, takeWholes } from './whole-numbers.ts';

/**
 * Floats (none NaN) in the way that is expected to be smallest of those that give each back to the bit: one value, whole
 * numbers over a scale, few different values, whole numbers over a scale and what calculating left of them, or their bits.
 */
const CONSTANT = 0;
const DECIMALS = 1;
/** Decimals with the sign of each zero. */
const SIGNED_ZEROS = 2;
const LEVELS = 3;
const BITS = 4;
/** One value that is a whole number over a scale. */
const SHORT_CONSTANT = 5;
/** Decimals that were calculated with: the last bits are not theirs. */
const STEPPED = 6;

const wholes = new Wholes();
const isNegativeZero = (value: number): boolean => value === 0 && 1 / value < 0;

/** Writes the first `count` (at least one) values. */
export function putValues(to: ByteWriter, values: Float64Array, count: number): void {
  const first = values[0] ?? 0;
  let same = 1;
  while (same < count && Object.is(values[same], first)) same++;
  if (same === count) {
    putConstant(to, values);
    return;
  }
  const scale = findScale(values, count, wholes);
  if (scale >= 0) putDecimals(to, values, count, scale);
  else if (!(putLevels(to, values, count) || putSums(to, values, count))) putBits(to, values, count);
}

/** Puts the wished first ones back. @throws DamagedBytes */
export function takeValues(from: ByteReader, wished: Wished): void {
  const kind = from.byte();
  if (kind === CONSTANT || kind === SHORT_CONSTANT)
    wished.into.fill(takeConstant(from, kind), wished.at, wished.at + wished.count);
  else if (kind === DECIMALS || kind === SIGNED_ZEROS) takeDecimals(from, wished, kind === SIGNED_ZEROS);
  else if (kind === LEVELS) takeLevels(from, wished);
  else if (kind === BITS) takeBits(from, wished);
  else if (kind === STEPPED) takeStepped(from, wished);
  else throw new DamagedBytes('its values are of an unknown kind');
}

/** Numbers up to this take fewer bytes than a float. */
const MAX_SHORT = 2 ** 40;

function putConstant(to: ByteWriter, values: Float64Array): void {
  const value = values[0] ?? 0;
  const scale = isNegativeZero(value) ? -1 : findScale(values, 1, wholes);
  const whole = wholes.numbers[0] ?? 0;
  const isShort = scale >= 0 && Math.abs(whole) <= MAX_SHORT;
  to.byte(isShort ? SHORT_CONSTANT : CONSTANT);
  if (!isShort) to.float(value);
  else {
    to.byte(scale);
    putSigned(to, whole);
  }
}

function takeConstant(from: ByteReader, kind: number): number {
  if (kind === CONSTANT) return from.float();
  const scale = scaleAt(from.byte());
  const one = Float64Array.of(takeSigned(from));
  rescale(one, 0, 1, scale);
  return one[0] ?? 0;
}

// What stands beside the numbers goes before them: who wishes the first ones alone reads no further.

function putDecimals(to: ByteWriter, values: Float64Array, count: number, scale: number): void {
  let signed = false;
  for (let i = 0; i < count && !signed; i++) signed = isNegativeZero(values[i] ?? 0);
  to.byte(signed ? SIGNED_ZEROS : DECIMALS);
  to.byte(scale);
  putOdd(to, values, wholes.odd);
  if (signed) putSigns(to, values, count);
  putWholes(to, wholes.numbers, count);
}

function scaleAt(place: number): Scale {
  const scale = SCALES[place];
  if (!scale) throw new DamagedBytes('its decimals are of an unknown kind');
  return scale;
}

function takeDecimals(from: ByteReader, wished: Wished, signed: boolean): void {
  const { into, at, count, total } = wished;
  const scale = scaleAt(from.byte());
  const odd = takeOdd(from, total);
  const signs = signed ? takeSigns(from, total) : undefined;
  takeWholes(from, wished);
  rescale(into, at, at + count, scale);
  for (const { place, value } of odd) if (place < count) into[at + place] = value;
  if (signs) applySigns(signs, wished);
}

function putSigns(to: ByteWriter, values: Float64Array, count: number): void {
  const signs = new Float64Array(count);
  let zeros = 0;
  for (let i = 0; i < count; i++)
    if (values[i] === 0) signs[zeros++] = isNegativeZero(values[i] ?? 0) ? 1 : 0;
  to.count(zeros);
  putWholes(to, signs, zeros);
}

function takeSigns(from: ByteReader, total: number): Float64Array {
  const zeros = from.count();
  if (zeros === 0 || zeros > total) throw new DamagedBytes('its zeros are too many');
  const signs = new Float64Array(zeros);
  takeWholes(from, { into: signs, at: 0, count: zeros, total: zeros });
  return signs;
}

function applySigns(signs: Float64Array, { into, at, count }: Wished): void {
  let zero = 0;
  for (let i = at; i < at + count; i++) if (into[i] === 0 && signs[zero++] === 1) into[i] = -0;
}

/** A value that stands for so many others is written once. */
const VALUES_A_LEVEL = 8;

/** Tells every float from every other as a key of a map; no value is NaN. */
const keyOf = (value: number): number => (isNegativeZero(value) ? Number.NaN : value);

/** Answers false, and writes nothing, when the values are too many different ones. */
function putLevels(to: ByteWriter, values: Float64Array, count: number): boolean {
  const most = Math.floor(count / VALUES_A_LEVEL);
  const levels = new Map<number, number>();
  const places = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const key = keyOf(values[i] ?? 0);
    const place = levels.get(key) ?? levels.size;
    levels.set(key, place);
    if (levels.size > most) return false;
    places[i] = place;
  }
  to.byte(LEVELS);
  to.count(levels.size);
  for (const key of levels.keys()) to.float(Number.isNaN(key) ? -0 : key);
  putWholes(to, places, count);
  return true;
}

function takeLevels(from: ByteReader, wished: Wished): void {
  const { into, at, count, total } = wished;
  const size = from.count();
  if (size === 0 || size > total) throw new DamagedBytes('its levels are too many');
  const levels = Float64Array.from({ length: size }, () => from.float());
  takeWholes(from, wished);
  for (let i = at; i < at + count; i++) {
    const place = into[i] ?? -1;
    if (!(place >= 0 && place < size)) throw new DamagedBytes('a level is not known');
    into[i] = levels[place] ?? 0;
  }
}

/** Answers false, and writes nothing, when the values are no such sums. */
function putSums(to: ByteWriter, values: Float64Array, count: number): boolean {
  const sums = findStepped(values, count);
  if (!sums) return false;
  to.byte(STEPPED);
  putStepped(to, values, count, sums);
  return true;
}

const HIGH_SIGN = 0x8000_0000;

/** The high word of a float so that larger floats have larger ones. */
const ordered = (high: number): number => (high >= HIGH_SIGN ? HIGH_SIGN - 1 - high : high);
const disordered = (order: number): number => (order < 0 ? HIGH_SIGN - 1 - order : order);

const wordsOf = (floats: Float64Array): Uint32Array =>
  new Uint32Array(floats.buffer, floats.byteOffset, floats.length * 2);

/** The low words and the high words. */
function putBits(to: ByteWriter, values: Float64Array, count: number): void {
  const words = wordsOf(values);
  const [lows, highs] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    lows[i] = words[2 * i] ?? 0;
    highs[i] = ordered(words[2 * i + 1] ?? 0);
  }
  to.byte(BITS);
  putBoth(to, [lows, highs], count);
}

function takeBits(from: ByteReader, wished: Wished): void {
  const { into, at, count } = wished;
  const lows = takeBoth(from, wished);
  const words = wordsOf(into.subarray(at, at + count));
  for (let i = 0; i < count; i++) {
    const high = disordered(into[at + i] ?? 0);
    words[2 * i] = lows[i] ?? 0;
    words[2 * i + 1] = high;
  }
}
