import type { AuditAction } from '../../../shared/server/audit.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { verifyPassword } from '../../../shared/server/passwords.ts';
import type { Caller } from '../../../shared/server/tenancy.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { type Account, findAccount } from './identity.repository.ts';
import { recordPersonalAction } from './personal-actions.ts';
import { refuseAccount } from './refusals.ts';
import { returnTry, subjectOf, takeTry } from './tries.ts';

type Deps = Pick<IdentityDeps, 'pool'>;
/** What is tried. */
type Step = 'password' | 'code';

/** The caller's account. @throws AppError unauthenticated when it was removed meanwhile */
export async function ownAccount({ pool }: Deps, caller: Caller): Promise<Account> {
  const account = await findAccount(pool, caller.user_id);
  if (!account) throw new AppError('unauthenticated', 'Sign in again: this account is gone');
  return account;
}

/** Writes down what was tried within a session, before it is refused. */
async function tell(
  { pool }: Deps,
  { user_id, address, memberships }: Caller,
  action: AuditAction,
  step: Step,
): Promise<void> {
  const entry = { action, user_id, address, detail: { step } };
  await inTransaction(pool, (client) => recordPersonalAction(client, memberships, entry));
}

/**
 * Does something that a stolen session could guess at, with a budget of that session's own: nobody locks the owner out
 * of another one. What was wrong is written down.
 */
export async function withinTries<T>(
  deps: Deps,
  caller: Caller,
  { step, prove }: { step: Step; prove: () => Promise<T> },
): Promise<T> {
  const subject = subjectOf('session', caller.session_id);
  const taken = await takeTry(deps.pool, subject, () => tell(deps, caller, 'proof.limited', step));
  const value = await prove().catch(async (error: unknown) => {
    if (error instanceof AppError) await tell(deps, caller, 'proof.failed', step);
    throw error;
  });
  await returnTry(deps.pool, taken);
  return value;
}

/** Makes sure that the caller knows the account's password. @throws AppError invalid at current_password, limit */
export async function provePassword(
  deps: Deps,
  caller: Caller,
  account: Account,
  given: string | undefined,
): Promise<void> {
  if (!given) throw refuseAccount('current_password', 'password_needed');
  const prove = async (): Promise<void> => {
    if (!(await verifyPassword(given, account.password_hash)))
      throw refuseAccount('current_password', 'password_wrong');
  };
  await withinTries(deps, caller, { step: 'password', prove });
}
