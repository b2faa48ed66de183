import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../alarms.model.ts';
import { CHOICE, type ChoiceRow } from './choices.repository.ts';

const MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/** One instance at a time hands out what happened in a company, so that its order is kept. */
export async function takeHandingOut(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(7304, $1) as mine', [
    tx.scope.company_id,
  ]);
  return rows[0]?.mine === true;
}

/** Waits until nobody hands out, and lets nobody begin: what is handed out from now on is later than this transaction. */
export async function holdHandingOut(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock_shared(7304, $1)', [tx.scope.company_id]);
}

export interface UntoldEvent {
  id: number;
  alarm_id: number;
  kind: 'opened' | 'repeated' | 'closed';
  at: Date;
}

/**
 * What happened and was not handed out yet, oldest first, held by this transaction. What the keeper of alarms is just about
 * to silence is passed over: waiting for it, with others held, would be waiting in a circle.
 */
export async function listUntold(tx: Tx, most: number): Promise<UntoldEvent[]> {
  const { rows } = await tx.query<UntoldEvent>(
    `select id, alarm_id, kind, at from alarm_event
     where company_id = $1 and told_at is null and kind in ('opened', 'repeated', 'closed')
     order by id limit $2 for no key update skip locked`,
    [tx.scope.company_id, most],
    'telling_untold',
  );
  return rows;
}

/**
 * Marks events as handed out to people; where a webhook is on they wait for programs from now on. The instant is later than
 * every digest that was made, whatever this instance's clock says: a digest that could not see them has not had them.
 */
export async function markTold(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.query(
    `update alarm_event set unsent = exists (select from webhook w where w.company_id = $1 and w.enabled),
       told_at = greatest($3::timestamptz, (select max(c.digest_told_at) + interval '1 millisecond' from alarm_choice c where c.company_id = $1))
     where company_id = $1 and id = any($2::bigint[])`,
    [tx.scope.company_id, ids, now],
  );
}

/** Begins to tell of alarms to whoever wishes to hear of them at once, and is not being told of them already. */
export async function beginTellings(tx: Tx, alarm_ids: readonly number[], due_at: Date): Promise<void> {
  await tx.query(
    `insert into alarm_told (company_id, alarm_id, user_id, count, due_at)
     select a.company_id, a.id, c.user_id, a.count, $3
     from alarm a join alarm_choice c on c.company_id = a.company_id
     where a.company_id = $1 and a.id = any($2::bigint[]) and a.cause_id is null and c.enabled and c.at_once
       and a.type = any(c.types) and (c.codes = '{}' or a.code = any(c.codes))
       and (c.plant_ids = '{}' or a.plant_id = any(c.plant_ids))
     on conflict do nothing`,
    [tx.scope.company_id, alarm_ids, due_at],
  );
}

/** Sees to what was told as open and has closed meanwhile; what has come again waits no more. */
export async function followAlarms(tx: Tx): Promise<void> {
  await tx.query(
    `update alarm_told t set due_at = a.end_date from alarm a
     where t.company_id = $1 and t.ended_at is null and t.opened_told_at is not null
       and a.company_id = t.company_id and a.id = t.alarm_id and (t.due_at is null) <> (a.end_date is null)`,
    [tx.scope.company_id],
    'telling_follow',
  );
}

/** Who has something due, and when each was last mailed and how often within the hour. */
export interface DueReader {
  user_id: number;
  /** Epoch milliseconds; null: nothing within the hour. */
  last_at: number | null;
  sent: number;
}

export async function listDueReaders(tx: Tx, now: Date): Promise<DueReader[]> {
  const { rows } = await tx.query<DueReader>(
    `select d.user_id, ${MS('max(m.at)')} as last_at, count(distinct m.at)::int as sent
     from (select distinct user_id from alarm_told
           where company_id = $1 and ended_at is null and due_at <= $2) d
     left join lateral (
       select greatest(t.opened_told_at, t.closed_told_at) as at from alarm_told t
       where t.company_id = $1 and t.user_id = d.user_id
         and greatest(t.opened_told_at, t.closed_told_at) > $2::timestamptz - interval '1 hour') m on true
     group by d.user_id order by d.user_id`,
    [tx.scope.company_id, now],
    'telling_readers',
  );
  return rows;
}

