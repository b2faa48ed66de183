import { performance } from 'node:perf_hooks';
import { differenceOf, type NamedQuestion, QUESTIONS } from './questions.ts';
import { inTurn, median } from './repeats.ts';
import type { Store } from './store.ts';
import type { Truth } from './truth.ts';

const WARMING = 2;

/** Milliseconds of one question, or why it is not measured. */
export type Measured = { readonly ms: number } | { readonly wrong: string };

/** Every question to every store: first whether it answers right, then how long it takes. */
export async function measureAll(
  stores: readonly Store[],
  truth: Truth,
  say: (text: string) => void,
): Promise<Map<Store, Map<NamedQuestion, Measured>>> {
  const result = new Map(stores.map((store) => [store, new Map<NamedQuestion, Measured>()]));
  for (const named of QUESTIONS) {
    const right: Store[] = [];
    await inTurn(stores, 0, async (store) => {
      const wrong = await wrongOf(store, named, truth);
      if (wrong === undefined) right.push(store);
      else {
        result.get(store)?.set(named, { wrong });
        say(`${store.name} answers wrong: ${named.name}: ${wrong}`);
      }
    });
    for (const [store, times] of await timesOf(right, named))
      result.get(store)?.set(named, { ms: median(times) });
    say(`asked: ${named.name}`);
  }
  return result;
}

async function wrongOf(store: Store, { question }: NamedQuestion, truth: Truth): Promise<string | undefined> {
  try {
    return differenceOf(await store.ask(question), truth.answer(question));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function timesOf(
  stores: readonly Store[],
  { question, repeats }: NamedQuestion,
): Promise<Map<Store, number[]>> {
  const times = new Map<Store, number[]>(stores.map((store) => [store, []]));
  for (let round = 0; round < repeats + WARMING; round++) {
    await inTurn(stores, round, async (store) => {
      const start = performance.now();
      await store.ask(question);
      if (round >= WARMING) times.get(store)?.push(performance.now() - start);
    });
  }
  return times;
}
