const LONGEST_BACKOFF_MS = 5 * 60_000;

/**
 * When one device is polled: at whole multiples of its interval on the clock. Silence leaves out 1, 2, 4 … polls,
 * never more than five minutes, so that a device that is not there does not eat the time of its neighbours; each
 * number is drawn between half and all of it, so that devices which fell silent together do not return together.
 */
export class PollSchedule {
  readonly interval_ms: number;
  readonly #random: () => number;
  #due_ms: number;
  #silences = 0;

  /** @param random draws from [0, 1). */
  constructor(interval_ms: number, now_ms: number, random: () => number) {
    this.interval_ms = interval_ms;
    this.#random = random;
    this.#due_ms = this.#next(now_ms);
  }

  /** Epoch milliseconds of the next poll; in the past when it is late. */
  dueMs(now_ms: number): number {
    // The clock was set back: what was planned by the old one would be a long silence.
    if (this.#due_ms - now_ms > Math.max(this.interval_ms, LONGEST_BACKOFF_MS))
      this.#due_ms = this.#next(now_ms);
    return this.#due_ms;
  }

  /** The instant for which a poll that starts now is made: the latest whole multiple, those before it are skipped. */
  instantMs(now_ms: number): number {
    return this.#next(now_ms) - this.interval_ms;
  }

  /** Notes the end of a poll after which the device keeps its pace. */
  keepPace(now_ms: number): void {
    this.#silences = 0;
    this.#due_ms = this.#next(now_ms);
  }

  /** Notes that the device did not answer. */
  backOff(now_ms: number): void {
    const most = Math.max(0, Math.floor(LONGEST_BACKOFF_MS / this.interval_ms) - 1);
    const full = Math.min(most, 2 ** this.#silences);
    this.#silences += 1;
    const skipped = Math.ceil(full * (0.5 + this.#random() / 2));
    this.#due_ms = this.#next(now_ms) + skipped * this.interval_ms;
  }

  /** Asks again at the next whole multiple; a poll that is due stays due. */
  hurry(now_ms: number): void {
    this.#due_ms = Math.min(this.#due_ms, this.#next(now_ms));
  }

  /** Forgets past silence. */
  restart(now_ms: number): void {
    this.#silences = 0;
    this.hurry(now_ms);
  }

  #next(now_ms: number): number {
    return (Math.floor(now_ms / this.interval_ms) + 1) * this.interval_ms;
  }
}
