import { SEES_EVERY_PLANT } from '../../contract/capabilities.ts';
import type { Tx } from '../tenancy.ts';
import type { NotificationParams } from './kinds.ts';

export interface NewNotification {
  readonly kind: string;
  readonly subject: string;
  readonly plant_id: number | null;
  readonly params: NotificationParams;
  readonly to?: readonly number[];
  readonly once?: string;
  readonly at?: Date;
}

/** Stores what the scope's person, or the program, has caused; false where it was published by that key already. */
export async function insertNotification(tx: Tx, notification: NewNotification): Promise<boolean> {
  const { kind, subject, plant_id, params, to, once, at } = notification;
  const { rowCount } = await tx.query(
    `insert into notification (company_id, kind, subject, plant_id, params, user_ids, actor_id, once_key, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${at ? '$9::timestamptz' : 'now()'}) on conflict do nothing`,
    [
      tx.scope.company_id,
      kind,
      subject,
      plant_id,
      JSON.stringify(params),
      to ?? null,
      tx.scope.user_id,
      once ?? null,
      ...(at ? [at] : []),
    ],
  );
  return rowCount > 0;
}

export interface PendingNotification {
  id: number;
  kind: string;
  plant_id: number | null;
  user_ids: number[] | null;
  actor_id: number | null;
}

/** What has no recipients yet, oldest first, locked by this transaction; kinds that this instance does not know wait for another. */
export async function lockPendingNotifications(
  tx: Tx,
  kinds: readonly string[],
  max: number,
): Promise<PendingNotification[]> {
  const { rows } = await tx.query<PendingNotification>(
    `select id, kind, plant_id, user_ids, actor_id from notification
     where company_id = $1 and dispatched_at is null and kind = any($2::text[])
     order by id limit $3 for no key update skip locked`,
    [tx.scope.company_id, kinds, max],
    'published_pending',
  );
  return rows;
}

export interface Candidate {
  user_id: number;
  roles: string[];
}

/** Members who see a plant (null: of no plant), but whoever caused it; of some people only those. */
export async function listCandidates(
  tx: Tx,
  { plant_id, user_ids, actor_id }: Pick<PendingNotification, 'plant_id' | 'user_ids' | 'actor_id'>,
): Promise<Candidate[]> {
  const { rows } = await tx.query<Candidate>(
    `select u.user_id, u.roles from companies.company_user u
     where u.company_id = $1 and ($2::bigint[] is null or u.user_id = any($2)) and u.user_id is distinct from $3::bigint
       and ($4::bigint is null or u.roles && $5::text[] or exists (
         select from companies.company_user_plant p where p.company_id = $1 and p.user_id = u.user_id and p.plant_id = $4))
     order by u.user_id`,
    [tx.scope.company_id, user_ids, actor_id, plant_id, SEES_EVERY_PLANT],
  );
  return rows;
}

export interface NewRecipient {
  readonly notification_id: number;
  readonly user_id: number;
  readonly in_bell: boolean;
  readonly in_digest: boolean;
  readonly mail: boolean;
}

export async function insertRecipients(
  tx: Tx,
  recipients: readonly NewRecipient[],
  mail_due_at: Date,
): Promise<void> {
  if (recipients.length === 0) return;
  await tx.query(
    `insert into notification_recipient (company_id, notification_id, user_id, in_bell, in_digest, mail_due_at)
     select $1, u.notification_id, u.user_id, u.in_bell, u.in_digest, case when u.mail then $7::timestamptz end
     from unnest($2::bigint[], $3::bigint[], $4::bool[], $5::bool[], $6::bool[])
       u (notification_id, user_id, in_bell, in_digest, mail)
     on conflict do nothing`,
    [
      tx.scope.company_id,
      recipients.map((one) => one.notification_id),
      recipients.map((one) => one.user_id),
      recipients.map((one) => one.in_bell),
      recipients.map((one) => one.in_digest),
      recipients.map((one) => one.mail),
      mail_due_at,
    ],
  );
}

/** Their recipients stand; where webhooks are on they wait to be queued for these. */
export async function markDispatched(
  tx: Tx,
  ids: readonly number[],
  { at, unsent }: { at: Date; unsent: boolean },
): Promise<void> {
  await tx.query(
    'update notification set dispatched_at = $3, unsent = $4 where company_id = $1 and id = any($2::bigint[])',
    [tx.scope.company_id, ids, at, unsent],
  );
}

/** A notification as it is put into words. Times in epoch milliseconds. */
export interface NotificationRow {
  id: number;
  kind: string;
  subject: string;
  params: NotificationParams;
  plant_id: number | null;
  proj_code: string | null;
  plant_name: string | null;
  time_zone: string | null;
  at: number;
}

