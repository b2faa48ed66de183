import type pg from 'pg';
import type { AuditAction } from '../../../shared/server/audit.ts';
import { listMemberships } from '../../../shared/server/callers.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import { hashPassword } from '../../../shared/server/passwords.ts';
import { type Account, updatePassword } from './identity.repository.ts';
import { endLinks } from './links.repository.ts';
import { checkNewPassword } from './new-password.ts';
import { recordPersonalAction } from './personal-actions.ts';
import { dropBegunFactor, removeSecondFactor } from './second-factor.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';

/** Gives an account another password; whatever was opened or asked for with the old one ends. */
export async function replacePassword(
  client: pg.PoolClient,
  user_id: number,
  password_hash: string,
): Promise<void> {
  await updatePassword(client, user_id, password_hash);
  await endLinks(client, user_id);
  await dropBegunFactor(client, user_id);
  await endSessionsOf(client, user_id, { reason: 'a new password was chosen' });
}

/** Sets a password from the command line. @throws AppError invalid for one that may not be */
export async function resetPassword(pool: pg.Pool, account: Account, password: string): Promise<void> {
  checkNewPassword({ password }, account);
  const password_hash = await hashPassword(password);
  await inTransaction(pool, async (client) => {
    await replacePassword(client, account.id, password_hash);
    await recordReset(client, account, 'password.reset');
  });
}

/** Switches a second factor off from the command line, for whoever lost authenticator and recovery codes; sessions end. */
export async function resetSecondFactor(pool: pg.Pool, account: Account): Promise<void> {
  await inTransaction(pool, async (client) => {
    await removeSecondFactor(client, account.id);
    await endSessionsOf(client, account.id, { reason: 'the second factor was switched off' });
    await recordReset(client, account, 'second_factor.reset');
  });
}

async function recordReset(client: pg.PoolClient, { id }: Account, action: AuditAction): Promise<void> {
  const companies = await listMemberships(client, id);
  await recordPersonalAction(client, companies, { action, user_id: id, address: null, isOwn: false });
}
