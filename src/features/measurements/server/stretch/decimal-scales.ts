import { MAX_WHOLE } from './whole-numbers.ts';

/** How a value comes from a whole number: (number / 10^down) · 10^up, then as a 32-bit float where that is said. */
export interface Scale {
  readonly down: number;
  readonly up: number;
  readonly single: boolean;
}

/**
 * Decimals as devices write them; watts brought to kilowatts; decimals that went through a 32-bit register;
 * megawatt-hours brought to kilowatt-hours; counts of tens and hundreds. A scale is known by its place: new ones come
 * behind these.
 */
export const SCALES: readonly Scale[] = [
  ...Array.from({ length: 13 }, (_, down) => ({ down, up: 0, single: false })),
  ...Array.from({ length: 6 }, (_, down) => ({ down, up: -3, single: false })),
  ...Array.from({ length: 8 }, (_, down) => ({ down, up: 0, single: true })),
  ...Array.from({ length: 7 }, (_, down) => ({ down, up: 3, single: false })),
  { down: 0, up: -1, single: false },
  { down: 0, up: -2, single: false },
];

const power = (exponent: number): number => (exponent < 0 ? 1 / 10 ** -exponent : 10 ** exponent);

/** Values in a scale, as whole numbers; room that is used again. */
export class Wholes {
  numbers = new Float64Array(0);
  /** Places of the values that the scale does not give back; there the number before stands again. */
  readonly odd: number[] = [];

  /** Answers whether all but `maxOdd` of the first `count` values come back to the bit, but for the sign of zero. */
  fill(values: Float64Array, count: number, scale: Scale, maxOdd: number): boolean {
    if (this.numbers.length < count) this.numbers = new Float64Array(2 * count);
    this.odd.length = 0;
    const { numbers, odd } = this;
    const [divisor, factor] = [10 ** scale.down, power(scale.up)];
    let number = 0;
    for (let i = 0; i < count; i++) {
      const value = values[i] ?? 0;
      const whole = Math.round((value * divisor) / factor);
      const back = (whole / divisor) * factor;
      if ((scale.single ? Math.fround(back) : back) === value && whole <= MAX_WHOLE && whole >= -MAX_WHOLE)
        number = whole + 0;
      else {
        odd.push(i);
        if (odd.length > maxOdd) return false;
      }
      numbers[i] = number;
    }
    return true;
  }
}

/** So many values are tried before all are: most scales fail there. */
const SAMPLE = 24;
const SAMPLE_ODD = 4;
/** A value that no scale suits may stand beside so many that one does. */
const VALUES_FOR_ONE_ODD = 24;

const sample = new Float64Array(SAMPLE);
const tried = new Wholes();

/** The first scale that gives nearly all values back, or -1; `wholes` holds them then. */
export function findScale(values: Float64Array, count: number, wholes: Wholes): number {
  const taken = Math.min(count, SAMPLE);
  for (let i = 0; i < taken; i++) sample[i] = values[Math.floor((i * count) / taken)] ?? 0;
  const maxOdd = Math.floor(count / VALUES_FOR_ONE_ODD);
  return SCALES.findIndex(
    (scale) =>
      tried.fill(sample, taken, scale, Math.min(maxOdd, SAMPLE_ODD)) &&
      wholes.fill(values, count, scale, maxOdd),
  );
}

/** Puts the numbers of [from, until) back into the scale. */
export function rescale(numbers: Float64Array, from: number, until: number, scale: Scale): void {
  const [divisor, factor] = [10 ** scale.down, power(scale.up)];
  if (factor !== 1) for (let i = from; i < until; i++) numbers[i] = ((numbers[i] ?? 0) / divisor) * factor;
  else if (divisor !== 1) for (let i = from; i < until; i++) numbers[i] = (numbers[i] ?? 0) / divisor;
  if (scale.single) for (let i = from; i < until; i++) numbers[i] = Math.fround(numbers[i] ?? 0);
}
