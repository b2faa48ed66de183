import type pg from 'pg';
import type { AuditAction } from '../../../shared/server/audit.ts';
import { listMemberships } from '../../../shared/server/callers.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { decoyHash, verifyPassword } from '../../../shared/server/passwords.ts';
import {
  digestOf,
  newToken,
  signAccess,
  signChallenge,
  verifyChallenge,
} from '../../../shared/server/tokens.ts';
import { foldEmail } from '../identity.model.ts';
import { type Browser, isKnown, withUser } from './browsers.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { type Account, findAccount, findAccountByEmail, holdAccount } from './identity.repository.ts';
import { type Action, recordPersonalAction } from './personal-actions.ts';
import { refuseAccount } from './refusals.ts';
import { spendCode } from './second-factor.service.ts';
import { insertSession } from './sessions.repository.ts';
import { SESSION_DAYS, type Tokens } from './sessions.service.ts';
import { freeTries, returnTry, subjectOf, takeTry } from './tries.ts';

/** Where an attempt to sign in comes from. */
export interface Visit {
  readonly address: string;
  readonly user_agent: string;
  readonly browser: Browser | undefined;
  /** Writes an action down once the answer has gone out. */
  tell(action: Action): void;
}

export interface SignedIn extends Tokens {
  readonly user_id: number;
  /** As the browser is to be known from now on. */
  readonly browser: Browser;
}

/** A try at an account, from the budget of a browser that its owner has used before, or of all strangers together. */
interface Trying {
  readonly kind: 'password' | 'code';
  /** Undefined where the address has no account: it is counted, and its browsers looked at, all the same. */
  readonly account: Account | undefined;
  readonly email: string;
  readonly visit: Visit;
}

/**
 * Works something out within the tries that are left. A right one gives its try back, in a known browser all of them; so
 * does one that could not be worked out.
 */
async function trying<T>(
  deps: IdentityDeps,
  given: Trying,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { kind, account, email, visit } = given;
  const id = account?.id ?? 0;
  const known = isKnown(deps.keys.browser, visit.browser, id);
  const subject = known
    ? subjectOf(kind, 'browser', id, visit.browser?.id ?? '')
    : subjectOf(kind, 'strangers', email);
  const taken = await takeTry(deps.pool, subject, async () => tell(given, 'sign_in.limited'));
  try {
    const found = await work();
    if (found === undefined) tell(given, 'sign_in.failed');
    else await (known ? freeTries : returnTry)(deps.pool, taken);
    return found;
  } catch (error) {
    await returnTry(deps.pool, taken);
    throw error;
  }
}

/** Writes down what was tried at an account, after the answer: whether there is one is not to be seen in time. */
function tell({ account, visit, kind }: Trying, action: AuditAction): void {
  if (!account) return;
  visit.tell({ action, user_id: account.id, address: visit.address, detail: { step: kind } });
}

/**
 * Signs in. An unknown address takes as long as a wrong password and gets the same words.
 * @throws AppError unauthenticated; forbidden for a disabled account; limit; second_factor with a challenge where a code is due
 */
export async function signIn(
  deps: IdentityDeps,
  given: { email: string; password: string },
  visit: Visit,
): Promise<SignedIn> {
  const email = foldEmail(given.email);
  const account = await findAccountByEmail(deps.pool, email);
  const attempt: Trying = { kind: 'password', account, email, visit };
  const right = await trying(deps, attempt, async () => {
    const matches = await verifyPassword(given.password, account?.password_hash ?? decoyHash);
    return matches ? account : undefined;
  });
  if (!right) throw new AppError('unauthenticated', 'Email or password is not right');
  // Whoever knows the password may know what became of the account.
  if (right.disabled) throw refuseAccount('', 'account_disabled', 'forbidden');
  if (!right.second_factor) return openSession(deps, right, visit, 'password');
  // Whoever comes no further knows the password all the same.
  tell(attempt, 'sign_in.code_asked');
  const claims = { user_id: right.id, stamp: stampOf(right) };
  const challenge = await signChallenge(deps.keys, claims, deps.now());
  throw new AppError('second_factor', 'Enter the code of your authenticator', { extra: { challenge } });
}

/** Changes with the password: a challenge that was given for the old one ends nothing. */
const stampOf = (account: Account): string =>
  digestOf(account.password_hash).toString('base64url').slice(0, 16);

/** Ends a sign-in that was asked for a code. @throws AppError unauthenticated, limit */
export async function signInWithCode(
  deps: IdentityDeps,
  given: { challenge: string; code: string },
  visit: Visit,
): Promise<SignedIn> {
  const { user_id, stamp } = await verifyChallenge(deps.keys, given.challenge, deps.now());
  const account = await findAccount(deps.pool, user_id);
  if (!account || stampOf(account) !== stamp) {
    throw new AppError('unauthenticated', 'Sign in again: too much time has passed');
  }
  const { email } = account;
  const used = await trying(deps, { kind: 'code', account, email, visit }, () =>
    spendCode(deps, user_id, given.code),
  );
  if (!used) throw refuseAccount('code', 'code_wrong', 'unauthenticated');
  return openSession(deps, account, visit, used);
}

/** How somebody proved who they are. */
type By = 'password' | 'totp' | 'recovery_code';

// The password may have been changed, or the second factor switched on, since it was asked for: what ends sessions then
// would not know of this one.
async function assertUnchanged(client: pg.PoolClient, account: Account, by: By): Promise<void> {
  const now = await holdAccount(client, account.id);
  const isProved =
    !now?.disabled &&
    now?.password_hash === account.password_hash &&
    (by !== 'password' || !now.second_factor);
  if (!isProved) throw new AppError('unauthenticated', 'Sign in again: this account was just changed');
}

async function openSession(deps: IdentityDeps, account: Account, visit: Visit, by: By): Promise<SignedIn> {
  const { pool, keys, now } = deps;
  const { user_agent, address } = visit;
  const user_id = account.id;
  const refresh = newToken();
  const companies = await listMemberships(pool, user_id);
  const session_id = await inTransaction(pool, async (client) => {
    await assertUnchanged(client, account, by);
    const token = { digest: digestOf(refresh), days: SESSION_DAYS };
    const opened = await insertSession(client, { user_id, user_agent, address, ...token });
    await recordPersonalAction(client, companies, { action: 'sign_in', user_id, address, detail: { by } });
    return opened;
  });
  const access = await signAccess(keys, { user_id, session_id }, now());
  return { access, refresh, user_id, browser: withUser(keys.browser, visit.browser, user_id) };
}
