import { listMemberships } from '../../../shared/server/callers.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import { hashPassword } from '../../../shared/server/passwords.ts';
import { digestOf } from '../../../shared/server/tokens.ts';
import { endPlanted, inCompanies, listOwnCompanies } from './first-proof.public.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { confirmAccount, findAccount, findAccountByEmail, lockAccount } from './identity.repository.ts';
import { findLink, spendLink } from './links.repository.ts';
import { type LinkDeps, mailLink, mayMailLink } from './links.service.ts';
import { checkNewPassword } from './new-password.ts';
import { recordPersonalAction } from './personal-actions.ts';
import { openAddress, type RecoverJob, recoverQueue, sealAddress } from './recovery-job.ts';
import { refuseAccount } from './refusals.ts';
import { replacePassword } from './reset.service.ts';

/** Hands the wish for a new password to a worker: what is answered, and when, tells nothing of the address. */
export async function askRecovery({ pool, mailer, keys }: IdentityDeps, email: string): Promise<void> {
  await mailer.send(pool, recoverQueue, sealAddress(keys.recovery, email));
}

/** Mails the link, if the address has an account that was not sent enough of them within the hour. A worker's action. */
export async function sendRecovery(
  deps: LinkDeps & Pick<IdentityDeps, 'pool'> & { key: Uint8Array },
  job: RecoverJob,
): Promise<void> {
  const account = await findAccountByEmail(deps.pool, openAddress(deps.key, job));
  if (!account) return;
  await inTransaction(deps.pool, async (client) => {
    if (!(await lockAccount(client, account.id))) return;
    if (!(await mayMailLink(client, account.id, 'recover'))) return;
    await mailLink(client, deps, { ...account, user_id: account.id, purpose: 'recover' });
  });
}

/** Looks at a mailed link without using it. @throws AppError invalid when it does not hold */
export async function assertRecovery({ pool }: Pick<IdentityDeps, 'pool'>, token: string): Promise<void> {
  if (!(await findLink(pool, digestOf(token), ['recover']))) throw refuseAccount('token', 'link_invalid');
}

interface Confirming {
  token: string;
  password: string;
  password_confirm?: string | undefined;
}

/**
 * Sets a new password by a mailed link, which also proves the address. Every session ends, and every other link; with the
 * first proof of the address also what a stranger may have planted who registered it.
 * @throws AppError invalid when the link does not hold, was used by somebody at the same moment, or the password may not be
 */
export async function confirmRecovery(
  { pool, members }: IdentityDeps,
  given: Confirming,
  address: string | null,
): Promise<{ user_id: number }> {
  const digest = digestOf(given.token);
  const link = await findLink(pool, digest, ['recover']);
  const account = link && (await findAccount(pool, link.user_id));
  if (!account) throw refuseAccount('token', 'link_invalid');
  checkNewPassword(given, account);
  const password_hash = await hashPassword(given.password);
  const companies = await listMemberships(pool, account.id);
  const user_id = account.id;
  await inTransaction(pool, async (client) => {
    if (!(await spendLink(client, digest, ['recover']))) throw refuseAccount('token', 'link_invalid');
    await replacePassword(client, user_id, password_hash);
    const isFirstProof = (await findAccount(client, user_id))?.confirmed === false;
    await confirmAccount(client, user_id);
    if (isFirstProof) {
      await endPlanted(client, { user_id });
      const own = await listOwnCompanies(client, user_id);
      await inCompanies(client, own, (tx) => members.endPlantedIn(tx, user_id));
    }
    await recordPersonalAction(client, companies, { action: 'password.recovered', user_id, address });
  });
  return { user_id };
}
