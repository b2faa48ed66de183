import type { FoundPlace } from '../../contract/places.contract.ts';
import { DAY_MS } from '../../units/zones.ts';
import type { Question } from './geocoder.ts';

const MOST = 1_000;

const keyOf = ({ q, language }: Question): string =>
  `${language} ${q.toLowerCase().replace(/\s+/g, ' ').trim()}`;

/** What a geocoder answered within the last day, of so many questions; those that were asked longest ago go first. */
export class KeptPlaces {
  readonly #clock: () => number;
  readonly #kept = new Map<string, { places: readonly FoundPlace[]; until: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  find(question: Question): readonly FoundPlace[] | undefined {
    const key = keyOf(question);
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    if (kept.until <= this.#clock()) return undefined;
    this.#kept.set(key, kept);
    return kept.places;
  }

  keep(question: Question, places: readonly FoundPlace[]): void {
    this.#kept.set(keyOf(question), { places, until: this.#clock() + DAY_MS });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }
}
