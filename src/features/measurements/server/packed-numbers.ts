import { type ByteReader, type ByteWriter, DamagedBytes } from './packed-bytes.ts';

/** Whole numbers up to this are told apart, added and doubled without loss. */
const MAX_WHOLE = 2 ** 50;
const HIGHEST_ORDER = 2;
const MAX_WIDTH = 7;

/** 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 … */
const folded = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

/** The steps of one order (0: the numbers above their least, 1: differences, 2: differences of these), none below 0. */
function stepsOf(numbers: Float64Array, order: number): { base: number; steps: Float64Array } {
  const steps = new Float64Array(numbers.length);
  const base = order === 0 ? numbers.reduce((a, b) => Math.min(a, b)) : (numbers[0] ?? 0);
  let [previous, slope] = [base, 0];
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] ?? 0;
    steps[i] = order === 0 ? value - base : folded(value - previous - slope);
    if (order === 2) slope = value - previous;
    previous = value;
  }
  return { base, steps };
}

/** About how many bits the steps hold. */
function weightOf(steps: Float64Array): number {
  const seen = new Map<number, number>();
  for (const step of steps) seen.set(step, (seen.get(step) ?? 0) + 1);
  let bits = 0;
  for (const [step, times] of seen) bits += times * Math.log2(steps.length / times) + Math.log2(step + 1) + 1;
  return bits;
}

function lightest(numbers: Float64Array): { order: number; base: number; steps: Float64Array } {
  let best = { order: 0, ...stepsOf(numbers, 0) };
  let min = weightOf(best.steps);
  for (let order = 1; order <= HIGHEST_ORDER; order++) {
    const made = stepsOf(numbers, order);
    const weight = weightOf(made.steps);
    if (weight >= min) continue;
    min = weight;
    best = { order, ...made };
  }
  return best;
}

/** Whole numbers (at least one, none beyond 2^50), each of their bytes on a plane of its own, the lowest first. */
export function packWhole(to: ByteWriter, numbers: Float64Array): void {
  const { order, base, steps } = lightest(numbers);
  const max = steps.reduce((a, b) => Math.max(a, b));
  let width = 0;
  while (256 ** width <= max) width++;
  to.byte(order);
  to.byte(width);
  to.float(base);
  const planes = to.zeros(width * steps.length);
  for (let i = 0; i < steps.length; i++) {
    let left = steps[i] ?? 0;
    for (let at = i; left > 0; at += steps.length) {
      planes[at] = left % 256;
      left = Math.floor(left / 256);
    }
  }
}

/** Puts the steps of `count` numbers into `into` from `at`. */
function readPlanes(from: ByteReader, width: number, into: Float64Array, at: number, count: number): void {
  const { bytes } = from;
  const low = from.skip(width * count);
  if (width === 0) {
    into.fill(0, at, at + count);
  } else if (width === 1) {
    for (let i = 0; i < count; i++) into[at + i] = bytes[low + i] ?? 0;
  } else if (width === 2) {
    const high = low + count;
    for (let i = 0; i < count; i++) into[at + i] = (bytes[low + i] ?? 0) | ((bytes[high + i] ?? 0) << 8);
  } else {
    for (let i = 0; i < count; i++) {
      let step = 0;
      for (let plane = width - 1; plane >= 0; plane--)
        step = step * 256 + (bytes[low + plane * count + i] ?? 0);
      into[at + i] = step;
    }
  }
}

const unfolded = (step: number): number => (step % 2 === 0 ? step / 2 : -(step + 1) / 2);
/** The same for steps below 2^31, which take two bytes at most. */
const unfoldedSmall = (step: number): number => (step >>> 1) ^ -(step & 1);

/** Puts back the `count` numbers (at least one) that packWhole took, into `into` from `at`. */
export function unpackWhole(from: ByteReader, into: Float64Array, at: number, count: number): void {
  const order = from.byte();
  const width = from.byte();
  if (order > HIGHEST_ORDER || width > MAX_WIDTH)
    throw new DamagedBytes('its numbers are of an unknown kind');
  const base = from.float();
  readPlanes(from, width, into, at, count);
  const end = at + count;
  if (order === 0) {
    for (let i = at; i < end; i++) into[i] = base + (into[i] ?? 0);
    return;
  }
  const unfold = width <= 2 ? unfoldedSmall : unfolded;
  let value = base;
  if (order === 1) {
    for (let i = at; i < end; i++) into[i] = value += unfold(into[i] ?? 0);
    return;
  }
  let slope = 0;
  for (let i = at; i < end; i++) {
    slope += unfold(into[i] ?? 0);
    into[i] = value += slope;
  }
}

/** How a value comes from a whole number: (number / 10^down) · 10^up, then as a 32 bit float where that is said. */
interface Scale {
  readonly down: number;
  readonly up: number;
  readonly single: boolean;
}

