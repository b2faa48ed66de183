import type { PageQuery } from '../../../shared/server/http/pages.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../alarm-codes.model.ts';
import { MAX_PACE_MS, type WebhookFault } from '../webhook.model.ts';
import type { WebhookDelivery, WebhookEvent } from '../webhooks.contract.ts';

export interface OpenWebhook {
  id: number;
  plant_ids: number[];
  codes: AlarmCode[];
  types: ('E' | 'W')[];
  kinds: string[];
}

/** Webhooks that are on. */
export async function listOpenWebhooks(tx: Tx): Promise<OpenWebhook[]> {
  const { rows } = await tx.query<OpenWebhook>(
    'select id, plant_ids, codes, types, kinds from webhook where company_id = $1 and enabled order by id',
    [tx.scope.company_id],
    'webhook_open',
  );
  return rows;
}

/** Of each webhook and alarm what was last to be delivered. */
export interface LastDelivery {
  webhook_id: number;
  alarm_id: number;
  event: WebhookEvent;
}

export async function listLastDeliveries(tx: Tx, alarm_ids: readonly number[]): Promise<LastDelivery[]> {
  if (alarm_ids.length === 0) return [];
  const { rows } = await tx.query<LastDelivery>(
    `select distinct on (webhook_id, alarm_id) webhook_id, alarm_id, event from webhook_delivery
     where company_id = $1 and alarm_id = any($2::bigint[]) order by webhook_id, alarm_id, id desc`,
    [tx.scope.company_id, alarm_ids],
  );
  return rows;
}

export interface NewDelivery {
  webhook_id: number;
  message_id: string;
  event: WebhookEvent;
  alarm_id: number | null;
  /** Of the event notification. */
  kind?: string;
  /** JSON. */
  body: string;
}

/** What is delivered from now on; answers the ids, in order. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<number[]> {
  if (deliveries.length === 0) return [];
  const { rows } = await tx.query<{ id: number }>(
    `insert into webhook_delivery (company_id, webhook_id, message_id, event, alarm_id, body, kind, created_at, next_at)
     select $1, u.webhook_id, u.message_id, u.event, u.alarm_id, u.body::json, u.kind, $7::timestamptz, $7::timestamptz
     from unnest($2::bigint[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $8::text[])
       with ordinality u (webhook_id, message_id, event, alarm_id, body, kind, i) order by u.i
     returning id`,
    [
      tx.scope.company_id,
      deliveries.map((one) => one.webhook_id),
      deliveries.map((one) => one.message_id),
      deliveries.map((one) => one.event),
      deliveries.map((one) => one.alarm_id),
      deliveries.map((one) => one.body),
      now,
      deliveries.map((one) => one.kind ?? null),
    ],
  );
  return rows.map(({ id }) => id);
}

/** SQL: a delivery `d` whose turn has come: what the same webhook was to hear of the same alarm before it is settled. */
const ITS_TURN = `not exists (select from webhook_delivery e
  where e.company_id = $1 and e.webhook_id = d.webhook_id and e.alarm_id = d.alarm_id and e.id < d.id and e.state = 'waiting')`;

/** Gives up the oldest of what waits for webhooks that fail, so that no more than so many wait for each. */
export async function giveUpBacklog(
  tx: Tx,
  webhook_ids: readonly number[],
  { most: max, fault }: { most: number; fault: WebhookFault },
): Promise<void> {
  await tx.query(
    `update webhook_delivery set state = 'given_up', fault = $4::jsonb
     where company_id = $1 and state = 'waiting' and id in (
       select d.id from webhook w cross join lateral (
         select x.id from webhook_delivery x where x.company_id = $1 and x.webhook_id = w.id and x.state = 'waiting'
         order by x.id desc offset $3) d
       where w.company_id = $1 and w.id = any($2::bigint[]) and w.failing_since is not null)`,
    [tx.scope.company_id, webhook_ids, max, JSON.stringify(fault)],
  );
}

