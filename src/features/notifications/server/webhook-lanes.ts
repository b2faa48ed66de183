/** How many webhooks are sent to at one time: of one company, and of all. */
export interface LaneCounts {
  readonly each: number;
  readonly total: number;
}

/** A turn of one webhook; it settles whatever happens. */
export type Turn = (company_id: number, webhook_id: number) => Promise<void>;

/**
 * Who is sent to next: companies take turns, and within a company its webhooks, so that receivers which hang hold up nobody
 * for longer than a turn. A webhook has one turn at a time.
 */
export class WebhookLanes {
  readonly #counts: LaneCounts;
  readonly #turn: Turn;
  /** In the order in which they are due: whoever had a turn goes behind the others. */
  readonly #waiting = new Map<number, Set<number>>();
  readonly #running = new Map<number, Map<number, Promise<void>>>();
  #busy = 0;

  constructor(counts: LaneCounts, turn: Turn) {
    this.#counts = counts;
    this.#turn = turn;
  }

  /** These have something due. Those that wait or have their turn already stay where they are. */
  request(company_id: number, webhook_ids: readonly number[]): void {
    const running = this.#running.get(company_id);
    const idle = webhook_ids.filter((id) => !running?.has(id));
    if (idle.length === 0) return;
    const waiting = this.#waiting.get(company_id) ?? new Set();
    for (const id of idle) waiting.add(id);
    this.#waiting.set(company_id, waiting);
    this.#fill();
  }

  /** Waits until nothing of a company waits or has a turn. */
  async idle(company_id: number): Promise<void> {
    while (this.#waiting.has(company_id) || this.#running.has(company_id)) await Promise.race(this.#turns());
  }

  /** Begins no other turn, and waits for those that have begun. */
  async close(): Promise<void> {
    this.#waiting.clear();
    await Promise.all(this.#turns());
  }

  #turns = (): Promise<void>[] => [...this.#running.values()].flatMap((turns) => [...turns.values()]);

  #fill(): void {
    while (this.#busy < this.#counts.total) {
      const next = this.#nextTurn();
      if (!next) return;
      this.#begin(...next);
    }
  }

  #nextTurn(): [company_id: number, webhook_id: number] | undefined {
    for (const [company_id, webhooks] of this.#waiting) {
      if ((this.#running.get(company_id)?.size ?? 0) >= this.#counts.each) continue;
      const [webhook_id] = webhooks;
      if (webhook_id === undefined) continue;
      webhooks.delete(webhook_id);
      this.#waiting.delete(company_id);
      if (webhooks.size > 0) this.#waiting.set(company_id, webhooks);
      return [company_id, webhook_id];
    }
    return undefined;
  }

  #begin(company_id: number, webhook_id: number): void {
    const turns = this.#running.get(company_id) ?? new Map();
    this.#running.set(company_id, turns);
    this.#busy += 1;
    const turn = this.#turn(company_id, webhook_id).finally(() => {
      turns.delete(webhook_id);
      if (turns.size === 0) this.#running.delete(company_id);
      this.#busy -= 1;
      this.#fill();
    });
    turns.set(webhook_id, turn);
  }
}