/** The earliest later instant at which somebody is to be told something, in epoch milliseconds; null for nothing. */
export async function nextDue(tx: Tx, now: Date): Promise<number | null> {
  const { rows } = await tx.query<{ at: number | null }>(
    `select ${MS('min(due_at)')} as at from alarm_told where company_id = $1 and ended_at is null and due_at > $2`,
    [tx.scope.company_id, now],
    'telling_next',
  );
  return rows[0]?.at ?? null;
}

/** A person's choice, held by this transaction; undefined when another instance sees to it just now. */
export async function holdChoice(tx: Tx, user_id: number): Promise<ChoiceRow | undefined> {
  const { rows } = await tx.query<ChoiceRow>(
    `select ${CHOICE} from alarm_choice c where c.company_id = $1 and c.user_id = $2 for update skip locked`,
    [tx.scope.company_id, user_id],
  );
  return rows[0];
}

/** Whether somebody who has something due has no choice any more: they left. */
export async function endTellingsOfGone(tx: Tx): Promise<void> {
  await tx.query(
    `update alarm_told t set ended_at = now(), outcome = 'left'
     where t.company_id = $1 and t.ended_at is null
       and not exists (select from alarm_choice c where c.company_id = t.company_id and c.user_id = t.user_id)`,
    [tx.scope.company_id],
    'telling_gone',
  );
}

