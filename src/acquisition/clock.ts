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
