import { listMemberships } from '../../../shared/server/callers.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { plainAddress } from '../../../shared/server/http/address.ts';
import type { Caller } from '../../../shared/server/tenancy.ts';
import { digestOf, signAccess, successorOf } from '../../../shared/server/tokens.ts';
import type { Session } from '../account.contract.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { recordAlone, recordPersonalAction } from './personal-actions.ts';
import {
  endOwnSession,
  endSessionOfToken,
  endSessionsOf,
  listSessions,
  rotateToken,
  type UsedFrom,
} from './sessions.repository.ts';

export const SESSION_DAYS = 30;
const SIGNED_OUT = 'signed out';

export interface Tokens {
  access: string;
  refresh: string;
}

/** Exchanges a refresh token. @throws AppError unauthenticated when unknown, ended or used again */
export async function refreshTokens(
  { pool, keys, now }: Pick<IdentityDeps, 'pool' | 'keys' | 'now'>,
  token: string,
  from: UsedFrom,
): Promise<Tokens> {
  const refresh = successorOf(keys, token);
  const rotation = await rotateToken(pool, {
    digest: digestOf(token),
    successor: digestOf(refresh),
    days: SESSION_DAYS,
    from,
  });
  if (rotation.outcome === 'reused') {
    const address = plainAddress(from.address);
    await recordAlone(pool, { action: 'sign_out.token_reused', user_id: rotation.user_id, address });
  }
  if (rotation.outcome !== 'rotated')
    throw new AppError('unauthenticated', 'Sign in again: this session ended');
  const { session_id, user_id } = rotation;
  return { access: await signAccess(keys, { user_id, session_id }, now()), refresh };
}

type Deps = Pick<IdentityDeps, 'pool'>;

/** Ends the session of a caller. */
export async function signOut({ pool }: Deps, caller: Caller): Promise<void> {
  const { session_id, user_id, address, memberships } = caller;
  await inTransaction(pool, async (client) => {
    if (!(await endOwnSession(client, { user_id, id: session_id, reason: SIGNED_OUT }))) return;
    await recordPersonalAction(client, memberships, { action: 'sign_out', user_id, address });
  });
}

/** Ends the session of a refresh token. Nothing is said of a token that is unknown: whoever sends it is signed out. */
export async function signOutByToken({ pool }: Deps, token: string, address: string | null): Promise<void> {
  await inTransaction(pool, async (client) => {
    const user_id = await endSessionOfToken(client, digestOf(token), SIGNED_OUT);
    if (user_id === undefined) return;
    const companies = await listMemberships(client, user_id);
    await recordPersonalAction(client, companies, { action: 'sign_out', user_id, address });
  });
}

/** Ends every session of the caller, the one that asks too. */
export async function signOutEverywhere({ pool }: Deps, caller: Caller): Promise<void> {
  const { user_id, address, memberships } = caller;
  await inTransaction(pool, async (client) => {
    await endSessionsOf(client, user_id, { reason: 'signed out everywhere' });
    await recordPersonalAction(client, memberships, { action: 'sign_out.everywhere', user_id, address });
  });
}

/** The caller's open sessions. */
export async function getSessions({ pool }: Deps, { user_id, session_id }: Caller): Promise<Session[]> {
  const rows = await listSessions(pool, user_id, session_id);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
  }));
}

/** Ends one session of the caller. @throws AppError not_found for one that is over, or of somebody else */
export async function endOne({ pool }: Deps, caller: Caller, id: number): Promise<void> {
  const { user_id, address, memberships } = caller;
  await inTransaction(pool, async (client) => {
    if (!(await endOwnSession(client, { user_id, id, reason: 'ended by its owner' }))) notFound();
    const detail = { session: id };
    await recordPersonalAction(client, memberships, { action: 'sign_out.session', user_id, address, detail });
  });
}
