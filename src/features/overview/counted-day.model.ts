import { GlitchFinder } from '../measurements/counter-glitch.model.ts';
import { belongs } from '../measurements/day-row.model.ts';
import {
  type CounterRule,
  counterSteps,
  type EnteredEvent,
  type KnownValue,
  maxPossible,
  movedBefore,
  NEIGHBOURS,
  powerSteps,
  Resolution,
  slackOf,
} from '../measurements/energy-steps.model.ts';
import type { ReadingTail } from './reading-tail.model.ts';

/** A local day, [start, end) in epoch ms. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** kWh so far; null while nothing could be counted: unknown is not zero. */
export type Sum = number | null;

const plus = (sum: Sum, kwh: number): Sum => (Number.isNaN(kwh) ? sum : (sum ?? 0) + kwh);

/** What a day's readings add up to, without keeping those that later ones change nothing of. */
export interface CountedDay {
  /** Counts and drops readings from `tail` as far as they are final. */
  settle(tail: ReadingTail, day: Span): void;
  /** kWh of what is settled and of what the tail says as far as is known today. */
  energy(tail: ReadingTail, day: Span): Sum;
  /** Whether something settled would be counted otherwise today: the day must be read again. */
  readonly isOutdated: boolean;
}

/**
 * A power's day: a step is final once so many readings followed as tell the rhythm around it. As many that are counted
 * already stay before the others, for the same reason.
 */
export class PowerDay implements CountedDay {
  readonly isOutdated = false;
  readonly #rule: CounterRule;
  #kwh: Sum = null;
  /** How many at the head of the tail are counted. */
  #counted = 0;

  constructor(rule: CounterRule) {
    this.#rule = rule;
  }

  settle(tail: ReadingTail, day: Span): void {
    const until = tail.count - 1 - NEIGHBOURS;
    if (until <= this.#counted) return;
    this.#kwh = this.#sum(tail, day, until);
    tail.drop(Math.max(0, until - NEIGHBOURS));
    this.#counted = Math.min(until, NEIGHBOURS);
  }

  energy(tail: ReadingTail, day: Span): Sum {
    return this.#sum(tail, day, tail.count);
  }

  #sum(tail: ReadingTail, { start, end }: Span, until: number): Sum {
    const readings = tail.columns;
    const steps = powerSteps(readings, this.#rule);
    let sum = this.#kwh;
    for (let i = this.#counted; i < until; i++) {
      if (belongs(readings.ts[i] ?? Number.NaN, start, end, false)) sum = plus(sum, steps[i] ?? Number.NaN);
    }
    return sum;
  }
}

/** Noise in the last digits of a float register, as part of its value: no reset. */
const ROUNDING = 1e-9;

/**
 * A counter's day. As long as it only rises, as fast as it can, later readings change nothing of what is counted; nor where
 * it showed something else for a while and went on. What else it does (a reset, a swap, what a person entered) is judged
 * by all that follows in the day and stays in the tail. One whose nominal power nobody said keeps its whole day: how fast it
 * can count is told by all its readings.
 */
export class CounterDay implements CountedDay {
  readonly #rule: CounterRule;
  readonly #entered: readonly EnteredEvent[];
  readonly #resolution = new Resolution();
  /** How many of the tail's readings the resolution knows. */
  #seen = 0;
  #kwh: Sum = null;
  #from: KnownValue | undefined;
  #moved_at: number | undefined;
  /** The slack (kWh) that what is settled was counted with, and the least that it needs. */
  #slack = Number.POSITIVE_INFINITY;
  #needed = 0;
  isOutdated = false;

  constructor(
    rule: CounterRule,
    past: { previous?: KnownValue | undefined; entered?: readonly EnteredEvent[] },
  ) {
    this.#rule = rule;
    this.#entered = past.entered ?? [];
    this.#from = past.previous;
  }

  settle(tail: ReadingTail, day: Span): void {
    if (this.#rule.nominal_kw === null || tail.count === 0) return;
    const { ts, values } = tail.columns;
    for (const value of values.subarray(this.#seen)) this.#resolution.add(value);
    this.#narrow(slackOf(this.#rule, this.#resolution.unit));
    let i = 0;
    while (i < tail.count) {
      const to = { ts: ts[i] ?? 0, value: values[i] ?? 0 };
      this.#moved_at ??= movedBefore(this.#from, to.ts);
      if (!this.#from || this.#onlyRises(this.#from, to)) {
        this.#count(to, day);
        i += 1;
        continue;
      }
      const next = this.#goesOnAt(tail, i, this.#from);
      if (next === i) break;
      for (; i < next; i++) if (belongs(ts[i] ?? 0, day.start, day.end, true)) this.#kwh = plus(this.#kwh, 0);
      this.#needed = Number.POSITIVE_INFINITY;
    }
    tail.drop(i);
    this.#seen = tail.count;
  }

  energy(tail: ReadingTail, { start, end }: Span): Sum {
    const { ts, values } = tail.columns;
    const before =
      this.#moved_at === undefined ? undefined : { moved_at: this.#moved_at, slack: this.#slack };
    const steps = counterSteps({ ts, values }, this.#from, this.#rule, this.#entered, before);
    let sum = this.#kwh;
    for (let i = 0; i < ts.length; i++) {
      if (belongs(ts[i] ?? 0, start, end, true)) sum = plus(sum, steps.energy[i] ?? Number.NaN);
    }
    return sum;
  }

  /** A finer count leaves less slack: what was settled with more may be judged otherwise. */
  #narrow(slack: number): void {
    if (slack < this.#slack && slack < this.#needed + ROUNDING && this.#kwh !== null) this.isOutdated = true;
    this.#slack = slack;
  }

  #isEntered(since: number, until: number): boolean {
    return this.#entered.some(({ at }) => at > since && at <= until);
  }

  #onlyRises(from: KnownValue, to: KnownValue): boolean {
    const rise = to.value - from.value;
    const possible = maxPossible(this.#rule, to.ts - (this.#moved_at ?? to.ts));
    if (
      !(rise >= -Math.abs(from.value) * ROUNDING) ||
      to.value < from.value - Math.abs(from.value) * ROUNDING
    )
      return false;
    if (rise > possible + this.#slack || this.#isEntered(from.ts, to.ts)) return false;
    this.#needed = Math.max(this.#needed, rise - possible);
    return true;
  }

  #count(to: KnownValue, { start, end }: Span): void {
    const from = this.#from;
    if (from && belongs(to.ts, start, end, true))
      this.#kwh = this.#kwh = plus(this.#kwh, Math.max(0, to.value - from.value));
    if (from && to.value !== from.value) this.#moved_at = to.ts;
    this.#from = to;
  }

  /** The place where the counter goes on that shows something else at `i`; `i` itself where it does not, as far as is known. */
  #goesOnAt(tail: ReadingTail, i: number, from: KnownValue): number {
    const possible = (time_ms: number) => maxPossible(this.#rule, time_ms) + this.#slack;
    const readings = tail.columns;
    const next = new GlitchFinder(readings, { possible }).resumesAt(i, from, this.#moved_at ?? from.ts);
    return this.#isEntered(from.ts, readings.ts[next] ?? from.ts) ? i : next;
  }
}
