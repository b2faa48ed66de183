import type { JobQueue, Sender } from '../jobs.ts';
import { layOut } from './layout.ts';

/** A mail in words; how it looks is the layout's affair. */
export interface Mail {
  to: string;
  language: 'it' | 'en';
  subject: string;
  /** Plain sentences, one for each paragraph; whatever a person typed stays text. */
  paragraphs: readonly string[];
  /** What the mail is for: a button, and the bare address below it. */
  link?: { label: string; url: string };
  /** Small print below the link: how long it holds, and what to do if one did not ask for it. */
  notes?: readonly string[];
}

/** Where mail is handed in. */
export type Mailer = Pick<JobQueue, 'send'>;

/**
 * Puts a mail into the outbox and asks a worker to send it, with the transaction of the deed that it tells of: neither is
 * there without the other.
 */
export async function queueMail(jobs: Mailer, tx: Sender, mail: Mail): Promise<void> {
  const { text, html } = layOut(mail);
  const { rows } = await tx.query(
    `insert into mail_outbox (to_address, language, subject, body_text, body_html) values ($1, $2, $3, $4, $5) returning id`,
    [mail.to, mail.language, mail.subject, text, html],
  );
  const [row] = rows as { id: number }[];
  if (!row) throw new Error('the mail was not stored');
  await jobs.send(tx, 'mail', { id: row.id });
}
