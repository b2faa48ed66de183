import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../shared/contract/client.ts';
import { callQuery } from '../../../shared/web/api/call-query.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { send } from '../../../shared/web/api/send.ts';
import { beginSession, endSession, sessionBelongsTo } from '../../../shared/web/api/session.ts';
import { markSession, sessionMark, unmarkSession } from '../../../shared/web/api/session-mark.ts';
import { maySignOut } from '../../../shared/web/api/sign-out-guard.ts';
import { forgetCompanies } from '../../../shared/web/company/storage.ts';
import { forgetDrafts } from '../../../shared/web/forms/forget-drafts.ts';
import { signInCalls } from '../sign-in.contract.ts';
import type { User } from '../user.model.ts';

export const userQuery = callQuery(
  null,
  signInCalls.userInfo,
  {},
  {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  },
);

/**
 * Asks anew. A first answer that is still on its way would be taken for the new one, and may be older: it is awaited.
 * Whether it came well does not matter, the next one tells.
 */
async function invalidateUser(): Promise<void> {
  const { queryKey } = userQuery;
  if (queryClient.isFetching({ queryKey }) > 0)
    await queryClient.ensureQueryData(userQuery).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey });
}

const channel = new BroadcastChannel('meridiana-user');
channel.onmessage = () => void invalidateUser();

/** The account was changed by a way that other tabs cannot see: all ask anew. */
export async function askUserAnew(): Promise<void> {
  channel.postMessage('changed');
  await invalidateUser();
}

/** Tells the server of a sign-out; while it cannot be told, the sign-out stays marked and is told again later. */
async function tellOfSignOut(): Promise<void> {
  try {
    await send(signInCalls.logout, { body: {} });
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault;
    const over = fault.status === 401 || fault.status === 403;
    if (!over) {
      console.warn('the server could not be told of the sign-out yet', fault.status);
      return;
    }
  }
  if (sessionMark() === 'ending') unmarkSession();
}

let telling: Promise<void> | null = null;

/** Ends the session of a sign-out that the server has not heard of: its cookie would else sign in again by itself. */
export async function finishSignOut(): Promise<void> {
  if (sessionMark() !== 'ending') return;
  telling ??= tellOfSignOut().finally(() => {
    telling = null;
  });
  await telling;
}

/**
 * The signed-in user, or null when nobody is. A browser in which nobody has signed in is not asked for its session.
 * @throws CallError when the server cannot say
 */
export async function findUser(): Promise<User | null> {
  await finishSignOut();
  if (sessionMark() !== 'open') return null;
  try {
    const user = await queryClient.ensureQueryData(userQuery);
    sessionBelongsTo(user.id);
    return user;
  } catch (fault) {
    if (fault instanceof CallError && fault.status === 401) return null;
    throw fault;
  }
}

export function useUser(): User | undefined {
  return useQuery(userQuery).data;
}

function begin({ access, user }: { access: string; user: User }): User {
  queryClient.clear();
  queryClient.setQueryData(userQuery.queryKey, user);
  beginSession(access, user.id);
  return user;
}

/** Signs in; throws CallError with the server's refusal. */
export async function signIn(email: string, password: string): Promise<User> {
  // Told afterwards, an older sign-out would end the new session.
  await finishSignOut();
  return begin(await send(signInCalls.login, { body: { email, password } }));
}

/** What a sign-in that asks for a code is continued with, or null where something else went wrong. */
export function challengeOf(fault: unknown): string | null {
  if (!(fault instanceof CallError) || fault.code !== 'second_factor') return null;
  return typeof fault.problem.challenge === 'string' ? fault.problem.challenge : null;
}

/** Ends a sign-in that asked for a code; throws CallError. */
export async function signInWithCode(challenge: string, code: string): Promise<User> {
  return begin(await send(signInCalls.loginSecondFactor, { body: { challenge, code } }));
}

/** Puts what the server says of the signed-in user on every part of the screen. */
export function keepUser(user: User): void {
  queryClient.setQueryData(userQuery.queryKey, user);
}

/**
 * Ends the session here and on the server; an unreachable server does not keep anybody signed in here. Who is asked before
 * and stays, stays signed in.
 */
export async function signOut(): Promise<void> {
  if (!(await maySignOut())) return;
  markSession('ending');
  try {
    await finishSignOut();
  } finally {
    forgetCompanies();
    forgetDrafts();
    endSession();
  }
}
