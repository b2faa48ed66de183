const FIRST_MS = 250;
const MAX_MS = 30_000;

/**
 * How long to leave a peer alone after failed attempts: 250 ms, doubled with each failure up to 30 s, or to less. Each
 * wait is drawn between half and all of it, so that many links which broke together do not return together.
 */
export class Backoff {
  readonly #random: () => number;
  readonly #longest_ms: () => number;
  #failures = 0;
  #next_at_ms = Number.NEGATIVE_INFINITY;

  /**
   * @param random draws from [0, 1).
   * @param longest_ms asked at each failure; what is beyond 30 s counts as 30 s.
   */
  constructor(random: () => number, longest_ms = () => MAX_MS) {
    this.#random = random;
    this.#longest_ms = longest_ms;
  }

  /** Notes a failed attempt at this instant of a monotonic clock (ms). */
  failed(now_ms: number): void {
    const full_ms = Math.min(MAX_MS, this.#longest_ms(), FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#next_at_ms = now_ms + full_ms * (0.5 + this.#random() / 2);
  }

  /** Notes that the peer proved itself: the next failure waits the shortest time again. */
  succeeded(): void {
    this.#failures = 0;
    this.#next_at_ms = Number.NEGATIVE_INFINITY;
  }

  /** The next attempt is due at once; what failed before still counts. */
  hurry(): void {
    this.#next_at_ms = Number.NEGATIVE_INFINITY;
  }

  /** Milliseconds until the next attempt is due; 0 when it is. */
  remainingMs(now_ms: number): number {
    return Math.max(0, this.#next_at_ms - now_ms);
  }
}
