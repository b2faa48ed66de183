import { setTimeout as pause } from 'node:timers/promises';

/** Asks one address again and again, as a browser that shows it. */
export class Reader {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly statuses = new Map<number, number>();
  readonly faults: string[] = [];
  answers = 0;
  longest_ms = 0;
  /** When the last answer came that was not good, by performance.now(). */
  lastBad_ms = 0;
  #good: number[] = [];
  #stopping = false;

  constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
  }

  async run(): Promise<void> {
    while (!this.#stopping) {
      const asked = performance.now();
      try {
        const answer = await fetch(this.#url, {
          headers: this.#headers,
          signal: AbortSignal.timeout(60_000),
        });
        const text = await answer.text();
        this.#note(answer, text, asked);
      } catch (error) {
        this.faults.push(`${this.#url}: ${String((error as Error).cause ?? error)}`);
        return;
      }
      await pause(20);
    }
  }

  stop(): void {
    this.#stopping = true;
  }

  /** Good answers to questions that were asked after an instant of performance.now(). */
  goodSince(instant_ms: number): number {
    return this.#good.filter((asked) => asked >= instant_ms).length;
  }

  #note({ status, headers }: Response, text: string, asked: number): void {
    const now = performance.now();
    this.answers += 1;
    this.longest_ms = Math.max(this.longest_ms, now - asked);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status === 200) this.#good.push(asked);
    else this.lastBad_ms = now;
    if (status === 503 && !headers.has('retry-after'))
      this.faults.push(`${this.#url}: 503 without retry-after`);
    if (status !== 200 && status !== 503) this.faults.push(`${this.#url}: ${status} ${text.slice(0, 200)}`);
  }
}