// Decimals as they are written; watts brought to kilowatts and megawatt-hours to kilowatt-hours; 32 bit registers.
const SCALES: readonly Scale[] = [
  ...Array.from({ length: 13 }, (_, down) => ({ down, up: 0, single: false })),
  ...Array.from({ length: 6 }, (_, down) => ({ down, up: -3, single: false })),
  ...Array.from({ length: 8 }, (_, down) => ({ down, up: 0, single: true })),
  ...Array.from({ length: 7 }, (_, down) => ({ down, up: 3, single: false })),
  { down: 0, up: -1, single: false },
  { down: 0, up: -2, single: false },
];
const power = (exponent: number): number => (exponent < 0 ? 1 / 10 ** -exponent : 10 ** exponent);

function scaled(whole: number, { down, up, single }: Scale): number {
  const value = (whole / 10 ** down) * power(up);
  return single ? Math.fround(value) : value;
}

const wholeOf = (value: number, { down, up }: Scale): number =>
  Math.round((value * 10 ** down) / power(up)) + 0;
const fits = (value: number, scale: Scale): boolean => {
  const whole = wholeOf(value, scale);
  return Math.abs(whole) <= MAX_WHOLE && Object.is(scaled(whole, scale), value);
};

/** A value that no scale suits may stand beside so many that one does. */
const EXCEPTIONS = 1 / 24;

function findScale(values: Float64Array): Scale | undefined {
  const max = Math.floor(values.length * EXCEPTIONS);
  return SCALES.find((scale) => {
    let odd = 0;
    for (const value of values) if (!fits(value, scale) && ++odd > max) return false;
    return true;
  });
}

function packDecimals(to: ByteWriter, values: Float64Array, scale: Scale): void {
  const odd: number[] = [];
  let whole = 0;
  const wholes = values.map((value, i) => {
    if (fits(value, scale)) whole = wholeOf(value, scale);
    else odd.push(i);
    return whole;
  });
  to.byte(scale.down + (scale.single ? 128 : 0));
  to.byte(scale.up + 128);
  packWhole(to, wholes);
  to.count(odd.length);
  for (const i of odd) {
    to.count(i);
    to.float(values[i] ?? 0);
  }
}

function unpackDecimals(from: ByteReader, into: Float64Array, at: number, count: number): void {
  const first = from.byte();
  const [down, single, up] = [first & 127, first >= 128, from.byte() - 128];
  if (down > 12 || Math.abs(up) > 3) throw new DamagedBytes('its decimals are of an unknown kind');
  unpackWhole(from, into, at, count);
  const [divisor, factor] = [10 ** down, power(up)];
  const end = at + count;
  if (factor !== 1) for (let i = at; i < end; i++) into[i] = ((into[i] ?? 0) / divisor) * factor;
  else if (divisor !== 1) for (let i = at; i < end; i++) into[i] = (into[i] ?? 0) / divisor;
  if (single) for (let i = at; i < end; i++) into[i] = Math.fround(into[i] ?? 0);
  for (let left = from.count(); left > 0; left--) {
    const i = from.count();
    if (i >= count) throw new DamagedBytes('a value stands nowhere');
    into[at + i] = from.float();
  }
}

const FLOAT_BYTES = 8;

/** Any floats as they are, each of their bytes on a plane of its own: what neighbours share stands together. */
function packFloats(to: ByteWriter, values: Float64Array): void {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const planes = to.zeros(bytes.length);
  for (let i = 0; i < values.length; i++)
    for (let b = 0; b < FLOAT_BYTES; b++) planes[b * values.length + i] = bytes[i * FLOAT_BYTES + b] ?? 0;
}

function unpackFloats(from: ByteReader, into: Float64Array, at: number, count: number): void {
  const start = from.skip(FLOAT_BYTES * count);
  const bytes = new Uint8Array(into.buffer, into.byteOffset + at * FLOAT_BYTES, count * FLOAT_BYTES);
  for (let b = 0; b < FLOAT_BYTES; b++) {
    const plane = start + b * count;
    for (let i = 0; i < count; i++) bytes[i * FLOAT_BYTES + b] = from.bytes[plane + i] ?? 0;
  }
}

const CONSTANT = 0;
const DECIMALS = 1;
const FLOATS = 2;

/** Floats (at least one, none NaN) in the smallest way that gives each back to the bit. */
export function packValues(to: ByteWriter, values: Float64Array): void {
  const first = values[0] ?? 0;
  if (values.every((value) => Object.is(value, first))) {
    to.byte(CONSTANT);
    to.float(first);
    return;
  }
  const scale = findScale(values);
  to.byte(scale ? DECIMALS : FLOATS);
  if (scale) packDecimals(to, values, scale);
  else packFloats(to, values);
}

/** Puts back the `count` floats (at least one) that packValues took, into `into` from `at`. */
export function unpackValues(from: ByteReader, into: Float64Array, at: number, count: number): void {
  const kind = from.byte();
  if (kind === CONSTANT) into.fill(from.float(), at, at + count);
  else if (kind === DECIMALS) unpackDecimals(from, into, at, count);
  else if (kind === FLOATS) unpackFloats(from, into, at, count);
  else throw new DamagedBytes('its values are of an unknown kind');
}
