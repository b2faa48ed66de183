import type { Tx } from '../tenancy.ts';
import type { NotificationParams } from './kinds.ts';

/** Who has mail due, when each was last mailed and how often within the hour. */
export interface DueReader {
  user_id: number;
  /** Epoch milliseconds; null: nothing within the hour. */
  last_at: number | null;
  sent: number;
}

export async function listDueReaders(tx: Tx, now: Date): Promise<DueReader[]> {
  const { rows } = await tx.query<DueReader>(
    `select d.user_id, (extract(epoch from max(m.at)) * 1000)::float8 as last_at, count(distinct m.at)::int as sent
     from (select distinct user_id from notification_recipient where company_id = $1 and mail_due_at <= $2) d
     left join lateral (
       select r.mailed_at as at from notification_recipient r
       where r.company_id = $1 and r.user_id = d.user_id and r.mailed_at > $2::timestamptz - interval '1 hour') m on true
     group by d.user_id order by d.user_id`,
    [tx.scope.company_id, now],
    'published_readers',
  );
  return rows;
}

/** The earliest later instant at which a mail is due, in epoch milliseconds; null for none. */
export async function nextPublishedDueAt(tx: Tx, now: Date): Promise<number | null> {
  const { rows } = await tx.query<{ at: number | null }>(
    `select (extract(epoch from min(mail_due_at)) * 1000)::float8 as at from notification_recipient
     where company_id = $1 and mail_due_at > $2`,
    [tx.scope.company_id, now],
    'published_next',
  );
  return rows[0]?.at ?? null;
}

/** What a clock that was ahead made due later than `until` is due now. */
export async function dropFutureMail(tx: Tx, { now, until }: { now: Date; until: Date }): Promise<void> {
  await tx.query(
    'update notification_recipient set mail_due_at = $2 where company_id = $1 and mail_due_at > $3',
    [tx.scope.company_id, now, until],
    'published_ahead',
  );
}

export interface DueMail {
  notification_id: number;
  kind: string;
  subject: string;
  params: NotificationParams;
  plant_id: number | null;
  plant_name: string | null;
  read: boolean;
}

/** What is due for a person, oldest first, locked by this transaction; what another instance mails is skipped. */
export async function lockDueMail(tx: Tx, user_id: number, until: Date, max: number): Promise<DueMail[]> {
  const { rows } = await tx.query<DueMail>(
    `with due as materialized (
       select notification_id, read_at from notification_recipient
       where company_id = $1 and user_id = $2 and mail_due_at <= $3
       order by notification_id limit $4 for no key update skip locked)
     select n.id as notification_id, n.kind, n.subject, n.params, n.plant_id, p.name as plant_name,
            due.read_at is not null as read
     from due join notification n on n.company_id = $1 and n.id = due.notification_id
     left join plants.plant p on p.company_id = n.company_id and p.id = n.plant_id
     order by n.id`,
    [tx.scope.company_id, user_id, until, max],
  );
  return rows;
}

/** What became of a mail: when it is due next, or how it ended. */
export interface MailUpdate {
  readonly notification_id: number;
  readonly due_at: Date | null;
  readonly sent: boolean;
  readonly outcome: string | null;
}

export async function saveMailUpdates(
  tx: Tx,
  user_id: number,
  { updates, now }: { updates: readonly MailUpdate[]; now: Date },
): Promise<void> {
  if (updates.length === 0) return;
  await tx.query(
    `update notification_recipient r set mail_due_at = u.due_at, outcome = u.outcome,
       mailed_at = case when u.sent then $7 else r.mailed_at end
     from unnest($3::bigint[], $4::timestamptz[], $5::bool[], $6::text[]) u (notification_id, due_at, sent, outcome)
     where r.company_id = $1 and r.user_id = $2 and r.notification_id = u.notification_id`,
    [
      tx.scope.company_id,
      user_id,
      updates.map((one) => one.notification_id),
      updates.map((one) => one.due_at),
      updates.map((one) => one.sent),
      updates.map((one) => one.outcome),
      now,
    ],
  );
}
