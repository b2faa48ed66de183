import { type Arguments, CallError } from '../../../shared/contract/client.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { send } from '../../../shared/web/api/send.ts';
import { accountCalls } from '../account.contract.ts';
import type { User } from '../user.model.ts';
import { keepUser, userQuery } from './use-user.ts';

type Change = Omit<NonNullable<Arguments<typeof accountCalls.updateUser>['body']>, 'version'>;

/** Changes the signed-in user; throws CallError, after which the newest version is on screen. */
export async function updateOwn(change: Change): Promise<User> {
  const { id, version } = await queryClient.ensureQueryData(userQuery);
  try {
    const user = await send(accountCalls.updateUser, {
      params: { id: String(id) },
      body: { ...change, version },
    });
    keepUser(user);
    return user;
  } catch (fault) {
    const changedElsewhere = fault instanceof CallError && fault.status === 409;
    if (changedElsewhere) await queryClient.refetchQueries({ queryKey: userQuery.queryKey });
    throw fault;
  }
}

/**
 * Keeps language or appearance with the account. It outranks whatever else was changed elsewhere meanwhile.
 * @throws CallError
 */
export async function keepLook(look: Pick<Change, 'language' | 'color_scheme'>): Promise<void> {
  try {
    await updateOwn(look);
  } catch (fault) {
    if (!(fault instanceof CallError) || fault.status !== 409) throw fault;
    await updateOwn(look);
  }
}
