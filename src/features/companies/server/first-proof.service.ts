import { allows } from '../../../shared/contract/capabilities.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import type { KindsOfMade } from '../../../shared/server/made-things.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { setEnabled } from './companies.repository.ts';
import {
  askClaim,
  countOtherMembers,
  endClaim,
  isFounder,
  setOwnerUnconfirmed,
} from './first-proof.repository.ts';
import { beginChange } from './member-rules.ts';
import { lockCompany } from './members.repository.ts';
import { companyClosed } from './refusals.ts';

/** Closes the company of the scope where nobody but this account, which is being disabled, belongs to it. */
export async function closeWithOwner(tx: Tx, user_id: number): Promise<void> {
  const isOpen = await lockCompany(tx);
  if (!isOpen || (await countOtherMembers(tx, user_id)) > 0) return;
  await setEnabled(tx, false);
  await setOwnerUnconfirmed(tx, true);
  await recordAudit(tx, 'company.disabled', String(tx.scope.company_id), { reason: 'owner_unconfirmed' });
}

/** Opens a company again that was closed with its owner, whose address is proved by now. */
export async function openWithOwner(tx: Tx): Promise<void> {
  await lockCompany(tx);
  if (!(await setOwnerUnconfirmed(tx, false))) return;
  await setEnabled(tx, true);
  await recordAudit(tx, 'company.enabled', String(tx.scope.company_id), {});
}

/**
 * The account's address was proved by somebody who need not be who used it until now: what it made that acts by itself
 * ends, but for charts, which colleagues only see; and of a company that it founded its owner is asked whether it stays.
 */
export async function endPlantedIn(tx: Tx, kinds: KindsOfMade, user_id: number): Promise<void> {
  await openWithOwner(tx);
  for (const { kind, list, end } of kinds) {
    if (kind === 'shared_chart') continue;
    for (const { id } of await list(tx, user_id)) await end(tx, id);
  }
  if (await isFounder(tx, user_id)) await askClaim(tx);
  await recordAudit(tx, 'user.proved', String(user_id), {});
}

/** Its owner keeps a company that was made before their address was proved. */
export async function keepCompany(tx: Tx): Promise<void> {
  if (!allows('company.disable', await beginChange(tx))) throw companyClosed();
  if (await endClaim(tx)) await recordAudit(tx, 'company.kept', String(tx.scope.company_id), {});
}
