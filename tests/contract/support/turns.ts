/** `LOOPS=whole` tries everything at every call, as before a release. */
const whole = process.env.LOOPS === 'whole';
/** In so many turns everything has been tried. */
const TURNS = whole ? 1 : 8;

/**
 * Those of these that have their turn, every eighth and one at least. Whoever counts the turns on from call to call, or from
 * place to place, tries each of them at an eighth of the calls, some 60 of them: what is the same for all calls shows there as well.
 */
export function inThisTurn<T>(all: readonly T[], turn: number, of = TURNS): T[] {
  const turns = Math.min(whole ? 1 : of, all.length);
  return all.filter((_, i) => i % turns === turn % turns);
}

/** The least that has its turn of so many. */
export const leastInATurn = (count: number): number => Math.floor(count / Math.min(TURNS, count));
