export type TurnLimits = {
  readonly at_once: number;
  /** Of one group that wait. */
  readonly waiting_of_group: number;
  /** In all. */
  readonly waiting: number;
};

/** Work in turns: a few at once, group after group, so that one that asks without end keeps others waiting only briefly. */
export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #groups = new Map<string, (() => void)[]>();
  #running = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** @throws when too many wait already, or what the work throws */
  async run<T>(group: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(group);
    try {
      return await work();
    } finally {
      this.#handOver();
    }
  }

  #turn(group: string): Promise<void> | undefined {
    if (this.#running < this.#limits.at_once) {
      this.#running++;
      return undefined;
    }
    const queue = this.#groups.get(group) ?? [];
    if (queue.length >= this.#limits.waiting_of_group || this.#waiting >= this.#limits.waiting)
      throw new Error('too many wait already');
    this.#waiting++;
    this.#groups.set(group, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  // The place goes to the group that has waited for longest; what else it has waits behind the others.
  #handOver(): void {
    const [oldest] = this.#groups;
    if (!oldest) {
      this.#running--;
      return;
    }
    const [group, queue] = oldest;
    const next = queue.shift();
    this.#groups.delete(group);
    if (queue.length > 0) this.#groups.set(group, queue);
    this.#waiting--;
    next?.();
  }
}
