import { epochMs } from '../../../shared/server/epoch-ms.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';
import { type NotificationPreferenceRow, PREFERENCE } from './notification-preferences.repository.ts';

export interface PendingEvent {
  id: number;
  alarm_id: number;
  kind: 'opened' | 'repeated' | 'closed';
  at: Date;
}

/**
 * Events that were not dispatched yet, oldest first, locked by this transaction. Rows that an evaluation is just about
 * to silence are skipped: waiting for them, with others locked, could be a deadlock.
 */
export async function lockPendingEvents(tx: Tx, max: number): Promise<PendingEvent[]> {
  const { rows } = await tx.query<PendingEvent>(
    `select id, alarm_id, kind, at from alarm_event
     where company_id = $1 and notified_at is null and kind in ('opened', 'repeated', 'closed')
     order by id limit $2 for no key update skip locked`,
    [tx.scope.company_id, max],
    'notifications_pending',
  );
  return rows;
}

/**
 * Marks events as dispatched to people; where a webhook is on they wait to be queued for it from now on. The instant is
 * later than every digest that was made, whatever this instance's clock says: a digest that could not see them has not
 * covered them.
 */
export async function markNotified(
  tx: Tx,
  ids: readonly number[],
  { now, unsent }: { now: Date; unsent: boolean },
): Promise<void> {
  await tx.query(
    `update alarm_event set unsent = $4,
       notified_at = greatest($3::timestamptz, (select max(c.digest_notified_at) + interval '1 millisecond' from alarm_notification_preference c where c.company_id = $1))
     where company_id = $1 and id = any($2::bigint[])`,
    [tx.scope.company_id, ids, now, unsent],
  );
}

/** The end of the latest period that a digest of anybody covered, in epoch milliseconds; 0 where there was none. */
export async function latestDigestAt(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ at: number | null }>(
    `select ${epochMs('max(c.digest_notified_at)')} as at from alarm_notification_preference c where c.company_id = $1`,
    [tx.scope.company_id],
  );
  return rows[0]?.at ?? 0;
}

/** Creates notifications of alarms for everybody whose preference selects them at once and who has none pending of them. */
export async function createNotifications(tx: Tx, alarm_ids: readonly number[], due_at: Date): Promise<void> {
  const { rows } = await tx.query<{ alarm_id: number; user_id: number; count: number }>(
    `select a.id as alarm_id, c.user_id, a.count
     from alarm a join alarm_notification_preference c on c.company_id = a.company_id
     where a.company_id = $1 and a.id = any($2::bigint[]) and a.cause_id is null and c.enabled and c.at_once
       and a.type = any(c.types) and (c.codes = '{}' or a.code = any(c.codes))
       and (c.plant_ids = '{}' or a.plant_id = any(c.plant_ids))`,
    [tx.scope.company_id, alarm_ids],
  );
  if (rows.length === 0) return;
  await tx.query(
    `insert into alarm_notification (company_id, alarm_id, user_id, count, due_at)
     select $1, u.*, $2::timestamptz from unnest($3::bigint[], $4::bigint[], $5::int[]) u on conflict do nothing`,
    [
      tx.scope.company_id,
      due_at,
      rows.map(({ alarm_id }) => alarm_id),
      rows.map(({ user_id }) => user_id),
      rows.map(({ count }) => count),
    ],
  );
}

/** Schedules notifications whose alarm closed after its opening was sent; those whose alarm repeated wait again. */
export async function rescheduleNotifications(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    `update alarm_notification t set due_at = least(a.end_date, $2::timestamptz) from alarm a
     where t.company_id = $1 and t.ended_at is null and t.opened_notified_at is not null
       and a.company_id = t.company_id and a.id = t.alarm_id and (t.due_at is null) <> (a.end_date is null)`,
    [tx.scope.company_id, now],
    'notifications_follow',
  );
}

/** Who has something due, and when each was last mailed and how often within the hour. */
export interface DueRecipient {
  user_id: number;
  /** Epoch milliseconds; null: nothing within the hour. */
  last_at: number | null;
  sent: number;
}

