import type pg from 'pg';
import type { KeptMail } from '../../contract/mail.contract.ts';
import type { Sender } from '../jobs.ts';
import type { Tx } from '../tenancy.ts';
import type { RestingMail } from './sealed-links.ts';

export interface NewMail {
  to_address: string;
  language: 'it' | 'en';
  subject: string;
  body_text: string;
  body_html: string;
  /** Where the mail program of its reader may stop mail of its kind; empty where there is nothing to stop. */
  unsubscribe_url: string;
  /** What stands for the links in its texts, sealed; null where there is none. */
  sealed_links: Buffer | null;
  /** A PDF that goes with it, and its name; null and empty without one. */
  attachment_name: string;
  attachment: Buffer | null;
}

/** Mail on its way: what is handed to the mail server. */
export interface WaitingMail extends NewMail {
  id: number;
  state: KeptMail['state'];
  created_at: Date;
}

/** One that is held for a try, with what was kept of the tries before. */
export interface HeldMail extends WaitingMail {
  fault: string;
}

interface Runner {
  query<T>(text: string, values?: unknown[]): Promise<{ rows: T[] }>;
}

export async function insertMail(tx: Sender, mail: NewMail): Promise<number> {
  const { to_address, language, subject, body_text, body_html, unsubscribe_url, sealed_links } = mail;
  const { rows } = await tx.query(
    `insert into mail_outbox (to_address, language, subject, body_text, body_html, unsubscribe_url, sealed_links, attachment_name,
       attachment)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      to_address,
      language,
      subject,
      body_text,
      body_html,
      unsubscribe_url,
      sealed_links,
      mail.attachment_name,
      mail.attachment,
    ],
  );
  const [row] = rows as { id: number }[];
  if (!row) throw new Error('the mail was not stored');
  return row.id;
}

/**
 * One mail, held by this transaction: another worker that was given the same waits, and then sees what became of it.
 * PostgreSQL lets go of it when the worker dies.
 */
export async function lockMail(client: pg.PoolClient, id: number): Promise<HeldMail | undefined> {
  const { rows } = await client.query<HeldMail>(
    `select id, to_address, language, subject, body_text, body_html, unsubscribe_url, sealed_links, attachment_name, attachment, state,
       created_at, fault
     from mail_outbox where id = $1 for update`,
    [id],
  );
  return rows[0];
}

/** Lets this transaction wait for so long (ms) without a statement. */
export async function holdFor(client: pg.PoolClient, ms: number): Promise<void> {
  await client.query(`select set_config('idle_in_transaction_session_timeout', $1, true)`, [String(ms)]);
}

/** What was sent keeps no text: its links are secrets. */
export async function markSent(client: pg.PoolClient, id: number): Promise<void> {
  await client.query(
    `update mail_outbox set state = 'sent', sent_at = now(), attempts = attempts + 1, fault = '', body_text = '', body_html = '',
            unsubscribe_url = '', sealed_links = null, attachment = null
     where id = $1`,
    [id],
  );
}

/** What became of a try that sent nothing. */
export async function markUnsent(
  client: pg.PoolClient,
  id: number,
  { state, fault }: { state: 'waiting' | 'failed' | 'kept'; fault: string },
): Promise<void> {
  await client.query('update mail_outbox set state = $2, fault = $3, attempts = attempts + 1 where id = $1', [
    id,
    state,
    fault,
  ]);
}

/** What became of mail, by its numbers; what was removed since is not among it. */
export async function mailStates(
  tx: Pick<Tx, 'query'>,
  ids: readonly number[],
): Promise<Map<number, KeptMail['state']>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: number; state: KeptMail['state'] }>(
    'select id, state from mail_outbox where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Mail that still waits, oldest first: a worker that starts asks for it again. */
export async function listWaiting(runner: Runner): Promise<number[]> {
  const { rows } = await runner.query<{ id: number }>(
    `select id from mail_outbox where state = 'waiting' order by id limit 1000`,
  );
  return rows.map(({ id }) => id);
}

export interface OutboxRow extends Omit<KeptMail, 'created_at'>, RestingMail {
  created_at: Date;
  fault: string;
}

/** Mail of the last days, newest first; `unsent` leaves out what was sent. */
export async function listOutbox(
  runner: Runner,
  { unsent, limit }: { unsent: boolean; limit: number },
): Promise<OutboxRow[]> {
  const { rows } = await runner.query<OutboxRow>(
    `select id, to_address, language, subject, body_text, body_html, unsubscribe_url, sealed_links, state, fault, created_at
     from mail_outbox where not $1 or state <> 'sent' order by id desc limit $2`,
    [unsent, limit],
  );
  return rows;
}

/** Mail that rests with its links in clear, as an older program left it. */
export async function listUnsealed(client: pg.PoolClient): Promise<(RestingMail & { id: number })[]> {
  const { rows } = await client.query<RestingMail & { id: number }>(
    `select id, to_address, body_text, body_html, unsubscribe_url, sealed_links from mail_outbox
     where sealed_links is null and state <> 'sent' and (body_text like '%://%' or unsubscribe_url <> '')
     order by id for update`,
  );
  return rows;
}

export async function saveResting(
  client: pg.PoolClient,
  { id, body_text, body_html, unsubscribe_url, sealed_links }: RestingMail & { id: number },
): Promise<void> {
  await client.query(
    'update mail_outbox set body_text = $2, body_html = $3, unsubscribe_url = $4, sealed_links = $5 where id = $1',
    [id, body_text, body_html, unsubscribe_url, sealed_links],
  );
}

/** Mail is kept for a week, sent mail for a day: who wrote to whom is nobody's business for longer. */
export async function removeOldMail(runner: Runner): Promise<void> {
  await runner.query(
    `delete from mail_outbox
     where created_at < now() - interval '7 days' or (state = 'sent' and sent_at < now() - interval '1 day')`,
  );
}

/** Deletes mail; what is just being sent is waited for. */
export async function deleteMail(db: Sender, ids: readonly number[]): Promise<void> {
  await db.query('delete from mail_outbox where id = any($1::bigint[])', [ids]);
}
