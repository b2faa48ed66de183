import type pg from 'pg';
import { listMemberships } from '../../../shared/server/callers.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { queueMail } from '../../../shared/server/mail/outbox.ts';
import { verifyPassword } from '../../../shared/server/passwords.ts';
import type { Caller } from '../../../shared/server/tenancy.ts';
import { digestOf } from '../../../shared/server/tokens.ts';
import { addressChangingMail } from './account-mail.ts';
import { inCompanies, listOwnCompanies } from './first-proof.public.ts';
import type { IdentityDeps } from './identity.deps.ts';
import {
  type Account,
  changeAddress,
  confirmAccount,
  findAccount,
  findProfile,
  lockAccount,
} from './identity.repository.ts';
import { endLinks, findLink, type Purpose, spendLink } from './links.repository.ts';
import { mailLink, mayMailLink } from './links.service.ts';
import { recordPersonalAction } from './personal-actions.ts';
import { faultAt, refuseAccount } from './refusals.ts';
import { keepFormerAddress } from './removal.repository.ts';
import { returnTry, subjectOf, takeTry } from './tries.ts';

const LINKS: readonly Purpose[] = ['confirm_email', 'change_email'];

/**
 * Whoever confirms an address for the first time keeps all that the account has: they show that it is theirs, for somebody
 * else may have registered it. @throws AppError invalid at the password, limit
 */
async function assertOwnPassword(
  { pool }: Pick<IdentityDeps, 'pool'>,
  account: Account,
  { email, password }: { email: string; password: string | undefined },
): Promise<void> {
  if (password === undefined) {
    const fault = faultAt('password', 'password_needed');
    throw new AppError('invalid', fault.message, { errors: [fault], extra: { email } });
  }
  const taken = await takeTry(pool, subjectOf('confirm', account.id), async () => undefined);
  if (!(await verifyPassword(password, account.password_hash)))
    throw refuseAccount('password', 'password_wrong');
  await returnTry(pool, taken);
}

/**
 * Follows a link to an address: the first one confirms it, with the account's password; a later one makes it the account's.
 * @throws AppError invalid when the link does not hold, or the password; limit; conflict when the new address is another
 * account's by now
 */
export async function confirmEmail(
  deps: IdentityDeps,
  { token, password }: { token: string; password?: string | undefined },
  address: string | null,
): Promise<{ email: string }> {
  const digest = digestOf(token);
  const found = await findLink(deps.pool, digest, LINKS);
  const account = found && (await findAccount(deps.pool, found.user_id));
  if (!account) throw refuseAccount('token', 'link_invalid');
  if (!account.confirmed) await assertOwnPassword(deps, account, { email: found.email, password });
  return inTransaction(deps.pool, async (client) => {
    const link = await spendLink(client, digest, LINKS);
    if (!link) throw refuseAccount('token', 'link_invalid');
    const { user_id, email, purpose } = link;
    const unproved = account.confirmed ? [] : await listOwnCompanies(client, user_id);
    if (purpose === 'confirm_email') await confirmAccount(client, user_id);
    else await moveTo(client, user_id, email, address);
    await inCompanies(client, unproved, deps.members.openWithOwner);
    return { email };
  });
}

async function moveTo(
  client: pg.PoolClient,
  user_id: number,
  email: string,
  address: string | null,
): Promise<void> {
  await keepFormerAddress(client, user_id);
  if (!(await changeAddress(client, user_id, email))) {
    throw refuseAccount('token', 'email_unavailable', 'conflict');
  }
  await endLinks(client, user_id);
  const companies = await listMemberships(client, user_id);
  await recordPersonalAction(client, companies, { action: 'email.changed', user_id, address });
}

function tooManyMails(): AppError {
  const fault = faultAt('', 'too_many_links');
  return new AppError('limit', fault.message, { retryAfter_s: 3600, errors: [fault] });
}

/** Mails the link that the caller's account waits for once more. @throws AppError conflict when it waits for none; limit */
export async function sendConfirmation(deps: IdentityDeps, { user_id }: Caller): Promise<void> {
  const profile = await findProfile(deps.pool, user_id);
  if (!profile || (profile.confirmed && profile.pending_email === null)) {
    throw new AppError('conflict', 'This address is confirmed already');
  }
  const { pending_email, language } = profile;
  const purpose = pending_email === null ? 'confirm_email' : 'change_email';
  const email = pending_email ?? profile.email;
  await inTransaction(deps.pool, async (client) => {
    await lockAccount(client, user_id);
    if (!(await mayMailLink(client, user_id, purpose))) throw tooManyMails();
    await endLinks(client, user_id, [purpose]);
    await mailLink(client, deps, { user_id, purpose, email, language });
  });
}

/**
 * Begins a change of address: the link goes to the new one, a note to the old one. Nothing is said of whether the new
 * one has an account. @throws AppError limit
 */
export async function beginAddressChange(
  client: pg.PoolClient,
  deps: IdentityDeps,
  account: Account,
  email: string,
): Promise<void> {
  const { id: user_id, language } = account;
  if (!(await mayMailLink(client, user_id, 'change_email'))) throw tooManyMails();
  await endLinks(client, user_id, ['change_email']);
  await mailLink(client, deps, { user_id, purpose: 'change_email', email, language });
  const context = { to: account.email, language, provider: deps.mailer.providerName };
  await queueMail(deps.mailer, client, addressChangingMail(context, email));
}

/** Takes back a change of address that still waits for its link. */
export async function cancelAddressChange(client: pg.PoolClient, user_id: number): Promise<void> {
  await endLinks(client, user_id, ['change_email']);
}
