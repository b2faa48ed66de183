import { allows, type Role } from '../../../shared/contract/capabilities.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { firstForbidden, mayTouch } from '../ranks.model.ts';
import {
  countOtherOwners,
  findMember,
  listKnownPlants,
  lockCompany,
  type Member,
} from './members.repository.ts';
import { companyClosed, refusalOf } from './refusals.ts';

/**
 * Begins a change of who belongs to the company: nobody else makes one until the transaction ends. Answers the roles of
 * the one who acts as they are now, because they may have been changed or dismissed since their request was let in.
 */
export async function beginChange(tx: Tx): Promise<readonly Role[]> {
  if (!(await lockCompany(tx))) throw companyClosed();
  const { user_id } = tx.scope;
  const actor = user_id === null ? undefined : await findMember(tx, user_id);
  if (!actor || !allows('company.manage', actor.roles)) throw companyClosed();
  return actor.roles;
}

/** @throws AppError forbidden for a role that is not theirs to grant or take */
export function assertGrant(own: readonly Role[], before: readonly Role[], after: readonly Role[]): void {
  const role = firstForbidden(own, before, after);
  if (role !== undefined) throw refusalOf('role_above', { params: { role } });
}

/** @throws AppError forbidden for somebody who stands higher */
export function assertRank(own: readonly Role[], theirs: readonly Role[]): void {
  if (!mayTouch(own, theirs)) throw refusalOf('higher_rank');
}

/** The plants, each once. @throws AppError not_found when one is unknown or another company's */
export async function assertPlants(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const wanted = new Set(ids);
  const known = await listKnownPlants(tx, [...wanted]);
  if (known.length < wanted.size) notFound();
  return known;
}

/** @throws AppError conflict for the last owner, who can be neither dismissed nor demoted */
export async function assertOwner(tx: Tx, { user_id, roles }: Member): Promise<void> {
  if (roles.includes('COMPANY_OWNER') && (await countOtherOwners(tx, user_id)) === 0)
    throw refusalOf('last_owner');
}
