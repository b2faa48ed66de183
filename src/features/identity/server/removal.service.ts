import type pg from 'pg';
import { describeMemberships } from '../../../shared/server/callers.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { type Caller, inEachScope, scopeOfPerson, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { removeAvatar } from './avatars.repository.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { removeLinks } from './links.repository.ts';
import { ownAccount, provePassword } from './own-proof.ts';
import { refuseAccount } from './refusals.ts';
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

/** An account that is erased, by its owner or because nobody ever confirmed its address. */
export interface Erased {
  id: number;
  password_hash: string;
  by: Pick<Caller, 'user_id' | 'address'> | 'housekeeping';
}

/**
 * Takes an account out of every company, and its name and address out of every invitation; answers the companies that
 * would be left without an owner.
 */
async function leaveAll(
  client: pg.PoolClient,
  { members }: Pick<IdentityDeps, 'members'>,
  { id: user_id, by }: Erased,
  emails: readonly string[],
): Promise<number[]> {
  const orphaned: number[] = [];
  const own = await listOwnCompanies(client, user_id);
  const known = await listCompaniesThatKnow(client, { user_id, emails });
  // A company that somebody never joined does not learn who they are, nor from where they came.
  const scopes = known.map((id) =>
    by !== 'housekeeping' && own.includes(id) ? scopeOfPerson(id, by) : scopeOfWork(id),
  );
  await inEachScope(client, scopes, async (tx) => {
    try {
      if (own.includes(tx.scope.company_id)) await members.leave(tx, user_id);
      await members.forgetPerson(tx, { user_id, emails });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      orphaned.push(tx.scope.company_id);
    }
  });
  return orphaned;
}

/**
 * Leaves an account's number, and nothing else of it, wherever it is known; answers the companies that would be left without
 * an owner, and then nothing may be kept of it. @throws AppError invalid where its password was changed meanwhile
 */
export async function eraseAccount(
  client: pg.PoolClient,
  deps: Pick<IdentityDeps, 'members'>,
  erased: Erased,
): Promise<number[]> {
  const { id, password_hash } = erased;
  const addresses = await listOwnAddresses(client, id);
  // First of all, because what is just being sent is waited for, and nobody must wait for this in turn.
  await removeMailOf(client, id, addresses);
  // Whoever registers somebody else's address must not end what waits for that person.
  const orphaned = await leaveAll(client, deps, erased, provedOf(addresses));
  if (orphaned.length > 0) return orphaned;
  if (!(await anonymise(client, id, password_hash)))
    throw refuseAccount('current_password', 'password_wrong');
  await removeAvatar(client, id);
  await removeSecondFactor(client, id);
  // What was mailed in the meantime.
  await removeMailOf(client, id, addresses);
  await removeLinks(client, id);
  await removeFormerAddresses(client, id);
  await removeSessionsOf(client, id);
  return [];
}

async function lastOwner(
  { pool }: Pick<IdentityDeps, 'pool'>,
  caller: Caller,
  orphaned: readonly number[],
): Promise<AppError> {
  const lost = caller.memberships.filter(({ id_client }) => orphaned.includes(id_client));
  const companies = (await describeMemberships(pool, lost)).map(({ id_client, name }) => ({
    id_client,
    name,
  }));
  const names = companies.map(({ name }) => name).join(', ');
  const message = `You are the last owner of ${names}: name another owner there, or disable the company, first`;
  return new AppError('conflict', message, {
    errors: [{ path: '', message, code: 'last_owner', params: { companies: names } }],
    extra: { companies },
  });
}

/**
 * Removes the caller's account: companies keep their records and its number, without name or address.
 * @throws AppError invalid at current_password; limit; conflict where a company would be left without an owner
 */
export async function removeAccount(
  deps: IdentityDeps,
  caller: Caller,
  current_password: string,
): Promise<void> {
  const account = await ownAccount(deps, caller);
  await provePassword(deps, caller, account, current_password);
  let orphaned: number[] = [];
  const undone = new Error('kept, because companies would have no owner');
  await inTransaction(deps.pool, async (client) => {
    orphaned = await eraseAccount(client, deps, { ...account, by: caller });
    if (orphaned.length > 0) throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  if (orphaned.length > 0) throw await lastOwner(deps, caller, orphaned);
}
