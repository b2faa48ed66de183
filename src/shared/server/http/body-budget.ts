import { AppError } from '../errors.ts';
import { type Party, partyOf, type Whose } from '../party.ts';

/** What a request costs beside its bytes. */
const REQUEST_BYTES = 4096;
const AGAIN_S = 2;
const LATER_S = 5;
/** How long who found no room is reckoned with: they come again within that time. */
const RECKONED_MS = 2000 * LATER_S;
const TOO_MUCH = 'This is more than can be in memory at once: send it in several smaller deliveries';

const tooMuchOfAll = (): AppError =>
  new AppError('unavailable', 'More arrives than can be taken just now; send it again shortly', {
    retryAfter_s: LATER_S,
  });

/** The bytes that one request holds in memory until it is answered. */
export interface Hold {
  /**
   * @throws AppError limit when its party holds more than its share, unavailable when all together hold too much,
   * invalid (413) when this request alone is more than the share, which would help nobody to send again
   */
  add(bytes: number): void;
  /** Bytes that were dealt with while the request goes on. */
  release(bytes: number): void;
  /** The body is on its way: where others need the room, it may be cut off and its bytes given back. */
  arriving(cut: (why: AppError) => void): void;
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

/** What a party had before, and what of it is the request that wants more. */
interface Claim {
  readonly party: Party;
  readonly bytes: number;
  readonly own: number;
}

/**
 * A bound on the bytes of bodies that are in memory at one time: what arrives faster than it can be stored is refused
 * before it is looked at, so that nothing is half done and whoever sends knows to come again. The companies of one owner
 * count together against others: where all is held, the body that has been on its way for longest, of the owner who holds
 * most, is cut off for one who holds half or less; and for a while after somebody found no room, no other owner gets more
 * than half of all, but for one delivery by itself.
 */
export class BodyBudget {
  readonly #total: number;
  readonly #share: number;
  readonly #reserve: number;
  readonly #floor: number;
  /** The longest under way first. */
  readonly #arriving = new Set<Arriving>();
  readonly #held = new Map<Party['id'], number>();
  readonly #ofOwner = new Map<Party['owner'], number>();
  /** Who found no room, and until when they are reckoned with. */
  readonly #wanting = new Map<Party['owner'], number>();
  readonly #now: () => number;
  #sum = 0;

  constructor({ total, share, reserve = 0, floor = 0 }: BodyBounds, now = () => performance.now()) {
    this.#now = now;
    this.#total = total;
    this.#share = share;
    this.#reserve = reserve;
    this.#floor = floor;
  }

  /** Bytes held just now. */
  get held(): number {
    return this.#sum;
  }

  /** Begins to count for a request of a party. @throws AppError as `add` */
  hold(whose: Whose): Hold {
    const party = partyOf(whose);
    let own = 0;
    let cutFor: AppError | undefined;
    let coming: Arriving | undefined;
    const add = (bytes: number) => {
      if (cutFor) throw cutFor;
      if (own + bytes > this.#share) throw new AppError('invalid', TOO_MUCH, { status: 413 });
      this.#take({ party, bytes, own });
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
    const arriving = (cut: (why: AppError) => void) => {
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

  #take({ party, bytes, own }: Claim): void {
    const { id, owner } = party;
    const held = (this.#held.get(id) ?? 0) + bytes;
    const ofOwner = (this.#ofOwner.get(owner) ?? 0) + bytes;
    const isAlone = ofOwner === own + bytes;
    if (held > this.#share || (ofOwner > this.#total / 2 && !isAlone && this.#othersWant(owner)))
      throw tooMuchOf(party);
    const max = this.#total - (ofOwner > this.#floor ? this.#reserve : 0);
    this.#makeRoom(ofOwner, max - bytes);
    if (this.#sum + bytes > max) {
      this.#wanting.set(owner, this.#now() + RECKONED_MS);
      throw tooMuchOfAll();
    }
    this.#held.set(id, held);
    this.#ofOwner.set(owner, ofOwner);
    this.#sum += bytes;
  }

  /** Whether another owner found no room a moment ago. */
  #othersWant(owner: Party['owner']): boolean {
    for (const [one, until] of this.#wanting) if (until <= this.#now()) this.#wanting.delete(one);
    return this.#wanting.size > (this.#wanting.has(owner) ? 1 : 0);
  }

  /** Cuts off bodies of those who hold at least twice as much, until no more than `room` is held. */
  #makeRoom(held: number, room: number): void {
    while (this.#sum > room) {
      const largest = this.#largestArriving();
      if (!largest || (this.#ofOwner.get(largest.party.owner) ?? 0) < 2 * held) return;
      largest.cut();
    }
  }

  /** The body that has been on its way for longest, of the owner who holds most. */
  #largestArriving(): Arriving | undefined {
    let [found, max]: [Arriving | undefined, number] = [undefined, 0];
    for (const one of this.#arriving) {
      const held = this.#ofOwner.get(one.party.owner) ?? 0;
      if (held > max) [found, max] = [one, held];
    }
    return found;
  }

  #give({ id, owner }: Party, bytes: number): void {
    subtract(this.#held, id, bytes);
    subtract(this.#ofOwner, owner, bytes);
    this.#sum -= bytes;
  }
}

function subtract<K>(held: Map<K, number>, key: K, bytes: number): void {
  const left = (held.get(key) ?? 0) - bytes;
  if (left > 0) held.set(key, left);
  else held.delete(key);
}

function tooMuchOf({ id }: Party): AppError {
  const who = typeof id === 'number' ? 'This company sends' : 'You send';
  return new AppError('limit', `${who} more at once than can be taken; send it again shortly`, {
    retryAfter_s: AGAIN_S,
  });
}