/** An alarm as mail tells of it. Times in epoch milliseconds. */
export interface ToldAlarm {
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
  ${MS('coalesce(a.last_at, a.date)')} as began_at, ${MS('a.end_date')} as end_at, a.cause_id is not null as follows,
  ${MS('p.snooze_date')} as snoozed_until,
  case when a.end_date is not null then
    (select e.detail->>'reason' from alarm_event e
     where e.company_id = a.company_id and e.alarm_id = a.id and e.kind = 'closed' order by e.id desc limit 1) end as reason`;
const FROM_ALARM = `from alarm a join plant p on p.company_id = a.company_id and p.id = a.plant_id
  left join device d on d.company_id = a.company_id and d.id = a.device_id`;

export interface DueTelling extends ToldAlarm {
  id: number;
  told_open: boolean;
}

/** What is due for a person, oldest first. */
export async function listDue(tx: Tx, user_id: number, until: Date, most: number): Promise<DueTelling[]> {
  const { rows } = await tx.query<DueTelling>(
    `with due as materialized (
       select id, alarm_id, due_at, opened_told_at from alarm_told
       where company_id = $1 and user_id = $2 and ended_at is null and due_at <= $3
       order by due_at, id limit $4)
     select t.id, t.opened_told_at is not null as told_open, ${ALARM}
     ${FROM_ALARM} join due t on t.alarm_id = a.id
     where a.company_id = $1
     order by t.due_at, t.id`,
    [tx.scope.company_id, user_id, until, most],
  );
  return rows;
}

/** How tellings go on: which moment they wait for, what was told just now, and which are over. */
export interface TellingStep {
  id: number;
  due_at: Date | null;
  opened: boolean;
  closed: boolean;
  outcome: string | null;
}

export async function saveSteps(tx: Tx, steps: readonly TellingStep[], now: Date): Promise<void> {
  if (steps.length === 0) return;
  await tx.query(
    `update alarm_told t set due_at = u.due_at,
       opened_told_at = case when u.opened then $7 else t.opened_told_at end,
       closed_told_at = case when u.closed then $7 else t.closed_told_at end,
       ended_at = case when u.outcome is not null then $7 end, outcome = u.outcome
     from unnest($2::bigint[], $3::timestamptz[], $4::bool[], $5::bool[], $6::text[]) u (id, due_at, opened, closed, outcome)
     where t.company_id = $1 and t.id = u.id`,
    [
      tx.scope.company_id,
      steps.map((step) => step.id),
      steps.map((step) => step.due_at),
      steps.map((step) => step.opened),
      steps.map((step) => step.closed),
      steps.map((step) => step.outcome),
      now,
    ],
  );
}

/** Everybody who has a daily digest. */
export async function listDigestWishes(
  tx: Tx,
): Promise<
  (Pick<ChoiceRow, 'digest_at' | 'digest_on' | 'digest_told_at' | 'time_zone'> & { user_id: number })[]
> {
  const { rows } = await tx.query<ChoiceRow & { user_id: number }>(
    `select c.user_id, c.digest_at, c.digest_on, c.digest_told_at, c.time_zone from alarm_choice c
     where c.company_id = $1 and c.enabled and c.digest_at is not null`,
    [tx.scope.company_id],
    'telling_digests',
  );
  return rows;
}

/** A person's digest of a day is over; `told_at`: until when they were told. */
export async function markDigest(
  tx: Tx,
  user_id: number,
  { day, told_at }: { day: string; told_at: Date | null },
): Promise<void> {
  await tx.query(
    'update alarm_choice set digest_on = $3, digest_told_at = $4 where company_id = $1 and user_id = $2',
    [tx.scope.company_id, user_id, day, told_at],
  );
}

export interface DigestAlarm extends ToldAlarm {
  /** That it opened or came again was handed out since then. */
  fresh: boolean;
}

/** Which alarms a digest tells of: those that stand, and those that came or ended since. */
export interface DigestAsked extends Pick<ChoiceRow, 'plant_ids' | 'codes' | 'types'> {
  since: Date;
  now: Date;
  most: number;
}

/** SQL: an alarm `a` has an event of these kinds that was handed out between the last digest and this one: each is of one. */
const HANDED_OUT = (kinds: string): string => `exists (select from alarm_event e
  where e.company_id = a.company_id and e.alarm_id = a.id and e.kind in (${kinds}) and e.told_at > $6 and e.told_at <= $7 and not e.detail ? 'silent')`;

/**
 * Alarms for a person's digest, newest first; those of snoozed plants and consequences are left out, and so is what was not
 * handed out yet: it is of the next one.
 */
export async function listForDigest(tx: Tx, asked: DigestAsked): Promise<DigestAlarm[]> {
  const { rows } = await tx.query<DigestAlarm>(
    `select ${ALARM}, ${HANDED_OUT("'opened', 'repeated'")} as fresh ${FROM_ALARM}
     where a.company_id = $1 and ($2::bigint[] is null or a.plant_id = any($2))
       and ($3::bigint[] = '{}' or a.plant_id = any($3)) and ($4::text[] = '{}' or a.code = any($4)) and a.type = any($5::text[])
       and a.cause_id is null
       and (a.end_date is null or (a.end_date >= $6::timestamptz - interval '2 days' and ${HANDED_OUT("'closed'")}))
       and not exists (select from alarm_event e where e.company_id = a.company_id and e.alarm_id = a.id and (e.told_at is null or e.told_at > $7)
                         and e.kind in ('opened', 'repeated', 'closed'))
       and (p.snooze_date is null or p.snooze_date <= $7)
     order by coalesce(a.last_at, a.date) desc, a.id desc limit $8`,
    [
      tx.scope.company_id,
      plantFilter(tx.scope),
      asked.plant_ids,
      asked.codes,
      asked.types,
      asked.since,
      asked.now,
      asked.most,
    ],
  );
  return rows;
}

/** Tellings that are over are kept for two months. */
export async function removeOldTellings(tx: Tx): Promise<void> {
  await tx.query(`delete from alarm_told where company_id = $1 and ended_at < now() - interval '60 days'`, [
    tx.scope.company_id,
  ]);
}
