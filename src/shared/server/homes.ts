import { allows } from '../contract/capabilities.ts';
import type { Scope } from './tenancy.ts';

/**
 * Whether single homes are told in a scope, where they are named: to people whose roles open them, because what a home tells from day to
 * day is somebody's life, and to the program's own work, which tells them to nobody whom it did not ask the same of. No key and no signed
 * link has them. Statements on plants say `p.kind = 'asset' or $n` with it.
 */
export function readsHomes({ user_id, party, by_key, roles }: Scope): boolean {
  const is_own_work = user_id === null && party === undefined && by_key !== true;
  return is_own_work || allows('residential.curves', roles);
}
