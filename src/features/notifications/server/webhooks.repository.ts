import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../alarm-codes.model.ts';
import type { WebhookFault } from '../webhook.model.ts';

export interface WebhookRow {
  id: number;
  name: string;
  url: string;
  plant_ids: number[];
  codes: AlarmCode[];
  types: ('E' | 'W')[];
  /** Kinds of notification that it is sent; codes and types narrow alarms. */
  kinds: string[];
  enabled: boolean;
  failing_since: Date | null;
  delivered_at: Date | null;
  last_fault: WebhookFault | null;
  waiting: number;
  created_at: Date;
  version: number;
}

const WEBHOOK = `w.id, w.name, w.url, w.plant_ids, w.codes, w.types, w.kinds, w.enabled, w.failing_since, w.created_at, w.version,
  (select max(d.last_at) from webhook_delivery d
   where d.company_id = $1 and d.webhook_id = w.id and d.state = 'delivered') as delivered_at,
  (select d.fault from webhook_delivery d where d.company_id = $1 and d.webhook_id = w.id and d.last_at is not null
   order by d.last_at desc limit 1) as last_fault,
  (select count(*)::int from webhook_delivery d
   where d.company_id = $1 and d.webhook_id = w.id and d.state = 'waiting') as waiting`;

export async function listWebhooks(tx: Tx): Promise<WebhookRow[]> {
  const { rows } = await tx.query<WebhookRow>(
    `select ${WEBHOOK} from webhook w where w.company_id = $1 order by lower(w.name), w.id`,
    [tx.scope.company_id],
  );
  return rows;
}

/** Webhooks that a person made, with their last delivery. */
export async function listWebhooksMadeBy(
  tx: Tx,
  user_id: number,
): Promise<{ id: number; name: string; created_at: Date; last_used_at: Date | null }[]> {
  const { rows } = await tx.query<{ id: number; name: string; created_at: Date; last_used_at: Date | null }>(
    `select w.id, w.name, w.created_at,
       (select max(d.last_at) from webhook_delivery d
        where d.company_id = $1 and d.webhook_id = w.id and d.state = 'delivered') as last_used_at
     from webhook w where w.company_id = $1 and w.created_by = $2 order by lower(w.name), w.id`,
    [tx.scope.company_id, user_id],
  );
  return rows;
}

export async function findWebhook(tx: Tx, id: number): Promise<WebhookRow | undefined> {
  const { rows } = await tx.query<WebhookRow>(
    `select ${WEBHOOK} from webhook w where w.company_id = $1 and w.id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** How many there are; who makes several at once takes their turn until the transaction ends. */
export async function countWebhooks(tx: Tx): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('webhook'), $1)`, [tx.scope.company_id]);
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from webhook where company_id = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

/** Webhooks to which nothing can be delivered at present, for whoever runs the installation. */
export async function countFailingWebhooks(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from webhook where company_id = $1 and failing_since is not null',
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

export type NewWebhook = Pick<
  WebhookRow,
  'name' | 'url' | 'plant_ids' | 'codes' | 'types' | 'kinds' | 'enabled'
>;

/** A new webhook without its secret, which is sealed for its number: the number. */
export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<number> {
  const { name, url, plant_ids, codes, types, kinds, enabled } = webhook;
  const { rows } = await tx.query<{ id: number }>(
    `insert into webhook (company_id, name, url, plant_ids, codes, types, enabled, sealed_secret, created_by, kinds)
     values ($1, $2, $3, $4, $5, $6, $7, '', $8, $9) returning id`,
    [tx.scope.company_id, name, url, plant_ids, codes, types, enabled, tx.scope.user_id, kinds],
  );
  const [row] = rows;
  if (!row) throw new Error('the webhook was not stored');
  return row.id;
}

export async function saveSecret(tx: Tx, id: number, sealed: Buffer): Promise<void> {
  await tx.query('update webhook set sealed_secret = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
    sealed,
  ]);
}

/** Changes a webhook; one that goes elsewhere or is switched on begins anew. Answers whether it was still of this version. */
export async function updateWebhook(
  tx: Tx,
  { id, version }: Pick<WebhookRow, 'id' | 'version'>,
  webhook: NewWebhook,
): Promise<boolean> {
  const { name, url, plant_ids, codes, types, kinds, enabled } = webhook;
  const { rowCount } = await tx.query(
    `update webhook set name = $3, failing_since = case when url = $4 and enabled = $8 then failing_since end,
       failures = case when url = $4 and enabled = $8 then failures else 0 end,
       failing_ms = case when url = $4 and enabled = $8 then failing_ms else 0 end,
       failed_at = case when url = $4 and enabled = $8 then failed_at end, paced_until = null, url = $4, plant_ids = $5,
       codes = $6, types = $7, enabled = $8, kinds = $10, version = version + 1
     where company_id = $1 and id = $2 and version = $9`,
    [tx.scope.company_id, id, name, url, plant_ids, codes, types, enabled, version, kinds],
  );
  return rowCount > 0;
}

/**
 * What an attempt says of the webhook: it counts as failing from its first failure to its next success. Answers how many
 * failed in a row, and for how long (ms) it was tried in vain: times between two attempts longer than `trying_ms` do
 * not count.
 */
export async function saveHealth(
  tx: Tx,
  id: number,
  health: { delivered: boolean; paced_until: Date | null; now: Date; trying_ms: number },
): Promise<{ failing_ms: number; failures: number }> {
  const { delivered, paced_until, now, trying_ms } = health;
  const { rows } = await tx.query<{ failing_ms: number; failures: number }>(
    `update webhook set failing_since = case when $3 then null else coalesce(failing_since, $4) end,
       failures = case when $3 then 0 else failures + 1 end, paced_until = $5, failed_at = case when $3 then null else $4::timestamptz end,
       failing_ms = case when $3 then 0 else failing_ms + coalesce((
         select greatest(gap, 0) from (select extract(epoch from $4 - failed_at) * 1000 as gap) g where gap <= $6), 0) end
     where company_id = $1 and id = $2 and not ($3 and failures = 0 and failing_since is null)
     returning failing_ms, failures`,
    [tx.scope.company_id, id, delivered, now, paced_until, trying_ms],
  );
  return rows[0] ?? { failing_ms: 0, failures: 0 };
}

/** Switches off a webhook to which nothing can be delivered; undefined where it is off already. */
export async function switchOff(tx: Tx, id: number): Promise<Pick<WebhookRow, 'name' | 'url'> | undefined> {
  const { rows } = await tx.query<Pick<WebhookRow, 'name' | 'url'>>(
    `update webhook set enabled = false, version = version + 1 where company_id = $1 and id = $2 and enabled
     returning name, url`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** A person wants something sent now, however often it failed. */
export async function endPace(tx: Tx, id: number): Promise<void> {
  await tx.query(
    'update webhook set paced_until = null where company_id = $1 and id = $2 and paced_until is not null',
    [tx.scope.company_id, id],
  );
}

/** Whether there was one to delete. */
export async function deleteWebhook(tx: Tx, id: number): Promise<boolean> {
  const { rowCount } = await tx.query('delete from webhook where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
  ]);
  return rowCount > 0;
}
