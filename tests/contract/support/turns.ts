import { features } from '../../../src/apps/server/features.ts';
import { changedAreas, hasChangedMigration, ofToday, today, tryAll } from '../../support/today.ts';
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
export function inThisTurn<T>(all: readonly T[], turn: number): T[] {
  const turns = Math.min(TURNS, all.length);
  return all.filter((_, i) => i % turns === (turn + ROUND) % turns);
}

/** The least that has its turn of so many. */
export const leastInATurn = (count: number): number => Math.floor(count / Math.min(TURNS, count));

const changed = changedAreas();
/** The groups of calls of those areas that have just been changed. */
const changedGroups = new Set(
  features.filter(({ name }) => changed.has(name)).flatMap(({ calls }) => Object.keys(calls)),
);

/** What belongs to a call: the call itself, or a place in its request. */
type OfCall = DeclaredCall | { readonly declared: DeclaredCall };
const callOf = (one: OfCall): DeclaredCall => ('declared' in one ? one.declared : one);
const isOfChangedArea = (one: OfCall): boolean => changedGroups.has(callOf(one).area);

/**
 * Of calls, or of places in them, those that a loop goes through today: a quarter, every day another one, and all of the areas
 * that have changed since `main`, or on `main` with its last commit. What one call answers, and to whom, hangs on its own area and on what all share: the first
 * is tried when it changes, the second at any call. `LOOPS=whole` goes through all of them.
 */
export const callsOfToday = <T extends OfCall>(all: readonly T[]): T[] =>
  ofToday(all, { day: today, days: DAYS }, isOfChangedArea);

/** The same where a loop tells companies and plants apart; of all areas when a migration has changed, which may open any table. */
export const guardedOfToday = <T extends OfCall>(all: readonly T[]): readonly T[] =>
  hasChangedMigration() ? all : callsOfToday(all);

/** Of calls those whose turn it is today at one of several causes, each of which begins at another; and those of changed areas. */
export const callsOfTurn = <T extends OfCall>(all: readonly T[], turn: number, days: number): T[] =>
  ofToday(all, { day: today + turn, days }, isOfChangedArea);
