const first_ms = 500;
const longest_ms = 30_000;
const settled_ms = 60_000;

/** Waiting times between restarts: doubled each time, short again after a minute of life. */
export class BackOff {
  #next_ms = first_ms;
  #startedAt_ms = 0;

  /** To call when what is watched has started. */
  started(now_ms: number): void {
    this.#startedAt_ms = now_ms;
  }

  /** To call when it has died: how long to wait before the next start, in milliseconds. */
  died(now_ms: number): number {
    if (now_ms - this.#startedAt_ms >= settled_ms) this.#next_ms = first_ms;
    const wait_ms = this.#next_ms;
    this.#next_ms = Math.min(longest_ms, wait_ms * 2);
    return wait_ms;
  }
}
