import { Turns } from './turns.ts';

/** Turns of several parties: each has so many of them at a time, so that what one has waiting holds no other up. */
export class FairTurns {
  readonly #all: Turns;
  readonly #each: number;
  readonly #parties = new Map<number, { readonly turns: Turns; held: number }>();
  #held = 0;

  /** @param count turns at a time, of all parties together @param each of one party */
  constructor(count: number, each = 1) {
    this.#all = new Turns(count);
    this.#each = each;
  }

  /** How many wait or work, of all parties or of one. */
  held(party?: number): number {
    return party === undefined ? this.#held : (this.#parties.get(party)?.held ?? 0);
  }

  /** Does some work within a turn of the party. */
  async run<T>(party: number, work: () => Promise<T>): Promise<T> {
    const own = this.#parties.get(party) ?? { turns: new Turns(this.#each), held: 0 };
    this.#parties.set(party, own);
    own.held += 1;
    this.#held += 1;
    try {
      // Who waits for all has a turn of its party: of each party only so many, and so they take turns.
      return await own.turns.run(() => this.#all.run(work));
    } finally {
      own.held -= 1;
      this.#held -= 1;
      if (own.held === 0) this.#parties.delete(party);
    }
  }
}
