const EVERY_MS = 25;
const MAX_MS = 200;

/** Notes when this process was kept from running, so that a busy machine is not taken for a fault. */
export class Heartbeat {
  readonly #pauses: { from_ms: number; to_ms: number }[] = [];
  #last_ms = 0;
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#last_ms = Date.now();
    this.#timer = setInterval(() => {
      const now_ms = Date.now();
      if (now_ms - this.#last_ms > MAX_MS) this.#pauses.push({ from_ms: this.#last_ms, to_ms: now_ms });
      this.#last_ms = now_ms;
    }, EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Was it kept from running for a while between these instants? */
  paused(from_ms: number, to_ms: number): boolean {
    return this.#pauses.some((pause) => pause.from_ms < to_ms && pause.to_ms > from_ms);
  }
}
