/** Without its battery a controller begins at the turn of the century. */
const LOST_MS = Date.UTC(2000, 0, 1);

/** The clock of a controller: it may go wrong, and be set. */
export class LightingClock {
  readonly #now: () => number;
  #shown_ms: number;
  #set_at_ms: number;
  #pace = 1;

  constructor(now: () => number) {
    this.#now = now;
    this.#set_at_ms = now();
    this.#shown_ms = this.#set_at_ms;
  }

  /** What it shows. */
  now(): number {
    return this.at(this.#now());
  }

  /** What it shows, or has shown since it was set last, at an instant. */
  at(real_ms: number): number {
    return this.#shown_ms + (real_ms - this.#set_at_ms) * this.#pace;
  }

  /** When it shows this. */
  realOf(shown_ms: number): number {
    return this.#set_at_ms + (shown_ms - this.#shown_ms) / this.#pace;
  }

  set(to_ms: number): void {
    this.#shown_ms = to_ms;
    this.#set_at_ms = this.#now();
  }

  /** @param ppm microseconds that it gains each second; it loses below 0 */
  drift(ppm: number): void {
    this.set(this.now());
    this.#pace = 1 + ppm / 1e6;
  }

  lose(): void {
    this.set(LOST_MS);
  }
}
