import { type ByteReader, ByteWriter, DamagedBytes } from '../packed-bytes.ts';
import { type Coding, cheapestCoding, putResiduals, takeResiduals, type Wished } from './residuals.ts';
import { SymbolStream } from './symbols.ts';

/** Whole numbers up to this can be subtracted twice from each other, and folded, without loss. */
export const MAX_WHOLE = 2 ** 49;
const HIGHEST_ORDER = 2;

/** 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 … */
const folded = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unfolded = (step: number): number => (step % 2 === 0 ? step / 2 : -(step + 1) / 2);
/** Steps below this are unfolded by their bits, which takes a tenth of the time. */
const SMALL = 2 ** 31;

export function putSigned(to: ByteWriter, value: number): void {
  to.count(folded(value));
}

/** @throws DamagedBytes */
export const takeSigned = (from: ByteReader): number => unfolded(from.count());

/** Room for one try: the steps of an order and their symbols. */
class Attempt {
  steps = new Float64Array(0);
  readonly stream = new SymbolStream();
  coding: Coding = 0;
  weight = 0;
  base = 0;

  /** @param unit what all numbers are whole multiples of, counted from the least or the first */
  fill(numbers: Float64Array, count: number, order: number, unit: number): void {
    if (this.steps.length < count) this.steps = new Float64Array(2 * count);
    if (order === 0) this.#aboveLeast(numbers, count, unit);
    else this.#differences(numbers, count, order, unit);
    Object.assign(this, cheapestCoding(this.steps, count, this.stream));
  }

  #aboveLeast(numbers: Float64Array, count: number, unit: number): void {
    let least = numbers[0] ?? 0;
    for (let i = 1; i < count; i++) least = Math.min(least, numbers[i] ?? 0);
    for (let i = 0; i < count; i++) this.steps[i] = ((numbers[i] ?? 0) - least) / unit;
    this.base = least;
  }

  #differences(numbers: Float64Array, count: number, order: number, unit: number): void {
    const first = numbers[0] ?? 0;
    let [before, slope] = [first, 0];
    for (let i = 0; i < count; i++) {
      const number = numbers[i] ?? 0;
      const step = (number - before) / unit;
      const left = step - slope;
      this.steps[i] = left < 0 ? -2 * left - 1 : 2 * left;
      if (order === 2) slope = step;
      before = number;
    }
    this.base = first;
  }
}

const attempts = [new Attempt(), new Attempt(), new Attempt()] as const;

/** The largest whole number that all differences from the first number are multiples of; 1 when there is none. */
function commonUnit(numbers: Float64Array, count: number): number {
  const first = numbers[0] ?? 0;
  let unit = 0;
  for (let i = 1; i < count && unit !== 1; i++) {
    let [a, b] = [Math.abs((numbers[i] ?? 0) - first), unit];
    while (b !== 0) [a, b] = [b, a % b];
    unit = a;
  }
  return unit === 0 ? 1 : unit;
}

const ORDER_BITS = 3;
const CODING_SHIFT = 2;
const WITH_UNIT = 16;

/**
 * Writes the first `count` (at least one) whole numbers, none beyond MAX_WHOLE: themselves above the least, their
 * differences, or the differences of these, whichever takes the fewest bits.
 */
export function putWholes(to: ByteWriter, numbers: Float64Array, count: number): void {
  const unit = commonUnit(numbers, count);
  let order = 0;
  attempts.forEach((attempt, tried) => {
    attempt.fill(numbers, count, tried, unit);
    if (attempt.weight < (attempts[order]?.weight ?? 0)) order = tried;
  });
  const { base, coding, steps, stream } = attempts[order] ?? attempts[0];
  to.byte(order | (coding << CODING_SHIFT) | (unit === 1 ? 0 : WITH_UNIT));
  if (unit !== 1) to.count(unit);
  putSigned(to, base);
  putResiduals(to, coding, steps, count, stream);
}

/** Reads the wished first ones of the numbers that putWholes took. @throws DamagedBytes */
export function takeWholes(from: ByteReader, wished: Wished): void {
  const head = from.byte();
  const order = head & ORDER_BITS;
  const coding = (head >> CODING_SHIFT) & ORDER_BITS;
  if (order > HIGHEST_ORDER || coding > 2 || head >= 2 * WITH_UNIT)
    throw new DamagedBytes('its numbers are of an unknown kind');
  const unit = head & WITH_UNIT ? from.count() : 1;
  const base = takeSigned(from);
  takeResiduals(from, coding as Coding, wished);
  if (order === 0) lift(wished, base, unit);
  else if (order === 1) addUp(wished, base, unit);
  else addUpTwice(wished, base, unit);
}

function lift({ into, at, count }: Wished, base: number, unit: number): void {
  const end = at + count;
  if (unit !== 1) for (let i = at; i < end; i++) into[i] = (into[i] ?? 0) * unit + base;
  else if (base !== 0) for (let i = at; i < end; i++) into[i] = (into[i] ?? 0) + base;
}

function addUp({ into, at, count }: Wished, base: number, unit: number): void {
  let sum = base;
  for (let i = at; i < at + count; i++) {
    const step = into[i] ?? 0;
    sum += (step < SMALL ? (step >>> 1) ^ -(step & 1) : unfolded(step)) * unit;
    into[i] = sum;
  }
}

function addUpTwice({ into, at, count }: Wished, base: number, unit: number): void {
  let [sum, slope] = [base, 0];
  for (let i = at; i < at + count; i++) {
    const step = into[i] ?? 0;
    slope += (step < SMALL ? (step >>> 1) ^ -(step & 1) : unfolded(step)) * unit;
    sum += slope;
    into[i] = sum;
  }
}

/** Writes two rows of as many whole numbers, so that the first ones of both can be read. */
export function putBoth(
  to: ByteWriter,
  [one, other]: readonly [Float64Array, Float64Array],
  count: number,
): void {
  const first = new ByteWriter();
  putWholes(first, one, count);
  to.count(first.written.length);
  to.append(first.written);
  putWholes(to, other, count);
}

/** Puts the wished ones of the second row where they are wished, and answers those of the first. @throws DamagedBytes */
export function takeBoth(from: ByteReader, wished: Wished): Float64Array {
  const first = new Float64Array(wished.count);
  takeWholes(from.part(from.count()), { ...wished, into: first, at: 0 });
  takeWholes(from, wished);
  return first;
}
