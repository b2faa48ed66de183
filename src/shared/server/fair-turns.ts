import { FairQueue, type QueueFault } from './fair-queue.ts';
import { type Party, partyOf, type Whose } from './party.ts';

export interface TurnLimits {
  /** Turns at a time, of all together. */
  readonly at_once: number;
  /** Of one party; one unless said. */
  readonly of_one?: number;
  /** What may wait, of one party and of all; nothing is refused unless said. */
  readonly waiting?: { readonly party: number; readonly all: number };
}

/** More waits for a turn than may. */
export class TooManyWait extends Error {
  readonly fault: QueueFault;
  constructor(fault: QueueFault) {
    super('too many wait already');
    this.fault = fault;
  }
}

const ANY = { party: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY };

/** How many each has. */
class Counts {
  readonly #counts = new Map<Party['id'], number>();

  of(id: Party['id']): number {
    return this.#counts.get(id) ?? 0;
  }

  add(id: Party['id'], count: number): void {
    const sum = this.of(id) + count;
    if (sum > 0) this.#counts.set(id, sum);
    else this.#counts.delete(id);
  }
}

/**
 * Turns of several parties: each has so many of them at a time, the companies of one owner together all but one, and who
 * waits is taken in the order of a `FairQueue`, so that what one has waiting holds no other up.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #ofOne: number;
  readonly #waiting: FairQueue<() => void>;
  readonly #ofParty = new Counts();
  readonly #ofOwner = new Counts();
  readonly #held = new Counts();
  readonly #heldByOwner = new Counts();
  #running = 0;

  constructor({ at_once, of_one = 1, waiting = ANY }: TurnLimits) {
    this.#atOnce = at_once;
    this.#ofOne = of_one;
    this.#waiting = new FairQueue({ items: waiting, bytes: ANY });
  }

  /** How many wait or work, of all parties or of one. */
  held(id?: Party['id']): number {
    return id === undefined ? this.#running + this.#waiting.length : this.#held.of(id);
  }

  /** How many of all companies of the owner wait or work. */
  heldByOwnerOf(whose: Whose): number {
    return this.#heldByOwner.of(partyOf(whose).owner);
  }

  /** Does some work within a turn of the party. @throws TooManyWait, or what the work throws */
  async run<T>(whose: Whose, work: () => Promise<T>): Promise<T> {
    const party = partyOf(whose);
    const { promise, resolve } = Promise.withResolvers<void>();
    const begin = () => {
      this.#note(party, 1);
      resolve();
    };
    const fault = this.#waiting.push(whose, begin);
    if (fault) throw new TooManyWait(fault);
    this.#count(party, 1);
    this.#handOver();
    await promise;
    try {
      return await work();
    } finally {
      this.#count(party, -1);
      this.#note(party, -1);
      this.#handOver();
    }
  }

  #count({ id, owner }: Party, count: number): void {
    this.#held.add(id, count);
    this.#heldByOwner.add(owner, count);
  }

  #note({ id, owner }: Party, count: number): void {
    this.#running += count;
    this.#ofParty.add(id, count);
    this.#ofOwner.add(owner, count);
  }

  // A party that is its own owner, as one is whose owner nobody knows, is bounded by its own share alone.
  #mayBegin({ id, owner }: Party): boolean {
    if (this.#ofParty.of(id) >= this.#ofOne) return false;
    return owner === id || this.#ofOwner.of(owner) < Math.max(this.#ofOne, this.#atOnce - 1);
  }

  #handOver(): void {
    while (this.#running < this.#atOnce) {
      const begin = this.#waiting.take((party) => this.#mayBegin(party));
      if (!begin) return;
      begin();
    }
  }
}
