import type pg from 'pg';
import type { z } from 'zod';
import { inTransaction } from '../../../shared/server/db.ts';
import { hashPassword } from '../../../shared/server/passwords.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import type { Caller } from '../../../shared/server/tenancy.ts';
import type { accountCalls } from '../account.contract.ts';
import { foldEmail } from '../identity.model.ts';
import { beginAddressChange, cancelAddressChange } from './email.service.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { type Account, updateAccount } from './identity.repository.ts';
import { endLinks } from './links.repository.ts';
import { checkNewPassword } from './new-password.ts';
import { ownAccount, provePassword } from './own-proof.ts';
import { recordPersonalAction } from './personal-actions.ts';
import { endSessionsOf } from './sessions.repository.ts';
import { getUser } from './user.service.ts';

type Change = z.output<typeof accountCalls.updateUser.body>;

/** What a change comes to, once it was looked at. */
interface AccountChange {
  password_hash: string | undefined;
  /** The stored password that the caller has shown to know; undefined where none was asked for. */
  proved_hash: string | undefined;
  /** The address that is to be; null keeps the own one and gives up what waits, undefined changes nothing. */
  email: string | null | undefined;
}

async function examine(
  deps: IdentityDeps,
  caller: Caller,
  account: Account,
  change: Change,
): Promise<AccountChange> {
  const { password, password_confirm, current_password } = change;
  const named = change.email === undefined ? account.email : foldEmail(change.email);
  const movesAddress = named !== account.email;
  const email = movesAddress ? named : change.pending_email === null ? null : undefined;
  if (password !== undefined) {
    const person = { email: account.email, name: change.name ?? account.name };
    checkNewPassword({ password, password_confirm }, person);
  }
  const needsProof = password !== undefined || movesAddress;
  if (needsProof) await provePassword(deps, caller, account, current_password);
  const password_hash = password === undefined ? undefined : await hashPassword(password);
  return { password_hash, proved_hash: needsProof ? account.password_hash : undefined, email };
}

// Links that wait were asked for by whoever knew the old password.
async function afterNewPassword(client: pg.PoolClient, caller: Caller): Promise<void> {
  const { user_id, session_id, address, memberships } = caller;
  await endLinks(client, user_id);
  await endSessionsOf(client, user_id, { reason: 'the password was changed', but: session_id });
  await recordPersonalAction(client, memberships, { action: 'password.changed', user_id, address });
}

async function moveAddress(
  client: pg.PoolClient,
  deps: IdentityDeps,
  account: Account,
  email: string | null,
) {
  if (email === null) return cancelAddressChange(client, account.id);
  return beginAddressChange(client, deps, account, email);
}

/**
 * Changes what is given of the caller's account, all of it or nothing. A new password ends the other sessions; a new
 * address waits for its link.
 * @throws AppError invalid at the field; limit; conflict with the account as it is stored, when it was saved meanwhile
 */
export async function changeUser(deps: IdentityDeps, caller: Caller, change: Change): Promise<void> {
  const account = await ownAccount(deps, caller);
  const { email, ...secrets } = await examine(deps, caller, account, change);
  const { name, language, color_scheme, version } = change;
  const isSaved = await inTransaction(deps.pool, async (client) => {
    const fields = { name, language, color_scheme, version, ...secrets };
    if (!(await updateAccount(client, account.id, fields))) return false;
    if (secrets.password_hash !== undefined) await afterNewPassword(client, caller);
    if (email !== undefined)
      await moveAddress(client, deps, { ...account, ...(language && { language }) }, email);
    return true;
  });
  if (!isSaved) throw savedMeanwhile(await getUser(deps, caller.user_id));
}
