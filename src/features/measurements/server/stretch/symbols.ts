/**
 * Whole numbers from 0 as symbols: the bits that a number takes (its class), or a run. What a symbol does not say
 * stands in so many low bits beside it.
 */
const CLASSES = 54;
const MAX_RUN = 15;
/** Symbol ZERO_RUN + k: 2^k to 2^(k+1) - 1 zeros, k from 1. */
export const ZERO_RUN = CLASSES - 1;
/** Symbol SAME_RUN + k: the number before again, 2^k to 2^(k+1) - 1 times, k from 1. */
export const SAME_RUN = ZERO_RUN + MAX_RUN;
export const SYMBOLS = SAME_RUN + MAX_RUN + 1;

/** The number before is repeated as a run from so many on. */
const MIN_SAME_RUN = 3;
const HALF = 2 ** 32;

/** Bits that a whole number from 0 takes. */
export function bitsOf(number: number): number {
  return number < HALF ? 32 - Math.clz32(number) : 64 - Math.clz32(Math.floor(number / HALF));
}

/** How many low bits stand beside a symbol. */
export function lowBitsOf(symbol: number): number {
  if (symbol <= ZERO_RUN) return symbol === 0 ? 0 : symbol - 1;
  return symbol <= SAME_RUN ? symbol - ZERO_RUN : symbol - SAME_RUN;
}

const POWERS = Float64Array.from({ length: CLASSES }, (_, bits) => 2 ** bits);

/** Numbers as symbols; its room is used again by the next ones. */
export class SymbolStream {
  length = 0;
  symbols = new Uint8Array(0);
  /** What the low bits of each symbol hold. */
  lows = new Float64Array(0);
  readonly counts = new Int32Array(SYMBOLS);

  /** Takes the first `count` of numbers from 0 (below 2^53). */
  fill(numbers: Float64Array, count: number): void {
    if (this.symbols.length < count) {
      this.symbols = new Uint8Array(2 * count);
      this.lows = new Float64Array(2 * count);
    }
    this.length = 0;
    this.counts.fill(0);
    for (let i = 0; i < count; ) {
      const number = numbers[i] ?? 0;
      let end = i + 1;
      while (end < count && numbers[end] === number) end++;
      if (number === 0) this.#runs(end - i, ZERO_RUN, 0);
      else {
        this.#number(number);
        const again = end - i - 1;
        if (again >= MIN_SAME_RUN) this.#runs(again, SAME_RUN, number);
        else for (let k = 0; k < again; k++) this.#number(number);
      }
      i = end;
    }
  }

  #add(symbol: number, low: number): void {
    this.symbols[this.length] = symbol;
    this.lows[this.length++] = low;
    this.counts[symbol] = (this.counts[symbol] ?? 0) + 1;
  }

  #number(number: number): void {
    const bits = bitsOf(number);
    this.#add(bits, number === 0 ? 0 : number - (POWERS[bits - 1] ?? 0));
  }

  #runs(length: number, run: number, number: number): void {
    let left = length;
    while (left > 1) {
      const bits = Math.min(MAX_RUN, 31 - Math.clz32(left));
      const taken = Math.min(left, (POWERS[bits + 1] ?? 0) - 1);
      this.#add(run + bits, taken - (POWERS[bits] ?? 0));
      left -= taken;
    }
    if (left === 1) this.#number(number);
  }

  /** About how many bits it takes with a code of its own. */
  weight(): number {
    let bits = 0;
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      const count = this.counts[symbol] ?? 0;
      if (count > 0) bits += count * (Math.log2(this.length / count) + lowBitsOf(symbol)) + CODE_BITS;
    }
    return bits;
  }
}

/** What a symbol costs in the table of the code. */
const CODE_BITS = 4;
