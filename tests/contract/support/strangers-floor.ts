import { calls, companyCalls, isCapability } from './calls.ts';
import { ROLE_SETS } from './permission-matrix.ts';
import { kindOf, slots } from './slots.ts';
import { leastInATurn } from './turns.ts';

/** The least that the loops over strangers and members ask, as large as the contract is. */
export function strangersFloor(): number {
  const sets = leastInATurn(ROLE_SETS.length);
  const all = ROLE_SETS.length;
  // Nobody; another company's, the dismissed and those of a disabled company; members.
  const closed = companyCalls.length * (1 + 3 * sets);
  // Some who may, some who may not.
  const answered = companyCalls.length * Math.max(2, sets - 2);
  const signedIn = calls.filter(({ call }) => call.access === 'signed_in').length;
  const open = calls.length - companyCalls.length;
  const openTried = open * 3 + signedIn + signedIn * 2 * all;
  // Another's and none, by each set of roles where roles count.
  const compared = slots
    .filter((slot) => !['none', 'new', 'any'].includes(String(kindOf(slot))))
    .reduce(
      (sum, { declared }) => sum + 2 * (isCapability(declared.call.access) ? Math.max(2, sets - 2) : 1),
      0,
    );
  return closed + answered + openTried + compared;
}
