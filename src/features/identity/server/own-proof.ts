import { Refusal } from '../../../shared/server/errors.ts';
import { verifyPassword } from '../../../shared/server/passwords.ts';
import type { Caller } from '../../../shared/server/tenancy.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { type Account, findAccount } from './identity.repository.ts';
import { refuseField } from './refusals.ts';
import { returnTry, subjectOf, takeTry } from './tries.ts';

/** The caller's account. @throws Refusal unauthenticated when it was removed meanwhile */
export async function ownAccount({ pool }: Pick<IdentityDeps, 'pool'>, caller: Caller): Promise<Account> {
  const account = await findAccount(pool, caller.user_id);
  if (!account) throw new Refusal('unauthenticated', 'Sign in again: this account is gone');
  return account;
}

/**
 * Does something that a stolen session could guess at, with a budget of that session's own: nobody locks the owner out
 * of another one.
 */
export async function withinTries<T>(
  { pool }: Pick<IdentityDeps, 'pool'>,
  { session_id }: Caller,
  prove: () => Promise<T>,
): Promise<T> {
  const taken = await takeTry(pool, subjectOf('session', session_id), () => undefined);
  const value = await prove();
  await returnTry(pool, taken);
  return value;
}

/** Makes sure that the caller knows the account's password. @throws Refusal invalid at current_password, limit */
export async function provePassword(
  deps: Pick<IdentityDeps, 'pool'>,
  caller: Caller,
  account: Account,
  given: string | undefined,
): Promise<void> {
  if (!given) throw refuseField('current_password', 'password_needed');
  await withinTries(deps, caller, async () => {
    if (!(await verifyPassword(given, account.password_hash)))
      throw refuseField('current_password', 'password_wrong');
  });
}
