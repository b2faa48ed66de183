import type pg from 'pg';
import { queueMail } from '../../../shared/server/mail/outbox.ts';
import { digestOf, newToken } from '../../../shared/server/tokens.ts';
import { type LinkWords, linkMail } from './account-mail.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { countRecentLinks, insertLink, type Purpose } from './links.repository.ts';

const HOUR_MIN = 60;
const KINDS: Readonly<Record<Purpose, { minutes: number; page: string }>> = {
  recover: { minutes: 30, page: 'recover' },
  confirm_email: { minutes: 72 * HOUR_MIN, page: 'confirm-email' },
  change_email: { minutes: 24 * HOUR_MIN, page: 'confirm-email' },
};
/** Mails of one purpose that an account may cause in an hour. */
const MAX_PER_HOUR = 3;

export type LinkDeps = Pick<IdentityDeps, 'mailer' | 'publicUrl'>;

export interface Linked {
  user_id: number;
  purpose: Purpose;
  email: string;
  language: 'it' | 'en';
  /** What the mail says, where it is more than that the link is to be followed. */
  says?: LinkWords;
}

/** Makes a link that is good once and mails it, all within the given transaction. Only its digest rests in the table of links. */
export async function mailLink(
  client: pg.PoolClient,
  { mailer, publicUrl }: LinkDeps,
  { user_id, purpose, email, language, says = { kind: purpose } }: Linked,
): Promise<void> {
  const token = newToken();
  const { minutes, page } = KINDS[purpose];
  await insertLink(client, { digest: digestOf(token), user_id, purpose, email, minutes });
  const context = { to: email, language, provider: mailer.providerName };
  const url = `${publicUrl}/${page}?token=${token}`;
  await queueMail(mailer, client, linkMail(says, context, url));
}

/** Whether one more link may be mailed: the account's row must be held, so that those that come at once are counted. */
export async function mayMailLink(
  client: pg.PoolClient,
  user_id: number,
  purpose: Purpose,
): Promise<boolean> {
  return (await countRecentLinks(client, user_id, purpose)) < MAX_PER_HOUR;
}
