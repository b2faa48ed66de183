import type { Query, QueryClient } from '@tanstack/react-query';

/** How the part of an answer that belongs to some plants is renewed. */
export interface ByPlant<A> {
  /** Of more plants than these the whole answer is asked for again, now and then; until then the parts of those on screen. */
  max: number;
  /** Plants that are on screen. */
  inView?: () => readonly string[];
  /** Asks for the plants' part; answers how it is put in the place of the old one. */
  load(codes: readonly string[]): Promise<(before: A) => A>;
}

/** Renewals are made at most once in this time, whatever the events. */
const PAUSE_MS = 1_000;
/** A whole answer is asked for no more often: of thousands of plants it is megabytes, and some of them always changed. */
const WHOLE_EVERY_MS = 15_000;

type Later = (act: () => void, after_ms: number) => void;
const byTimer: Later = (act, after_ms) => void setTimeout(act, after_ms);

/** Renews the parts of answers that belong to the plants of live events, those of a second together. */
export class PlantBatches {
  readonly #client: QueryClient;
  readonly #later: Later;
  #waiting = new Map<string, { query: Query; codes: Set<string> }>();
  /** Answers that were asked for as a whole lately, and whether they have changed since. */
  readonly #whole = new Map<string, { changed: boolean }>();

  constructor(client: QueryClient, later = byTimer) {
    this.#client = client;
    this.#later = later;
  }

  renew(query: Query, codes: readonly string[]): void {
    if (this.#waiting.size === 0) this.#later(() => this.#renewWaiting(), PAUSE_MS);
    const one = this.#waiting.get(query.queryHash) ?? { query, codes: new Set<string>() };
    for (const code of codes) one.codes.add(code);
    this.#waiting.set(query.queryHash, one);
  }

  #renewWaiting(): void {
    const batch = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { query, codes } of batch)
      this.#renewPlants(query, [...codes]).catch((fault: unknown) => {
        // The answer is kept as it is and marked as old: the next look at it asks again and says how it went.
        console.warn('some plants could not be renewed', fault);
        return this.#renewWhole(query);
      });
  }

  async #renewPlants(query: Query, codes: readonly string[]): Promise<void> {
    const { queryKey, meta, state } = query;
    const byPlant = meta?.byPlant;
    if (!byPlant || state.status !== 'success') return;
    if (codes.length > byPlant.max && !this.#isWholeOfLate(query)) return this.#renewWhole(query);
    const changed = new Set(codes);
    const some = codes.length > byPlant.max ? byPlant.inView?.().filter((code) => changed.has(code)) : codes;
    if (!some?.length) return;
    const merge = await byPlant.load(some.slice(0, byPlant.max));
    this.#client.setQueryData(queryKey, (before: unknown) => (before === undefined ? before : merge(before)));
  }

  /** Whether the whole was asked for a moment ago: then it will be again when the moment is over. */
  #isWholeOfLate(query: Query): boolean {
    const known = this.#whole.get(query.queryHash);
    if (known) {
      known.changed = true;
      return true;
    }
    const asked = { changed: false };
    this.#whole.set(query.queryHash, asked);
    this.#later(() => {
      this.#whole.delete(query.queryHash);
      if (asked.changed && query.isActive() && !this.#isWholeOfLate(query)) void this.#renewWhole(query);
    }, WHOLE_EVERY_MS);
    return false;
  }

  #renewWhole({ queryKey }: Query): Promise<void> {
    return this.#client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }
}
