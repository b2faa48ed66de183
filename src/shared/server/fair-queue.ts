import { type Party, partyOf, type Whose } from './party.ts';

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

/** A party of which something waits. */
interface Line<T> {
  readonly party: Party;
  readonly waiting: Waiting<T>[];
  bytes: number;
}

/** Parties and owners of which it is remembered when they had a turn; one that is forgotten counts as one that never had any. */
const REMEMBERED = 10_000;

/** The number of the last turn of each. */
class LastTurns {
  readonly #turns = new Map<Party['id'], number>();
  #last = 0;

  of(id: Party['id']): number {
    return this.#turns.get(id) ?? 0;
  }

  note(id: Party['id']): void {
    this.#turns.delete(id);
    this.#turns.set(id, ++this.#last);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > REMEMBERED && oldest !== undefined) this.#turns.delete(oldest);
  }
}

/**
 * What waits for work, in turns of owners first and of parties second: the companies of one account have one turn
 * together. Whose last turn is longest ago is taken from first, and before all who never had one, of several such the one
 * that has least waiting. So whoever asks seldom waits for no more than the turn that is under way, however many others
 * ask without end, and however many companies they own.
 */
export class FairQueue<T> {
  readonly #limits: QueueLimits;
  readonly #lines = new Map<Party['id'], Line<T>>();
  /** How many items of each owner wait. */
  readonly #ofOwner = new Map<Party['owner'], number>();
  readonly #turnsOfOwners = new LastTurns();
  readonly #turnsOfParties = new LastTurns();
  #length = 0;
  #bytes = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#length;
  }

  /** Who waits, in the order of their turns. */
  get parties(): Party[] {
    return [...this.#lines.values()].sort((a, b) => this.#order(a, b)).map(({ party }) => party);
  }

  #order(a: Line<T>, b: Line<T>): number {
    const waits = ({ party }: Line<T>) => this.#ofOwner.get(party.owner) ?? 0;
    return (
      this.#turnsOfOwners.of(a.party.owner) - this.#turnsOfOwners.of(b.party.owner) ||
      waits(a) - waits(b) ||
      this.#turnsOfParties.of(a.party.id) - this.#turnsOfParties.of(b.party.id) ||
      a.waiting.length - b.waiting.length
    );
  }

  /**
   * Lets an item wait behind its party's others; answers why it may not. Of an owner of whom nothing waits something
   * always may, and up to the owner's even share of the places, whatever others have waiting.
   */
  push(whose: Whose, item: T, bytes = 0): QueueFault | undefined {
    const party = partyOf(whose);
    const { items, bytes: max } = this.#limits;
    const line = this.#lines.get(party.id) ?? { party, waiting: [], bytes: 0 };
    if (line.waiting.length + 1 > items.party || line.bytes + bytes > max.party) return 'party';
    const ofOwner = this.#ofOwner.get(party.owner) ?? 0;
    if (ofOwner > 0 && this.#isFull(ofOwner, bytes)) return 'all';
    line.waiting.push({ item, bytes });
    this.#lines.set(party.id, line);
    this.#count(line, 1, bytes);
    return undefined;
  }

  /** Whether there is no room for one more of an owner who has so many waiting. */
  #isFull(ofOwner: number, bytes: number): boolean {
    const { items, bytes: max } = this.#limits;
    if (this.#bytes + bytes > max.all) return true;
    return this.#length + 1 > items.all && (ofOwner + 1) * this.#ofOwner.size > items.all;
  }

  #count(line: Line<T>, items: number, bytes: number): void {
    const { owner, id } = line.party;
    const ofOwner = (this.#ofOwner.get(owner) ?? 0) + items;
    line.bytes += bytes;
    this.#length += items;
    this.#bytes += bytes;
    if (ofOwner > 0) this.#ofOwner.set(owner, ofOwner);
    else this.#ofOwner.delete(owner);
    if (line.waiting.length === 0) this.#lines.delete(id);
  }

  /** The next item of the first party in turn that is admitted; the next turns of party and owner come behind all others'. */
  take(isAdmitted: (party: Party) => boolean): T | undefined {
    let first: Line<T> | undefined;
    for (const line of this.#lines.values())
      if ((!first || this.#order(line, first) < 0) && isAdmitted(line.party)) first = line;
    const next = first?.waiting.shift();
    if (!first || !next) return undefined;
    this.#count(first, -1, -next.bytes);
    this.#turnsOfOwners.note(first.party.owner);
    this.#turnsOfParties.note(first.party.id);
    return next.item;
  }

  /** Takes an item out of turn: nobody waits for it any more. */
  remove(item: T): boolean {
    for (const line of this.#lines.values()) {
      const place = line.waiting.findIndex((one) => one.item === item);
      const [found] = place < 0 ? [] : line.waiting.splice(place, 1);
      if (!found) continue;
      this.#count(line, -1, -found.bytes);
      return true;
    }
    return false;
  }

  /** Everything that waits; nothing does afterwards. */
  drain(): T[] {
    const items = [...this.#lines.values()].flatMap(({ waiting }) => waiting.map(({ item }) => item));
    this.#lines.clear();
    this.#ofOwner.clear();
    this.#length = 0;
    this.#bytes = 0;
    return items;
  }
}
