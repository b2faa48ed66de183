import type { Query, QueryClient } from '@tanstack/react-query';

/** How the part of an answer that belongs to some plants is renewed. */
export interface ByPlant<A> {
  /** Of more plants than these the whole answer is asked for again. */
  max: number;
  /** Asks for the plants' part; answers how it is put in the place of the old one. */
  load(codes: readonly string[]): Promise<(before: A) => A>;
}

/** Renewals are made at most once in this time, whatever the events. */
const PAUSE_MS = 1_000;

/** Renews the parts of answers that belong to the plants of live events, those of a second together. */
export class PlantBatches {
  readonly #client: QueryClient;
  readonly #later: (act: () => void) => void;
  #waiting = new Map<string, { query: Query; codes: Set<string> }>();

  constructor(client: QueryClient, later = (act: () => void): void => void setTimeout(act, PAUSE_MS)) {
    this.#client = client;
    this.#later = later;
  }

  renew(query: Query, codes: readonly string[]): void {
    if (this.#waiting.size === 0) this.#later(() => this.#renewWaiting());
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
    if (codes.length > byPlant.max) return this.#renewWhole(query);
    const merge = await byPlant.load(codes);
    this.#client.setQueryData(queryKey, (before: unknown) => (before === undefined ? before : merge(before)));
  }

  #renewWhole({ queryKey }: Query): Promise<void> {
    return this.#client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }
}
