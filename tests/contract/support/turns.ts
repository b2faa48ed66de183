import { features } from '../../../src/apps/server/features.ts';
import { changedPaths, ofToday, today, tryAll } from '../../support/today.ts';
import type { DeclaredCall } from './calls.ts';

/** In so many turns everything has been tried. */
const TURNS = tryAll ? 1 : 8;
/** In so many days each call has been in every loop. */
const DAYS = 4;
/** From one time to the next that a call is in a loop, the turns go on by one. */
const ROUND = Math.floor(today / DAYS);

/**
 * Those of these that have their turn, every eighth and one at least. Whoever counts the turns on from call to call, or from
 * place to place, tries each of them at an eighth of the calls: what is the same for all calls shows there as well. When a
 * call is in the loop again, they are others.
 */
export function inThisTurn<T>(all: readonly T[], turn: number, of = TURNS): T[] {
  const turns = Math.min(tryAll ? 1 : of, all.length);
  return all.filter((_, i) => i % turns === (turn + ROUND) % turns);
}

/** The least that has its turn of so many. */
export const leastInATurn = (count: number): number => Math.floor(count / Math.min(TURNS, count));

const changed = tryAll ? [] : changedPaths();
/** The groups of calls of those areas that have just been changed. */
const changedGroups = new Set(
  features
    .filter(({ name }) => changed.some((path) => path.startsWith(`src/features/${name}/`)))
    .flatMap(({ calls }) => Object.keys(calls)),
);

/** What belongs to a call: the call itself, or a place in its request. */
type OfCall = DeclaredCall | { readonly declared: DeclaredCall };
const callOf = (one: OfCall): DeclaredCall => ('declared' in one ? one.declared : one);

/**
 * Of calls, or of places in them, those that a loop goes through today: a quarter, every day another one, and all of the areas
 * that the commit has changed. What one call answers, and to whom, hangs on its own area and on what all share: the first
 * is tried when it changes, the second at any call. `LOOPS=whole` goes through all of them.
 */
export const callsOfToday = <T extends OfCall>(all: readonly T[], days = DAYS): T[] =>
  ofToday(all, days, (one) => changedGroups.has(callOf(one).area));
