const MAX_BACKOFF_MS = 5 * 60_000;
/** A clock that is set back by less is not worth planning anew. */
const CLOCK_STEP_MS = 500;

/**
 * When one device is polled: at whole multiples of its interval on the clock. Silence leaves out 1, 2, 4 … polls,
 * never more than five minutes, so that a device that is not there does not eat the time of its neighbours; each
 * number is drawn between half and all of it, so that devices which fell silent together do not return together.
 */
export class PollSchedule {
  readonly interval_ms: number;
  readonly #random: () => number;
  #due_ms: number;
  /** How far ahead it was when it was planned. */
  #ahead_ms: number;
  #silences = 0;
  /** The next poll is one between its instants. */
  #between = false;

  /** @param random draws from [0, 1). */
  constructor(interval_ms: number, now_ms: number, random: () => number) {
    this.interval_ms = interval_ms;
    this.#random = random;
    this.#due_ms = this.#next(now_ms);
    this.#ahead_ms = this.#due_ms - now_ms;
  }

  /** Epoch milliseconds of the next poll; in the past when it is late. */
  dueMs(now_ms: number): number {
    // The clock was set back: what was planned by the old one would be a long silence.
    if (this.#due_ms - now_ms > this.#ahead_ms + CLOCK_STEP_MS) this.#plan(now_ms, this.#next(now_ms));
    return this.#due_ms;
  }

  /**
   * The instant for which a poll that starts now is made: the latest whole multiple, those before it are skipped; of a
   * first poll between them the second in which it is made.
   */
  instantMs(now_ms: number): number {
    if (this.#between) return Math.floor(now_ms / 1000) * 1000;
    return this.#next(now_ms) - this.interval_ms;
  }

  /** Wants the first poll now: nobody waits an interval to see whether a device that was just added answers. */
  beginNow(now_ms: number): void {
    this.#between = true;
    this.#plan(now_ms, now_ms);
  }

  /** Notes the end of a poll after which the device keeps its pace. */
  keepPace(now_ms: number): void {
    this.#between = false;
    this.#silences = 0;
    this.#plan(now_ms, this.#next(now_ms));
  }

  /** Notes that the device did not answer. */
  backOff(now_ms: number): void {
    this.#between = false;
    const max = Math.max(0, Math.floor(MAX_BACKOFF_MS / this.interval_ms) - 1);
    const full = Math.min(max, 2 ** this.#silences);
    this.#silences += 1;
    const skipped = Math.ceil(full * (0.5 + this.#random() / 2));
    this.#plan(now_ms, this.#next(now_ms) + skipped * this.interval_ms);
  }

  /** Asks again at the next whole multiple; a poll that is due stays due. */
  hurry(now_ms: number): void {
    this.#plan(now_ms, Math.min(this.#due_ms, this.#next(now_ms)));
  }

  /** Forgets past silence. */
  restart(now_ms: number): void {
    this.#silences = 0;
    this.hurry(now_ms);
  }

  #plan(now_ms: number, due_ms: number): void {
    this.#due_ms = due_ms;
    this.#ahead_ms = due_ms - now_ms;
  }

  #next(now_ms: number): number {
    return (Math.floor(now_ms / this.interval_ms) + 1) * this.interval_ms;
  }
}
