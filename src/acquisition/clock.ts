import { setTimeout as sleep } from 'node:timers/promises';

/** The time that polling goes by; tests bring their own. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after so many milliseconds, or at once when the signal ends the wait. Never fails. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: Date.now,
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};

/** Whoever sleeps until something is due, and is woken when that may have changed. */
export class Naps {
  readonly #clock: Clock;
  readonly #naps = new Set<AbortController>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async sleep(ms: number): Promise<void> {
    const nap = new AbortController();
    this.#naps.add(nap);
    await this.#clock.sleep(ms, nap.signal);
    this.#naps.delete(nap);
  }

  /** Wakes everybody who sleeps. */
  wake(): void {
    for (const nap of this.#naps) nap.abort();
  }
}
