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

/** Parties of which it is remembered when they had a turn; one that is forgotten counts as one that never had any. */
const REMEMBERED = 10_000;

/**
 * What waits for work, party by party: whose last turn is longest ago is taken from first, and before all who never had
 * one, of several such the one that has least waiting. So a party that asks seldom waits for no more than the turn that is under way, however many ask without end.
 */
export class FairQueue<T> {
  readonly #limits: QueueLimits;
  readonly #parties = new Map<number, Waiting<T>[]>();
  /** The number of each party's last turn, in the order of the turns. */
  readonly #served = new Map<number, number>();
  #turns = 0;

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
    const last = (party: number) => this.#served.get(party) ?? 0;
    const waiting = [...this.#parties].sort(
      ([a, ofA], [b, ofB]) => last(a) - last(b) || ofA.length - ofB.length,
    );
    return waiting.map(([party]) => party);
  }

  /**
   * Lets an item wait behind its party's others; answers why it may not. A party of which nothing waits always may, and
   * up to its even share of the places, whatever others have waiting.
   */
  push(party: number, item: T, bytes = 0): QueueFault | undefined {
    const { items, bytes: most } = this.#limits;
    const own = this.#parties.get(party) ?? [];
    if (own.length + 1 > items.party || bytesOf(own) + bytes > most.party) return 'party';
    if (own.length > 0 && this.#isFull(own.length, bytes)) return 'all';
    this.#parties.set(party, [...own, { item, bytes }]);
    return undefined;
  }

  /** Whether there is no room for one more of a party that has so many waiting. */
  #isFull(own: number, bytes: number): boolean {
    const { items, bytes: most } = this.#limits;
    const all = [...this.#parties.values()].reduce((sum, waiting) => sum + bytesOf(waiting), 0);
    if (all + bytes > most.all) return true;
    return this.length + 1 > items.all && (own + 1) * this.#parties.size > items.all;
  }

  /** The next item of the first party in turn that is admitted; the party's next turn comes behind all others'. */
  take(isAdmitted: (party: number) => boolean): T | undefined {
    for (const party of this.parties) {
      const [first, ...rest] = this.#parties.get(party) ?? [];
      if (!first || !isAdmitted(party)) continue;
      this.#parties.delete(party);
      if (rest.length > 0) this.#parties.set(party, rest);
      this.#note(party);
      return first.item;
    }
    return undefined;
  }

  #note(party: number): void {
    this.#served.delete(party);
    this.#served.set(party, ++this.#turns);
    const [oldest] = this.#served.keys();
    if (this.#served.size > REMEMBERED && oldest !== undefined) this.#served.delete(oldest);
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
