import { setTimeout as pause } from 'node:timers/promises';
import { VARIABLE } from './field.ts';
import { shuffled } from './randomness.ts';

/** Readings of one device, by their numbers: reading n has its own instant and its own value. */
export interface Series {
  readonly device: string;
  readonly place: number;
  readonly start_ms: number;
  readonly step_ms: number;
}

export const PRODUCERS = 20;
/** So long what was begun before the end is still tried: a program that is not there any more acknowledges nothing. */
const INSISTING_MS = 60_000;
/** A whole number, so that sums are exact, and another one for each producer. */
export const readingOf = (series: Series, n: number): number => n * PRODUCERS + series.place;
export const instantOf = (series: Series, n: number): number => series.start_ms + n * series.step_ms;

/** What became of a delivery: stored, to be tried again, or an answer that should never have been given. */
export type Outcome = 'acknowledged' | 'again' | { fault: string };

/** One way for readings to the program. */
export interface Way {
  readonly name: string;
  deliver(series: Series, numbers: readonly number[]): Promise<Outcome>;
  close(): Promise<void>;
}

/** Deliveries by HTTP with a key. */
export function overHttp(address: string, headers: Readonly<Record<string, string>>): Way {
  return {
    name: 'http',
    close: async () => undefined,
    async deliver(series, numbers) {
      const readings = numbers.map((n) => ({
        device: series.device,
        ts: instantOf(series, n),
        values: { [VARIABLE]: readingOf(series, n) },
      }));
      try {
        const answer = await fetch(`${address}/ingest/v1/readings/`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ readings }),
          signal: AbortSignal.timeout(30_000),
        });
        const text = await answer.text();
        return judge(answer, text, numbers.length);
      } catch (error) {
        // Nobody listens, or the line broke: whether it was stored is not known, and it is sent again.
        return (error as Error).name === 'TimeoutError' ? { fault: 'no answer within 30 s' } : 'again';
      }
    },
  };
}

function judge({ status, headers }: Response, text: string, sent: number): Outcome {
  if (status === 200 || status === 202) {
    const { stored } = JSON.parse(text) as { stored?: number };
    return stored === sent ? 'acknowledged' : { fault: `${stored} of ${sent} stored: ${text.slice(0, 200)}` };
  }
  if (status !== 429 && status !== 503) return { fault: `${status} ${text.slice(0, 200)}` };
  return headers.has('retry-after') ? 'again' : { fault: `${status} without retry-after` };
}

/** One device that delivers its readings in order, each until it is acknowledged, and some of them twice. */
export class Producer {
  readonly series: Series;
  readonly way: Way;
  readonly #random: () => number;
  /** Readings 0 … acknowledged − 1 are acknowledged. */
  acknowledged = 0;
  retries = 0;
  readonly faults: string[] = [];
  #stopped_at: number | undefined;

  constructor(series: Series, way: Way, random: () => number) {
    this.series = series;
    this.way = way;
    this.#random = random;
  }

  /** Ends when `stop` was called and the last delivery is acknowledged, or something was answered that must not be, or nothing acknowledges it. */
  async run(): Promise<void> {
    while (this.#stopped_at === undefined && this.faults.length === 0) {
      const size = 1 + Math.floor(this.#random() * 20);
      const numbers = Array.from({ length: size }, (_, i) => this.acknowledged + i);
      if (!(await this.#insist(shuffled(numbers, this.#random)))) return;
      this.acknowledged += size;
      if (this.#random() < 0.2) {
        const from = Math.floor(this.#random() * this.acknowledged);
        const known = Array.from({ length: Math.min(20, this.acknowledged - from) }, (_, i) => from + i);
        if (!(await this.#insist(known))) return;
      }
      await pause(this.#random() * 60);
    }
  }

  stop(): void {
    this.#stopped_at ??= performance.now();
  }

  /** Ends without its last delivery: after a test that failed nothing acknowledges it, and a run ends when nothing runs any more. */
  giveUp(): void {
    this.#stopped_at = Number.NEGATIVE_INFINITY;
  }

  #patienceEnded(): string | undefined {
    const over = performance.now() - (this.#stopped_at ?? Number.POSITIVE_INFINITY) > INSISTING_MS;
    return over ? `not acknowledged within ${INSISTING_MS / 1000} s after the end` : undefined;
  }

  async #insist(numbers: readonly number[]): Promise<boolean> {
    for (;;) {
      const outcome = await this.way.deliver(this.series, numbers);
      if (outcome === 'acknowledged') return true;
      const fault = outcome === 'again' ? this.#patienceEnded() : outcome.fault;
      if (fault !== undefined) {
        this.faults.push(`${this.way.name}, ${this.series.device}: ${fault}`);
        return false;
      }
      this.retries += 1;
      await pause(50 + this.#random() * 150);
    }
  }
}