const NOTIFICATION = `n.id, n.kind, n.subject, n.params, n.plant_id, p.proj_code, p.name as plant_name, p.time_zone,
  (extract(epoch from n.at) * 1000)::float8 as at`;
const FROM_NOTIFICATION = `from notification n
  left join plants.plant p on p.company_id = n.company_id and p.id = n.plant_id`;
/** SQL: a recipient `r` of a notification `n`. */
const RECIPIENT = 'join notification_recipient r on r.company_id = n.company_id and r.notification_id = n.id';
// A plant in the archive hides what belongs to it.
const SHOWN = '(n.plant_id is null or p.id is not null)';

export interface BellRow extends NotificationRow {
  /** Epoch milliseconds. */
  read_at: number | null;
}

interface BellQuery {
  readonly user_id: number;
  readonly kinds: readonly string[];
  readonly unread: boolean | undefined;
  readonly page: number;
  readonly page_size: number;
}

/** One page of what stands in a person's bell, newest first; how many there are, and how many of all are unread. */
export async function listBell(
  tx: Tx,
  { user_id, kinds, unread, page, page_size }: BellQuery,
): Promise<{ count: number; unread: number; rows: BellRow[] }> {
  const where = `${FROM_NOTIFICATION} ${RECIPIENT}
    where n.company_id = $1 and r.user_id = $2 and r.in_bell and n.kind = any($3::text[]) and ${SHOWN}`;
  const wanted = '($4::bool is null or (r.read_at is null) = $4)';
  const values = [tx.scope.company_id, user_id, kinds, unread ?? null];
  const counted = await tx.query<{ count: number; unread: number }>(
    `select count(*) filter (where ${wanted})::int as count, count(*) filter (where r.read_at is null)::int as unread ${where}`,
    values,
  );
  const { rows } = await tx.query<BellRow>(
    `select ${NOTIFICATION}, (extract(epoch from r.read_at) * 1000)::float8 as read_at ${where} and ${wanted}
     order by n.id desc limit $5 offset $6`,
    [...values, page_size, (page - 1) * page_size],
  );
  return { count: counted.rows[0]?.count ?? 0, unread: counted.rows[0]?.unread ?? 0, rows };
}

/** Marks a person's notifications as read, all of them without ids; answers how many were not. */
export async function markRead(
  tx: Tx,
  user_id: number,
  { ids, now }: { ids: readonly number[] | undefined; now: Date },
): Promise<number> {
  const { rowCount } = await tx.query(
    `update notification_recipient set read_at = $4
     where company_id = $1 and user_id = $2 and read_at is null and ($3::bigint[] is null or notification_id = any($3))`,
    [tx.scope.company_id, user_id, ids ?? null, now],
  );
  return rowCount;
}

/** What a person's digest lists: what was dispatched after the last one and is unread, newest first. */
export async function listForPublishedDigest(
  tx: Tx,
  query: { user_id: number; kinds: readonly string[]; since: Date; now: Date; max: number },
): Promise<NotificationRow[]> {
  const { rows } = await tx.query<NotificationRow>(
    `select ${NOTIFICATION} ${FROM_NOTIFICATION} ${RECIPIENT}
     where n.company_id = $1 and r.user_id = $2 and r.in_digest and r.read_at is null and n.kind = any($3::text[])
       and n.dispatched_at > $4 and n.dispatched_at <= $5 and ${SHOWN}
     order by n.id desc limit $6`,
    [tx.scope.company_id, query.user_id, query.kinds, query.since, query.now, query.max],
  );
  return rows;
}

/** What waits to be queued for webhooks, oldest first. */
export async function listUnsentNotifications(
  tx: Tx,
  kinds: readonly string[],
  max: number,
): Promise<NotificationRow[]> {
  const { rows } = await tx.query<NotificationRow>(
    `select ${NOTIFICATION} ${FROM_NOTIFICATION}
     where n.company_id = $1 and n.unsent and n.kind = any($2::text[]) order by n.id limit $3`,
    [tx.scope.company_id, kinds, max],
    'published_unsent',
  );
  return rows;
}

/** These do not wait for webhooks any more. */
export async function markSent(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query('update notification set unsent = false where company_id = $1 and id = any($2::bigint[])', [
    tx.scope.company_id,
    ids,
  ]);
}

/** Notifications are kept for two months; what was never dispatched, as well. */
export async function deleteOldPublished(tx: Tx): Promise<void> {
  await tx.query(`delete from notification where company_id = $1 and at < now() - interval '60 days'`, [
    tx.scope.company_id,
  ]);
}
