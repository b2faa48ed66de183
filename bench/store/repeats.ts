import type { Store } from './store.ts';

/** The middle of some numbers; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Lets each store work alone, the others held still; who begins changes with `turn`. */
export async function inTurn(
  stores: readonly Store[],
  turn: number,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const order = stores.map((_, i) => stores[(i + turn) % stores.length]);
  for (const store of stores) store.pause();
  try {
    for (const store of order) {
      if (!store) continue;
      store.resume();
      await work(store);
      store.pause();
    }
  } finally {
    for (const store of stores) store.resume();
  }
}