/**
 * Webhooks that have something to send now, and when the next of the others becomes due (epoch milliseconds). One message of
 * each is looked for: of one that must wait anyway whichever is the next, without asking whose turn it is.
 */
export async function listDueWebhooks(tx: Tx, now: Date): Promise<{ due: number[]; next: number | null }> {
  const { rows } = await tx.query<{ webhook_id: number; at: number }>(
    `select w.id as webhook_id, (extract(epoch from greatest(f.next_at, w.paced_until)) * 1000)::float8 as at
     from webhook w cross join lateral (
       select d.next_at from webhook_delivery d
       where d.company_id = $1 and d.webhook_id = w.id and d.state = 'waiting' and (w.paced_until > $2 or ${ITS_TURN})
       order by d.next_at, d.id limit 1) f
     where w.company_id = $1 and w.enabled order by w.id`,
    [tx.scope.company_id, now],
    'webhook_due',
  );
  const later = rows.filter(({ at }) => at > now.getTime()).map(({ at }) => at);
  return {
    due: rows.filter(({ at }) => at <= now.getTime()).map(({ webhook_id }) => webhook_id),
    next: later.length > 0 ? Math.min(...later) : null,
  };
}

/**
 * What a clock that was ahead has stamped holds nothing back: messages that it queued or tried are due now, and the pause of a
 * webhook that ends later than one made now would is over. `until`: what is no later is no such stamp.
 */
export async function dropFutureTries(tx: Tx, { now, until }: { now: Date; until: Date }): Promise<void> {
  await tx.query(
    `update webhook_delivery set next_at = $2
     where company_id = $1 and state = 'waiting' and next_at > $3 and (attempts = 0 or last_at > $3)`,
    [tx.scope.company_id, now, until],
    'webhook_ahead',
  );
  await tx.query(
    'update webhook set paced_until = null where company_id = $1 and paced_until > $2',
    [tx.scope.company_id, new Date(until.getTime() + MAX_PACE_MS)],
    'webhook_pace_ahead',
  );
}

/** A message on its way. */
export interface ClaimedDelivery {
  id: number;
  message_id: string;
  body: unknown;
  attempts: number;
  url: string;
  sealed_secret: Buffer;
  /** Attempts in a row that failed before it, of whatever message. */
  failures: number;
}

/**
 * Takes the next message of a webhook for an attempt; no other instance takes it until the lease ends. An instance that dies
 * leaves it to be sent again, with the same id.
 */
export async function claimDelivery(
  tx: Tx,
  webhook_id: number,
  { now, lease_ms }: { now: Date; lease_ms: number },
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await tx.query<ClaimedDelivery>(
    `update webhook_delivery t set attempts = t.attempts + 1, last_at = $3, next_at = $4
     from webhook w
     where t.company_id = $1 and w.company_id = $1 and w.id = $2 and w.enabled and (w.paced_until is null or w.paced_until <= $3) and t.id = (
       select d.id from webhook_delivery d
       where d.company_id = $1 and d.webhook_id = $2 and d.state = 'waiting' and d.next_at <= $3 and ${ITS_TURN}
       order by d.next_at, d.id limit 1 for update skip locked)
     returning t.id, t.message_id, t.body, t.attempts, w.url, w.sealed_secret, w.failures`,
    [tx.scope.company_id, webhook_id, now, new Date(now.getTime() + lease_ms)],
  );
  return rows[0];
}

export interface AttemptOutcome {
  state: WebhookDelivery['state'];
  /** While it waits. */
  next_at: Date | null;
  status: number | null;
  fault: WebhookFault | null;
  duration_ms: number;
}

