import type pg from 'pg';
import { inTransaction } from '../../../shared/server/db.ts';
import { Refusal } from '../../../shared/server/errors.ts';
import { type Caller, inEachScope, scopeOfPerson, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { removeAvatar } from './avatars.repository.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { removeLinks } from './links.repository.ts';
import { ownAccount, provePassword } from './own-proof.ts';
import { refuseField } from './refusals.ts';
import {
  anonymise,
  listCompaniesThatKnow,
  listOwnAddresses,
  listOwnCompanies,
  provedOf,
  removeFormerAddresses,
  removeMailOf,
} from './removal.repository.ts';
import { removeSecondFactor } from './second-factor.repository.ts';
import { removeSessionsOf } from './sessions.repository.ts';

/**
 * Takes the caller out of every company, and their name and address out of every invitation; answers the companies that
 * would be left without an owner.
 */
async function leaveAll(
  client: pg.PoolClient,
  { members }: IdentityDeps,
  caller: Caller,
  emails: readonly string[],
): Promise<number[]> {
  const orphaned: number[] = [];
  const { user_id } = caller;
  const own = await listOwnCompanies(client, user_id);
  const known = await listCompaniesThatKnow(client, { user_id, emails });
  // A company that somebody never joined does not learn who they are, nor from where they came.
  const scopes = known.map((id) => (own.includes(id) ? scopeOfPerson(id, caller) : scopeOfWork(id)));
  await inEachScope(client, scopes, async (tx) => {
    try {
      if (own.includes(tx.scope.company_id)) await members.leave(tx, user_id);
      await members.forgetPerson(tx, { user_id, emails });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'conflict')) throw error;
      orphaned.push(tx.scope.company_id);
    }
  });
  return orphaned;
}

function lastOwner(caller: Caller, orphaned: readonly number[]): Refusal {
  const companies = caller.memberships
    .filter(({ id_client }) => orphaned.includes(id_client))
    .map(({ id_client, name }) => ({ id_client, name }));
  const names = companies.map(({ name }) => name).join(', ');
  const message = `You are the last owner of ${names}: name another owner there, or disable the company, first`;
  return new Refusal('conflict', message, {
    errors: [{ path: '', message, code: 'last_owner', params: { companies: names } }],
    extra: { companies },
  });
}

/**
 * Removes the caller's account: companies keep their records and its number, without name or address.
 * @throws Refusal invalid at current_password; limit; conflict where a company would be left without an owner
 */
export async function removeAccount(
  deps: IdentityDeps,
  caller: Caller,
  current_password: string,
): Promise<void> {
  const account = await ownAccount(deps, caller);
  await provePassword(deps, caller, account, current_password);
  const { user_id } = caller;
  await inTransaction(deps.pool, async (client) => {
    const addresses = await listOwnAddresses(client, user_id);
    // First of all, because what is just being sent is waited for, and nobody must wait for this in turn.
    await removeMailOf(client, user_id, addresses);
    // Whoever registers somebody else's address must not end what waits for that person.
    const orphaned = await leaveAll(client, deps, caller, provedOf(addresses));
    if (orphaned.length > 0) throw lastOwner(caller, orphaned);
    if (!(await anonymise(client, user_id, account.password_hash))) {
      throw refuseField('current_password', 'password_wrong');
    }
    await removeAvatar(client, user_id);
    await removeSecondFactor(client, user_id);
    // What was mailed in the meantime.
    await removeMailOf(client, user_id, addresses);
    await removeLinks(client, user_id);
    await removeFormerAddresses(client, user_id);
    await removeSessionsOf(client, user_id);
  });
}
