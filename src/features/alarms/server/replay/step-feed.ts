import { MAX_STEPS, STEP_MS, type Steps } from '../../evaluation/watched.model.ts';
import { lastWhole, meansOfCounter, type Source } from '../company-steps.ts';

interface Gathered {
  at: number;
  n: number;
  sum: number;
  last: number;
  last_at: number;
}

const beginOf = (ts: number): number => Math.floor(ts / STEP_MS) * STEP_MS;

/** Quarters of an hour of one variable, gathered from its readings as they pass: what a scheduler reads from the store. */
export class StepFeed {
  readonly #source: Source;
  readonly #steps: { end: number; means: (number | null)[]; covered: number[] };
  /** Quarters that are not whole yet, ascending, behind the last whole one that had readings. */
  readonly #open: Gathered[] = [];
  #before: Gathered | undefined;

  constructor(source: Source, start: number) {
    this.#source = source;
    const none = Array.from({ length: MAX_STEPS });
    this.#steps = { end: lastWhole(start), means: none.map(() => null), covered: none.map(() => 0) };
  }

  /** A good reading; they come in their order. */
  take(ts: number, value: number): void {
    const at = beginOf(ts);
    let quarter = this.#open.at(-1);
    if (quarter?.at !== at) {
      quarter = { at, n: 0, sum: 0, last: value, last_at: ts };
      this.#open.push(quarter);
    }
    quarter.n++;
    quarter.sum += value;
    quarter.last = value;
    quarter.last_at = ts;
  }

  /** The last quarters that count as whole at an instant. */
  at(now: number): Steps {
    const steps = this.#steps;
    for (const end = lastWhole(now); steps.end < end; steps.end += STEP_MS) this.#close(steps.end);
    return steps;
  }

  #close(at: number): void {
    const { means, covered } = this.#steps;
    while ((this.#open[0]?.at ?? at) < at) this.#before = this.#open.shift();
    const quarter = this.#open[0]?.at === at ? this.#open.shift() : undefined;
    means.shift();
    covered.shift();
    means.push(quarter ? this.#meanOf(quarter) : null);
    covered.push(Math.min(1, ((quarter?.n ?? 0) * this.#source.slot.rhythm_s * 1000) / STEP_MS));
    if (quarter) this.#before = quarter;
  }

  #meanOf(quarter: Gathered): number | null {
    if (this.#source.kind === 'gauge') return quarter.sum / quarter.n;
    const pair = [this.#before, quarter].flatMap((one) =>
      one ? [{ wish: 0, at: one.at, n: one.n, mean: 0, last: one.last, last_at: one.last_at }] : [],
    );
    return meansOfCounter(pair).find(({ at }) => at === quarter.at)?.mean ?? null;
  }
}