export async function listDueRecipients(tx: Tx, now: Date): Promise<DueRecipient[]> {
  const { rows } = await tx.query<DueRecipient>(
    `select d.user_id, ${epochMs('max(m.at)')} as last_at, count(distinct m.at)::int as sent
     from (select distinct user_id from alarm_notification
           where company_id = $1 and ended_at is null and due_at <= $2) d
     left join lateral (
       select greatest(t.opened_notified_at, t.closed_notified_at) as at from alarm_notification t
       where t.company_id = $1 and t.user_id = d.user_id
         and greatest(t.opened_notified_at, t.closed_notified_at) > $2::timestamptz - interval '1 hour') m on true
     group by d.user_id order by d.user_id`,
    [tx.scope.company_id, now],
    'notifications_readers',
  );
  return rows;
}

/** The earliest later instant at which a notification is due, in epoch milliseconds; null for none. */
export async function nextDueAt(tx: Tx, now: Date): Promise<number | null> {
  const { rows } = await tx.query<{ at: number | null }>(
    `select ${epochMs('min(due_at)')} as at from alarm_notification where company_id = $1 and ended_at is null and due_at > $2`,
    [tx.scope.company_id, now],
    'notifications_next',
  );
  return rows[0]?.at ?? null;
}

/** A person's preference, locked by this transaction; undefined when another instance holds it. */
export async function lockPreference(
  tx: Tx,
  user_id: number,
): Promise<NotificationPreferenceRow | undefined> {
  const { rows } = await tx.query<NotificationPreferenceRow>(
    `select ${PREFERENCE} from alarm_notification_preference c where c.company_id = $1 and c.user_id = $2 for update skip locked`,
    [tx.scope.company_id, user_id],
  );
  return rows[0];
}

/** Ends the pending notifications of people who have no preference any more: they left. */
export async function endNotificationsOfRemovedMembers(tx: Tx): Promise<void> {
  await tx.query(
    `update alarm_notification t set ended_at = now(), outcome = 'left'
     where t.company_id = $1 and t.ended_at is null
       and not exists (select from alarm_notification_preference c where c.company_id = $1 and c.user_id = t.user_id)`,
    [tx.scope.company_id],
    'notifications_gone',
  );
}

/** An alarm as a mail presents it. Times in epoch milliseconds. */
export interface NotifiedAlarm {
  alarm_id: number;
  plant_id: number;
  type: 'E' | 'W';
  code: AlarmCode;
  params: Record<string, string | number | null>;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  short_name: string | null;
  count: number;
  /** When it began, or last came again. */
  began_at: number;
  end_at: number | null;
  /** Why it ended, where that was no recovery. */
  reason: string | null;
  follows: boolean;
  snoozed_until: number | null;
}

const ALARM = `a.id as alarm_id, a.plant_id, a.type, a.code, a.params, p.proj_code, p.name as plant_name, p.time_zone, d.short_name, a.count,
  ${epochMs('coalesce(a.last_at, a.date)')} as began_at, ${epochMs('a.end_date')} as end_at, a.cause_id is not null as follows,
  ${epochMs('p.snooze_date')} as snoozed_until,
  case when a.end_date is not null then
    (select e.detail->>'reason' from alarm_event e
     where e.company_id = $1 and e.alarm_id = a.id and e.kind = 'closed' order by e.id desc limit 1) end as reason`;
const FROM_ALARM = `from alarm a join plants.plant p on p.company_id = a.company_id and p.id = a.plant_id
  left join plants.device d on d.company_id = a.company_id and d.id = a.device_id`;

export interface DueNotification extends NotifiedAlarm {
  id: number;
  notified_open: boolean;
}

/** What is due for a person, oldest first. */
export async function listDueNotifications(
  tx: Tx,
  user_id: number,
  until: Date,
  max: number,
): Promise<DueNotification[]> {
  const { rows } = await tx.query<DueNotification>(
    `with due as materialized (
       select id, alarm_id, due_at, opened_notified_at from alarm_notification
       where company_id = $1 and user_id = $2 and ended_at is null and due_at <= $3
       order by due_at, id limit $4)
     select t.id, t.opened_notified_at is not null as notified_open, ${ALARM}
     ${FROM_ALARM} join due t on t.alarm_id = a.id
     where a.company_id = $1
     order by t.due_at, t.id`,
    [tx.scope.company_id, user_id, until, max],
  );
  return rows;
}

/** The update of a notification: when it is due next, what was sent just now, and how it ended. */
export interface NotificationUpdate {
  id: number;
  due_at: Date | null;
  opened: boolean;
  closed: boolean;
  outcome: string | null;
}

