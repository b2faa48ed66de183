import { setImmediate as turn } from 'node:timers/promises';

type Sleeper = { readonly at_ms: number; readonly wake: () => void };

/** A clock that stands still until a test moves it. Whoever sleeps on it wakes in order, at the instant asked for. */
export class FakeClock {
  #elapsed_ms = 0;
  /** What the wall clock shows before anything has elapsed; sleeping does not depend on it. */
  #origin_ms: number;
  #sleepers: Sleeper[] = [];

  constructor(now_ms: number) {
    this.#origin_ms = now_ms;
  }

  now = (): number => this.#origin_ms + this.#elapsed_ms;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = { at_ms: this.#elapsed_ms + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        resolve();
      });
    });
  };

  /** Sets the clock without waking anybody, as a person or a time server does. */
  set(now_ms: number): void {
    this.#origin_ms = now_ms - this.#elapsed_ms;
  }

  /** Lets so much time pass. */
  async advance(ms: number): Promise<void> {
    const until_ms = this.#elapsed_ms + ms;
    for (;;) {
      await turn();
      const due = this.#sleepers.filter(({ at_ms }) => at_ms <= until_ms);
      const next = due.sort((a, b) => a.at_ms - b.at_ms)[0];
      if (next === undefined) break;
      this.#sleepers = this.#sleepers.filter((other) => other !== next);
      this.#elapsed_ms = Math.max(this.#elapsed_ms, next.at_ms);
      next.wake();
    }
    this.#elapsed_ms = until_ms;
  }
}
