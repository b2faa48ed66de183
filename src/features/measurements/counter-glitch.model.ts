/** A value and its instant (epoch ms). */
interface Known {
  readonly ts: number;
  readonly value: number;
}

/** What tells a glitch from counting. */
export interface GlitchRule {
  /** kWh that a counter may rise by in so long (ms). */
  readonly possible: (time_ms: number) => number;
}

/** Of readings without any order no return is looked for longer than so. */
const MAX_SEARCHES = 20;
const NOISE = 1e-9;
/** How many times as fast as it usually rises a counter may rise, where no nominal power limits it. */
const TIMES_USUAL = 100;

/**
 * The rise (kWh in a ms) that is beyond anything usual of these readings, by the median of their rises, which single jumps
 * do not move. Infinite where the counter does not rise.
 */
export function fastestUsual({ ts, values }: { ts: Float64Array; values: Float64Array }): number {
  const rates = new Float64Array(values.length);
  let count = 0;
  for (let i = 1; i < values.length; i++) {
    const rise = (values[i] ?? 0) - (values[i - 1] ?? 0);
    if (rise > 0) rates[count++] = rise / ((ts[i] ?? 0) - (ts[i - 1] ?? 0));
  }
  const median = rates.subarray(0, count).sort()[(count - 1) >> 1];
  return median === undefined ? Number.POSITIVE_INFINITY : TIMES_USUAL * median;
}

/**
 * Finds where a counter goes on after it showed something else for a while: zeros, a spike, a negative number. It does if it
 * comes back, by a step that no counting explains, to what it can have reached since. Readings (ts epoch ms, ascending)
 * are the whole stretch that is counted together.
 */
export class GlitchFinder {
  readonly #ts: Float64Array;
  readonly #values: Float64Array;
  readonly #rule: GlitchRule;
  #max: Float64Array | undefined;
  #min: Float64Array | undefined;
  #searches = 0;

  constructor({ ts, values }: { ts: Float64Array; values: Float64Array }, rule: GlitchRule) {
    this.#ts = ts;
    this.#values = values;
    this.#rule = rule;
  }

  /**
   * The place from which the counter goes on, where what stands at `i` is a glitch; `i` itself where it is none.
   * @param from the value before `i`
   * @param moved_at when the register had last moved (epoch ms)
   */
  resumesAt(i: number, from: Known, moved_at: number): number {
    const { possible } = this.#rule;
    const value = this.#values[i] ?? 0;
    const lowest = from.value - Math.abs(from.value) * NOISE;
    if (value >= lowest && value - from.value <= possible((this.#ts[i] ?? 0) - moved_at)) return i;
    if (this.#searches >= MAX_SEARCHES || !this.#mayReturn(i, lowest, from, moved_at)) return i;
    for (let k = i + 1; k < this.#values.length; k++) {
      const back = this.#values[k] ?? 0;
      const reached = back >= lowest && back - from.value <= possible((this.#ts[k] ?? 0) - moved_at);
      if (reached && this.#isJump(k)) return k;
    }
    this.#searches += 1;
    return i;
  }

  #isJump(k: number): boolean {
    const step = (this.#values[k] ?? 0) - (this.#values[k - 1] ?? 0);
    return step < 0 || step > this.#rule.possible((this.#ts[k] ?? 0) - (this.#ts[k - 1] ?? 0));
  }

  /** Is anything after `i` within what the counter can have reached at the end? */
  #mayReturn(i: number, lowest: number, from: Known, moved_at: number): boolean {
    this.#max ??= fromTheEnd(this.#values, Math.max);
    this.#min ??= fromTheEnd(this.#values, Math.min);
    const highest = from.value + this.#rule.possible((this.#ts.at(-1) ?? 0) - moved_at);
    return (this.#max[i + 1] ?? -Infinity) >= lowest && (this.#min[i + 1] ?? Infinity) <= highest;
  }
}

/** At each place what `pick` chooses among what stands there and later. */
function fromTheEnd(values: Float64Array, pick: (a: number, b: number) => number): Float64Array {
  const result = Float64Array.from(values);
  for (let i = values.length - 2; i >= 0; i--) result[i] = pick(values[i] ?? 0, result[i + 1] ?? 0);
  return result;
}
