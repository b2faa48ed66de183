import { queryOptions, useQuery } from '@tanstack/react-query';
import { CallError } from '../../../shared/contract/client.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { beginSession, endSession, sessionBelongsTo } from '../../../shared/web/api/session.ts';
import { forgetCompanies } from '../../../shared/web/company/storage.ts';
import type { User } from '../identity.contract.ts';
import { identityApi } from './identity.api.ts';

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: () => identityApi.userInfo(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * The signed-in user, or null when nobody is.
 * @throws CallError when the server cannot say
 */
export async function findUser(): Promise<User | null> {
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
  const { access, user } = await identityApi.login({ body: { email, password } });
  queryClient.clear();
  queryClient.setQueryData(userQuery.queryKey, user);
  beginSession(access, user.id);
  return user;
}

/** Ends the session here and on the server; an unreachable server does not keep anybody signed in here. */
export async function signOut(): Promise<void> {
  try {
    await identityApi.logout({ body: {} });
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault;
    console.warn('the server could not be told of the sign-out', fault.status);
  } finally {
    forgetCompanies();
    endSession();
  }
}
