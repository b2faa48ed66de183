import type { WaitingMail } from '../../src/shared/server/mail/outbox.repository.ts';
import { MAIL_KEY, openLinks } from '../../src/shared/server/mail/sealed-links.ts';
import type { TestApp } from './app.ts';

/** The mail to an address with its links opened, the oldest first. */
export async function mailOf(
  { arrange, keyFor }: Pick<TestApp, 'arrange' | 'keyFor'>,
  email: string,
): Promise<WaitingMail[]> {
  const rows = await arrange<WaitingMail>(
    `select id, to_address, language, subject, body_text, body_html, unsubscribe_url, sealed_links, state, created_at
     from mail_outbox where to_address = $1 order by id`,
    [email],
  );
  return rows.map((row) => openLinks(keyFor(MAIL_KEY), row));
}