export async function saveNotificationUpdates(
  tx: Tx,
  updates: readonly NotificationUpdate[],
  now: Date,
): Promise<void> {
  if (updates.length === 0) return;
  await tx.query(
    `update alarm_notification t set due_at = u.due_at,
       opened_notified_at = case when u.opened then $7 else t.opened_notified_at end,
       closed_notified_at = case when u.closed then $7 else t.closed_notified_at end,
       ended_at = case when u.outcome is not null then $7 end, outcome = u.outcome
     from unnest($2::bigint[], $3::timestamptz[], $4::bool[], $5::bool[], $6::text[]) u (id, due_at, opened, closed, outcome)
     where t.company_id = $1 and t.id = u.id`,
    [
      tx.scope.company_id,
      updates.map((step) => step.id),
      updates.map((step) => step.due_at),
      updates.map((step) => step.opened),
      updates.map((step) => step.closed),
      updates.map((step) => step.outcome),
      now,
    ],
  );
}

export type DigestSchedule = { user_id: number } & Pick<
  NotificationPreferenceRow,
  'digest_at' | 'digest_on' | 'digest_notified_at' | 'time_zone'
>;

/** Everybody who has a daily digest. */
export async function listDigestSchedules(tx: Tx): Promise<DigestSchedule[]> {
  const { rows } = await tx.query<DigestSchedule>(
    `select c.user_id, c.digest_at, c.digest_on, c.digest_notified_at, c.time_zone from alarm_notification_preference c
     where c.company_id = $1 and c.enabled and c.digest_at is not null`,
    [tx.scope.company_id],
    'notifications_digests',
  );
  return rows;
}

/** Saves that a person's digest of a day was sent; `notified_at`: the end of the period that it covered. */
export async function saveDigestSent(
  tx: Tx,
  user_id: number,
  { day, notified_at }: { day: string; notified_at: Date | null },
): Promise<void> {
  await tx.query(
    'update alarm_notification_preference set digest_on = $3, digest_notified_at = $4 where company_id = $1 and user_id = $2',
    [tx.scope.company_id, user_id, day, notified_at],
  );
}

export interface DigestAlarm extends NotifiedAlarm {
  /** Its opening or repeat was dispatched since then. */
  fresh: boolean;
}

/** Which alarms a digest lists: those that are open, and those that opened or closed since. */
export interface DigestQuery extends Pick<NotificationPreferenceRow, 'plant_ids' | 'codes' | 'types'> {
  since: Date;
  now: Date;
  max: number;
}

/** SQL: an alarm `a` has an event of these kinds that was dispatched between the last digest and this one: each belongs to one digest. */
const NOTIFIED_SINCE = (kinds: string): string => `exists (select from alarm_event e
  where e.company_id = $1 and e.alarm_id = a.id and e.kind in (${kinds}) and e.notified_at > $6 and e.notified_at <= $7 and not e.detail ? 'silent')`;

/**
 * Alarms for a person's digest, newest first; those of snoozed plants and consequences are left out, and so is what was
 * not dispatched yet: it belongs to the next one.
 */
export async function listForDigest(tx: Tx, query: DigestQuery): Promise<DigestAlarm[]> {
  const { rows } = await tx.query<DigestAlarm>(
    `select ${ALARM}, ${NOTIFIED_SINCE("'opened', 'repeated'")} as fresh ${FROM_ALARM}
     where a.company_id = $1 and ($2::bigint[] is null or a.plant_id = any($2))
       and ($3::bigint[] = '{}' or a.plant_id = any($3)) and ($4::text[] = '{}' or a.code = any($4)) and a.type = any($5::text[])
       and a.cause_id is null
       and (a.end_date is null or (a.end_date >= $6::timestamptz - interval '2 days' and ${NOTIFIED_SINCE("'closed'")}))
       and not exists (select from alarm_event e where e.company_id = $1 and e.alarm_id = a.id and (e.notified_at is null or e.notified_at > $7)
                         and e.kind in ('opened', 'repeated', 'closed'))
       and (p.snooze_date is null or p.snooze_date <= $7)
     order by coalesce(a.last_at, a.date) desc, a.id desc limit $8`,
    [
      tx.scope.company_id,
      plantFilter(tx.scope),
      query.plant_ids,
      query.codes,
      query.types,
      query.since,
      query.now,
      query.max,
    ],
  );
  return rows;
}

/** Notifications that ended are kept for two months. */
export async function deleteOldNotifications(tx: Tx): Promise<void> {
  await tx.query(
    `delete from alarm_notification where company_id = $1 and ended_at < now() - interval '60 days'`,
    [tx.scope.company_id],
  );
}
