import { Refusal } from '../errors.ts';

/** What a request costs beside its bytes. */
const REQUEST_BYTES = 4096;
const AGAIN_S = 2;
const LATER_S = 5;
const TOO_MUCH = 'This is more than can be in memory at once: send it in several smaller deliveries';

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
  /** Gives everything back; doing so twice does no harm. */
  end(): void;
}

/**
 * A bound on the bytes of bodies that are in memory at one time: what arrives faster than it can be stored is refused
 * before it is looked at, so that nothing is half done and whoever sends knows to come again.
 */
export class BodyBudget {
  readonly #total: number;
  readonly #share: number;
  readonly #held = new Map<Party, number>();
  #sum = 0;

  /** @param bounds bytes of all requests together, and of one company's */
  constructor(bounds: { total: number; share: number }) {
    this.#total = bounds.total;
    this.#share = bounds.share;
  }

  /** Bytes held just now. */
  get held(): number {
    return this.#sum;
  }

  /** Begins to count for a request of a party. @throws Refusal as `add` */
  hold(party: Party): Hold {
    let own = 0;
    const add = (bytes: number) => {
      if (own + bytes > this.#share) throw new Refusal('invalid', TOO_MUCH, { status: 413 });
      this.#take(party, bytes);
      own += bytes;
    };
    const release = (bytes: number) => {
      const given = Math.min(own, bytes);
      own -= given;
      this.#give(party, given);
    };
    add(REQUEST_BYTES);
    return { add, release, end: () => release(own) };
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
    if (this.#sum + bytes > this.#total)
      throw new Refusal('unavailable', 'More arrives than can be taken just now; send it again shortly', {
        retryAfter_s: LATER_S,
      });
    this.#held.set(party, held);
    this.#sum += bytes;
  }

  #give(party: Party, bytes: number): void {
    const left = (this.#held.get(party) ?? 0) - bytes;
    if (left > 0) this.#held.set(party, left);
    else this.#held.delete(party);
    this.#sum -= bytes;
  }
}
