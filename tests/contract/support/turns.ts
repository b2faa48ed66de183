/** In so many turns everything has been tried; `LOOPS=whole` tries all of it at every call, as before a release. */
const TURNS = process.env.LOOPS === 'whole' ? 1 : 4;

/**
 * Those of these that have their turn, every fourth and one at least. Whoever counts the turns on from call to call, or from
 * place to place, tries each of them at a quarter of the calls: what is the same for all calls shows there as well.
 */
export function inThisTurn<T>(all: readonly T[], turn: number): T[] {
  const turns = Math.min(TURNS, all.length);
  return all.filter((_, i) => i % turns === turn % turns);
}

/** The least that has its turn of so many. */
export const leastInATurn = (count: number): number => Math.floor(count / Math.min(TURNS, count));
