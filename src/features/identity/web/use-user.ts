import { queryOptions, useQuery } from '@tanstack/react-query';
import { CallError } from '../../../shared/contract/client.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { beginSession, endSession, sessionBelongsTo } from '../../../shared/web/api/session.ts';
import { markSession, sessionMark, unmarkSession } from '../../../shared/web/api/session-mark.ts';
import { forgetCompanies } from '../../../shared/web/company/storage.ts';
import type { User } from '../user.model.ts';
import { identityApi } from './identity.api.ts';

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: () => identityApi.userInfo(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Tells the server of a sign-out; while it cannot be told, the sign-out stays marked and is told again later. */
async function tellOfSignOut(): Promise<void> {
  try {
    await identityApi.logout({ body: {} });
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

/** Signs in; throws CallError with the server's refusal. */
export async function signIn(email: string, password: string): Promise<User> {
  // Told afterwards, an older sign-out would end the new session.
  await finishSignOut();
  const { access, user } = await identityApi.login({ body: { email, password } });
  queryClient.clear();
  queryClient.setQueryData(userQuery.queryKey, user);
  beginSession(access, user.id);
  return user;
}

/** Ends the session here and on the server; an unreachable server does not keep anybody signed in here. */
export async function signOut(): Promise<void> {
  markSession('ending');
  try {
    await finishSignOut();
  } finally {
    forgetCompanies();
    endSession();
  }
}
