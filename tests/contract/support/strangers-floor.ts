import { calls, companyCalls, type DeclaredCall, isCapability } from './calls.ts';
import { ROLE_SETS } from './permission-matrix.ts';
import { kindOf, type Slot, slots } from './slots.ts';
import { leastInATurn } from './turns.ts';

/** Which of the calls, and of the places in them, the loops go through. */
type Chosen = <T extends DeclaredCall | Slot>(all: readonly T[]) => readonly T[];

/** The least that the loops over strangers and members ask, as large as the contract is. */
export function strangersFloor(chosen: Chosen): number {
  const guarded = chosen(companyCalls).length;
  const others = chosen(calls.filter(({ call }) => !isCapability(call.access)));
  const sets = leastInATurn(ROLE_SETS.length);
  const all = ROLE_SETS.length;
  // Nobody; another company's, the dismissed and those of a disabled company; members.
  const closed = guarded * (1 + 3 * sets);
  // Some who may, some who may not.
  const answered = guarded * Math.max(2, sets - 2);
  const signedIn = others.filter(({ call }) => call.access === 'signed_in').length;
  const openTried = others.length * 3 + signedIn + signedIn * 2 * all;
  // Another's and none, by each set of roles where roles count.
  const compared = chosen(slots)
    .filter((slot) => !['none', 'new', 'any'].includes(String(kindOf(slot))))
    .reduce(
      (sum, { declared }) => sum + 2 * (isCapability(declared.call.access) ? Math.max(2, sets - 2) : 1),
      0,
    );
  return closed + answered + openTried + compared;
}
