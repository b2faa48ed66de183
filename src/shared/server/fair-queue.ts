/** Why something may not wait: its party has as much waiting as it may, or all together have. */
export type QueueFault = 'party' | 'all';

/** How much may wait, of one party and of all together. */
export interface QueueLimits {
  readonly items: { readonly party: number; readonly all: number };
  readonly bytes: { readonly party: number; readonly all: number };
}

interface Waiting<T> {
  readonly item: T;
  readonly bytes: number;
}

/** What waits for work, party by party: each is taken from in turn, so that what one has waiting holds no other up. */
export class FairQueue<T> {
  readonly #limits: QueueLimits;
  /** In the order of their turns. */
  readonly #parties = new Map<number, Waiting<T>[]>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    let length = 0;
    for (const waiting of this.#parties.values()) length += waiting.length;
    return length;
  }

  /** Who waits, in the order of their turns. */
  get parties(): number[] {
    return [...this.#parties.keys()];
  }

  /** Lets an item wait behind its party's others; answers why it may not. */
  push(party: number, item: T, bytes = 0): QueueFault | undefined {
    const { items, bytes: most } = this.#limits;
    const own = this.#parties.get(party) ?? [];
    if (own.length + 1 > items.party || bytesOf(own) + bytes > most.party) return 'party';
    const all = [...this.#parties.values()].reduce((sum, waiting) => sum + bytesOf(waiting), 0);
    if (this.length + 1 > items.all || all + bytes > most.all) return 'all';
    this.#parties.set(party, [...own, { item, bytes }]);
    return undefined;
  }

  /** The next item of the first party in turn that is admitted; the party's next turn comes behind all others. */
  take(isAdmitted: (party: number) => boolean): T | undefined {
    for (const [party, [first, ...rest]] of this.#parties) {
      if (!first || !isAdmitted(party)) continue;
      this.#parties.delete(party);
      if (rest.length > 0) this.#parties.set(party, rest);
      return first.item;
    }
    return undefined;
  }

  /** Takes an item out of turn: nobody waits for it any more. */
  remove(item: T): boolean {
    for (const [party, waiting] of this.#parties) {
      const left = waiting.filter((one) => one.item !== item);
      if (left.length === waiting.length) continue;
      if (left.length > 0) this.#parties.set(party, left);
      else this.#parties.delete(party);
      return true;
    }
    return false;
  }

  /** Everything that waits; nothing does afterwards. */
  drain(): T[] {
    const items = [...this.#parties.values()].flatMap((waiting) => waiting.map(({ item }) => item));
    this.#parties.clear();
    return items;
  }
}

const bytesOf = (waiting: readonly Waiting<unknown>[]): number =>
  waiting.reduce((sum, { bytes }) => sum + bytes, 0);
