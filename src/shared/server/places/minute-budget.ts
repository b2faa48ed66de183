import { MINUTE_MS } from '../../units/zones.ts';
import { partyOf, type Whose } from '../party.ts';

/** So many things a minute for each party; the minute is the same for all. */
export class MinuteBudget {
  readonly #most: number;
  readonly #taken = new Map<string | number, number>();
  #ends_at = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one; false where the party has had all of them. */
  take(whose: Whose, now: number): boolean {
    if (now >= this.#ends_at) {
      this.#taken.clear();
      this.#ends_at = now + MINUTE_MS;
    }
    const { id } = partyOf(whose);
    const taken = this.#taken.get(id) ?? 0;
    if (taken >= this.#most) return false;
    this.#taken.set(id, taken + 1);
    return true;
  }
}
