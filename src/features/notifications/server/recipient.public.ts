import { allows, type Capability } from '../../../shared/contract/capabilities.ts';
import { findScopeOfPerson } from '../../../shared/server/callers.ts';
import type { Scope, Tx } from '../../../shared/server/tenancy.ts';
import { findPerson, type Person } from '../../identity/server/people.public.ts';

/** The recipient of a mail, with what they may see now. */
export interface Recipient {
  readonly person: Person;
  readonly scope: Scope;
}

/**
 * A person as they stand now; undefined when nothing may be mailed to them: they left, the company is disabled or asks for a
 * second factor that they lack, they may not do it (by default see alarms), or their address was never confirmed.
 */
export async function findRecipient(
  tx: Tx,
  user_id: number,
  may: Capability = 'asset.read',
): Promise<Recipient | undefined> {
  const scope = await findScopeOfPerson(tx, user_id);
  if (!scope || !allows(may, scope.roles)) return undefined;
  const person = await findPerson(tx, user_id);
  return person?.confirmed ? { person, scope } : undefined;
}
