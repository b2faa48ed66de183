import { performance } from 'node:perf_hooks';
import type { Field } from './field.ts';
import { type Chunk, chunksOf, ticksOf } from './generator.ts';
import { inTurn, median } from './repeats.ts';
import type { Delivery, Store } from './store.ts';
import type { Truth } from './truth.ts';

/** What loading came to for one store. */
export interface Loaded {
  /** Readings a second in bulk: all of them over all the time that it took. */
  bulk_per_s: number;
  /** The same with the work that follows (days made and packed), where the store leaves it to its keeper. */
  tended_per_s: number;
  /** Readings a second in commits of one delivery each: the median of the rounds. */
  commits_per_s: number;
  /** One commit, the median; ms. */
  commit_ms: number;
}

interface Tally {
  bulk: number;
  bulk_ms: number;
  tend_ms: number;
  rounds: number[];
  commit_ms: number[];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function loadBulk(store: Store, chunk: Chunk, tally: Tally): Promise<void> {
  const delivery = await store.bulk(chunk.pieces);
  tally.bulk += delivery.readings;
  tally.bulk_ms += await timed(delivery.write);
}

async function loadChunk(store: Store, chunk: Chunk, tally: Tally): Promise<void> {
  await (chunk.kind === 'history' ? loadBulk : loadTicks)(store, chunk, tally);
  tally.tend_ms += await timed(async () => store.tend?.(chunk));
}

async function loadTicks(store: Store, chunk: Chunk, tally: Tally): Promise<void> {
  const deliveries: Delivery[] = [];
  for (const tick of ticksOf(chunk.pieces)) deliveries.push(await store.commit(tick));
  let [readings, ms] = [0, 0];
  for (const { readings: some, write } of deliveries) {
    const took = await timed(write);
    tally.commit_ms.push(took);
    readings += some;
    ms += took;
  }
  tally.rounds.push((readings * 1000) / ms);
}

/**
 * Hands the whole field to every store, chunk by chunk in turn, and tells the truth what was delivered. Answers the
 * stores that took everything.
 */
export async function loadAll(
  stores: readonly Store[],
  field: Field,
  { truth, say }: { truth: Truth; say: (text: string) => void },
): Promise<Map<Store, Loaded>> {
  const tallies = new Map<Store, Tally>(
    stores.map((store) => [store, { bulk: 0, bulk_ms: 0, tend_ms: 0, rounds: [], commit_ms: [] }]),
  );
  let turn = 0;
  for (const chunk of chunksOf(field)) {
    truth.see(chunk.pieces);
    await inTurn([...tallies.keys()], turn++, async (store) => {
      const tally = tallies.get(store);
      if (!tally) return;
      try {
        await loadChunk(store, chunk, tally);
      } catch (error) {
        // The others are measured all the same.
        tallies.delete(store);
        say(`${store.name} is left out: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
    say(
      `${truth.count.toLocaleString('en-GB')} readings, up to ${new Date(chunk.until).toISOString().slice(0, 16)}`,
    );
  }
  return new Map([...tallies].map(([store, tally]) => [store, loadedOf(tally)]));
}

function loadedOf({ bulk, bulk_ms, tend_ms, rounds, commit_ms }: Tally): Loaded {
  return {
    bulk_per_s: (bulk * 1000) / bulk_ms,
    tended_per_s: (bulk * 1000) / (bulk_ms + tend_ms),
    commits_per_s: median(rounds),
    commit_ms: median(commit_ms),
  };
}
