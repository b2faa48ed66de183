import { Refusal } from '../errors.ts';

/** What a request costs beside its bytes. */
const REQUEST_BYTES = 4096;
const AGAIN_S = 2;
const LATER_S = 5;
const TOO_MUCH = 'This is more than can be in memory at once: send it in several smaller deliveries';

const tooMuchOfAll = (): Refusal =>
  new Refusal('unavailable', 'More arrives than can be taken just now; send it again shortly', {
    retryAfter_s: LATER_S,
  });

/** Whose bytes are counted together: a company by its number, or who else sends. */
export type Party = number | string;

/** The bytes that one request holds in memory until it is answered. */
export interface Hold {
  /**
   * @throws Refusal limit when its party holds more than its share, unavailable when all together hold too much,
   * invalid (413) when this request alone is more than the share, which would help nobody to send again
   */
  add(bytes: number): void;
  /** Bytes that were dealt with while the request goes on. */
  release(bytes: number): void;
  /** The body is on its way: where others need the room, it may be cut off and its bytes given back. */
  arriving(cut: (why: Refusal) => void): void;
  /** The body is whole and is not cut off any more. */
  arrived(): void;
  /** Gives everything back; doing so twice does no harm. */
  end(): void;
}

/** A body on its way that may be cut off. */
interface Arriving {
  readonly party: Party;
  readonly cut: () => void;
}

/** Bytes of all requests together and of one company's. */
export interface BodyBounds {
  readonly total: number;
  readonly share: number;
  /** What of the total is kept for parties that hold no more than `floor`. */
  readonly reserve?: number;
  readonly floor?: number;
}

/**
 * A bound on the bytes of bodies that are in memory at one time: what arrives faster than it can be stored is refused
 * before it is looked at, so that nothing is half done and whoever sends knows to come again. Where all is held, the
 * body that has been on its way for longest, of the party that holds most, is cut off for one that holds half or less.
 */
export class BodyBudget {
  readonly #total: number;
  readonly #share: number;
  readonly #reserve: number;
  readonly #floor: number;
  /** The longest under way first. */
  readonly #arriving = new Set<Arriving>();
  readonly #held = new Map<Party, number>();
  #sum = 0;

  constructor({ total, share, reserve = 0, floor = 0 }: BodyBounds) {
    this.#total = total;
    this.#share = share;
    this.#reserve = reserve;
    this.#floor = floor;
  }

  /** Bytes held just now. */
  get held(): number {
    return this.#sum;
  }

  /** Begins to count for a request of a party. @throws Refusal as `add` */
  hold(party: Party): Hold {
    let own = 0;
    let cutFor: Refusal | undefined;
    let coming: Arriving | undefined;
    const add = (bytes: number) => {
      if (cutFor) throw cutFor;
      if (own + bytes > this.#share) throw new Refusal('invalid', TOO_MUCH, { status: 413 });
      this.#take(party, bytes);
      own += bytes;
    };
    const release = (bytes: number) => {
      const given = Math.min(own, bytes);
      own -= given;
      this.#give(party, given);
    };
    const arrived = () => {
      if (coming) this.#arriving.delete(coming);
    };
    const arriving = (cut: (why: Refusal) => void) => {
      coming = {
        party,
        cut: () => {
          arrived();
          cutFor = tooMuchOfAll();
          release(own);
          cut(cutFor);
        },
      };
      this.#arriving.add(coming);
    };
    const end = () => {
      arrived();
      release(own);
    };
    add(REQUEST_BYTES);
    return { add, release, arriving, arrived, end };
  }

  #take(party: Party, bytes: number): void {
    const held = (this.#held.get(party) ?? 0) + bytes;
    if (held > this.#share)
      throw new Refusal(
        'limit',
        `${typeof party === 'number' ? 'This company sends' : 'You send'} more at once than can be taken; send it again shortly`,
        {
          retryAfter_s: AGAIN_S,
        },
      );
    const most = this.#total - (held > this.#floor ? this.#reserve : 0);
    this.#makeRoom(held, most - bytes);
    if (this.#sum + bytes > most) throw tooMuchOfAll();
    this.#held.set(party, held);
    this.#sum += bytes;
  }

  /** Cuts off bodies of those who hold at least twice as much, until no more than `room` is held. */
  #makeRoom(held: number, room: number): void {
    while (this.#sum > room) {
      const largest = this.#largestArriving();
      if (!largest || (this.#held.get(largest.party) ?? 0) < 2 * held) return;
      largest.cut();
    }
  }

  /** The body that has been on its way for longest, of the party that holds most. */
  #largestArriving(): Arriving | undefined {
    let [found, most]: [Arriving | undefined, number] = [undefined, 0];
    for (const one of this.#arriving) {
      const held = this.#held.get(one.party) ?? 0;
      if (held > most) [found, most] = [one, held];
    }
    return found;
  }

  #give(party: Party, bytes: number): void {
    const left = (this.#held.get(party) ?? 0) - bytes;
    if (left > 0) this.#held.set(party, left);
    else this.#held.delete(party);
    this.#sum -= bytes;
  }
}