/** What became of an attempt. */
export async function saveOutcome(
  tx: Tx,
  delivery: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  outcome: AttemptOutcome,
): Promise<void> {
  const { state, next_at, status, fault, duration_ms } = outcome;
  await tx.query(
    `update webhook_delivery set state = $4, next_at = coalesce($5, next_at), status = $6, fault = $7::jsonb, duration_ms = $8
     where company_id = $1 and id = $2 and state = 'waiting' and attempts = $3`,
    [
      tx.scope.company_id,
      delivery.id,
      delivery.attempts,
      state,
      next_at,
      status,
      fault && JSON.stringify(fault),
      duration_ms,
    ],
  );
}

export type DeliveryRow = Omit<WebhookDelivery, 'created_at' | 'last_at' | 'next_at' | 'body'> & {
  created_at: Date;
  last_at: Date | null;
  next_at: Date;
  body: unknown;
};

const DELIVERY = `d.id, d.message_id, d.event, d.kind, d.alarm_id, d.state, d.attempts, d.created_at, d.last_at, d.status,
  greatest(d.next_at, (select w.paced_until from webhook w where w.company_id = $1 and w.id = d.webhook_id)) as next_at,
  d.duration_ms, d.fault, d.body,
  (select jsonb_build_object('code', a.code, 'type', a.type, 'plant_name', p.name, 'short_name', v.short_name)
   from alarms.alarm a join plants.plant p on p.company_id = a.company_id and p.id = a.plant_id
   left join plants.device v on v.company_id = a.company_id and v.id = a.device_id
   where a.company_id = $1 and a.id = d.alarm_id) as about,
  d.state = 'waiting' and not ${ITS_TURN} as behind,
  d.state = 'waiting' and exists (select from webhook w where w.company_id = $1 and w.id = d.webhook_id
    and w.paced_until > d.next_at) as paced`;

export async function findDelivery(tx: Tx, id: number): Promise<DeliveryRow | undefined> {
  const { rows } = await tx.query<DeliveryRow>(
    `select ${DELIVERY} from webhook_delivery d where d.company_id = $1 and d.id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** One page of what a webhook was sent, newest first, and how many there are. */
export async function listDeliveries(
  tx: Tx,
  { webhook_id, state }: { webhook_id: number; state: WebhookDelivery['state'] | undefined },
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: DeliveryRow[] }> {
  const where = `from webhook_delivery d where d.company_id = $1 and d.webhook_id = $2 and ($3::text is null or d.state = $3)`;
  const values = [tx.scope.company_id, webhook_id, state ?? null];
  const counted = await tx.query<{ count: number }>(`select count(*)::int as count ${where}`, values);
  const { rows } = await tx.query<DeliveryRow>(
    `select ${DELIVERY} ${where} order by d.id desc limit $4 offset $5`,
    [...values, page_size, (page - 1) * page_size],
  );
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** Has a message sent again from its first attempt on; the webhook's id, or undefined where there is no such message. */
export async function repeatDelivery(tx: Tx, id: number, now: Date): Promise<number | undefined> {
  const { rows } = await tx.query<{ webhook_id: number }>(
    `update webhook_delivery set state = 'waiting', attempts = 0, next_at = $3
     where company_id = $1 and id = $2 returning webhook_id`,
    [tx.scope.company_id, id, now],
  );
  return rows[0]?.webhook_id;
}

/** Tests that a webhook was sent within the last minute. */
export async function countTests(tx: Tx, webhook_id: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from webhook_delivery
     where company_id = $1 and webhook_id = $2 and event = 'test' and created_at > now() - interval '1 minute'`,
    [tx.scope.company_id, webhook_id],
  );
  return rows[0]?.count ?? 0;
}

/** Messages are kept for 30 days, and that of an opening as long as its alarm is open: its closing is sent to whom it was. */
export async function removeOldDeliveries(tx: Tx): Promise<void> {
  await tx.query(
    `delete from webhook_delivery d where d.company_id = $1 and d.created_at < now() - interval '30 days'
       and not exists (select from alarms.alarm a where a.company_id = $1 and a.id = d.alarm_id and a.end_date is null)`,
    [tx.scope.company_id],
  );
}
