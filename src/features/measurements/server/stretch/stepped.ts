import { type ByteReader, type ByteWriter, DamagedBytes } from '../packed-bytes.ts';
import { putOdd, takeOdd } from './odd-values.ts';
import type { Wished } from './residuals.ts';
import { MAX_WHOLE, putBoth, putSigned, takeBoth, takeSigned } from './whole-numbers.ts';

/**
 * Sums of decimals: near a whole number over a divisor, and a few steps of the last bits away from it, as rounding
 * left them. Sums of kilowatts over time are near a whole number over 3600 times a power of ten.
 */
const DIVISORS: readonly number[] = [
  ...Array.from({ length: 10 }, (_, down) => 10 ** down),
  ...Array.from({ length: 8 }, (_, down) => 3600 * 10 ** down),
];
/** More than rounding of a month's readings leaves. */
const MAX_STEPS = 2 ** 13;
/** One value in so many may be none of these. */
const VALUES_FOR_ONE_ODD = 8;

const MIN_EXPONENT = -1074;
const MAX_EXPONENT = 971;
const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/** The exponent of the last bit of a float's mantissa. */
function lastBit(value: number): number {
  float[0] = value;
  const exponent = ((words[1] ?? 0) >>> 20) & 2047;
  return Math.max(1, exponent) - 1 + MIN_EXPONENT;
}

/** The exponent of the lowest bit of a float that is not zero. */
function lowestBit(value: number): number {
  const last = lastBit(value);
  const [low = 0, high = 0] = words;
  if (low !== 0) return last + 31 - Math.clz32(low & -low);
  return last + 63 - Math.clz32((high | (1 << 20)) & -(high | (1 << 20)));
}

/** What the first `count` values are whole multiples of, as a power of two. */
function commonBit(values: Float64Array, count: number): number {
  let least = MAX_EXPONENT;
  for (let i = 0; i < count; i++) {
    const value = values[i] ?? 0;
    if (value !== 0 && Number.isFinite(value)) least = Math.min(least, lowestBit(value));
  }
  return Math.max(MIN_EXPONENT, least);
}

/** By exponent, the least first: raising to a power each time takes longer than the rest of a value. */
const POWERS = Float64Array.from(
  { length: MAX_EXPONENT - MIN_EXPONENT + 1 },
  (_, place) => 2 ** (place + MIN_EXPONENT),
);

/** The unit of steps beside `near`: its last bit, or what all values are multiples of. */
const unitAt = (near: number, common: number): number =>
  POWERS[Math.max(common, lastBit(near)) - MIN_EXPONENT] ?? Number.NaN;

class Stepped {
  numbers = new Float64Array(0);
  steps = new Float64Array(0);
  readonly odd: number[] = [];

  /** Answers whether nearly all of the first `count` values are near a whole number over the divisor. */
  fill(values: Float64Array, count: number, divisor: number, common: number): boolean {
    if (this.numbers.length < count) {
      this.numbers = new Float64Array(2 * count);
      this.steps = new Float64Array(2 * count);
    }
    this.odd.length = 0;
    const maxOdd = count / VALUES_FOR_ONE_ODD;
    let number = 0;
    for (let i = 0; i < count; i++) {
      const value = values[i] ?? 0;
      const whole = Math.round(value * divisor) + 0;
      const unit = unitAt(whole / divisor, common);
      const step = value / unit - Math.round(whole / divisor / unit);
      const fits =
        Math.abs(whole) <= MAX_WHOLE &&
        Number.isInteger(step) &&
        Math.abs(step) <= MAX_STEPS &&
        Object.is(steppedValue(whole, step, divisor, common), value);
      if (fits) number = whole;
      else if (this.odd.push(i) > maxOdd) return false;
      this.numbers[i] = number;
      this.steps[i] = fits ? step : 0;
    }
    return true;
  }
}

function steppedValue(whole: number, step: number, divisor: number, common: number): number {
  const near = whole / divisor;
  if (step === 0 && common === MIN_EXPONENT) return near;
  const unit = unitAt(near, common);
  return (Math.round(near / unit) + step) * unit;
}

const stepped = new Stepped();
const tried = new Stepped();
/** So many values are tried before all are. */
const SAMPLE = 24;
const sample = new Float64Array(SAMPLE);

/** Over what, and in what steps, values are such sums. */
export interface Sums {
  readonly divisor: number;
  readonly common: number;
}

/** What the first `count` values are sums over; undefined for none. */
export function findStepped(values: Float64Array, count: number): Sums | undefined {
  const common = commonBit(values, count);
  const taken = Math.min(count, SAMPLE);
  for (let i = 0; i < taken; i++) sample[i] = values[Math.floor((i * count) / taken)] ?? 0;
  const place = DIVISORS.findIndex(
    (divisor) => tried.fill(sample, taken, divisor, common) && stepped.fill(values, count, divisor, common),
  );
  return place < 0 ? undefined : { divisor: place, common };
}

/** Writes the first `count` (at least one) values, of which findStepped was asked last. */
export function putStepped(
  to: ByteWriter,
  values: Float64Array,
  count: number,
  { divisor, common }: Sums,
): void {
  to.byte(divisor);
  putSigned(to, common);
  putOdd(to, values, stepped.odd);
  putBoth(to, [stepped.steps, stepped.numbers], count);
}

/** Puts back the wished first ones. @throws DamagedBytes */
export function takeStepped(from: ByteReader, wished: Wished): void {
  const { into, at, count, total } = wished;
  const divisor = DIVISORS[from.byte()];
  const common = takeSigned(from);
  if (divisor === undefined || common < MIN_EXPONENT || common > MAX_EXPONENT)
    throw new DamagedBytes('its sums are of an unknown kind');
  const odd = takeOdd(from, total);
  const steps = takeBoth(from, wished);
  for (let i = 0; i < count; i++)
    into[at + i] = steppedValue(into[at + i] ?? 0, steps[i] ?? 0, divisor, common);
  for (const { place, value } of odd) if (place < count) into[at + place] = value;
}
