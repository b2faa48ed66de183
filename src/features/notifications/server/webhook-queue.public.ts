import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_WAITING_MESSAGES, type WebhookFault } from '../webhook.model.ts';
import {
  giveUpBacklog,
  insertDeliveries,
  type LastDelivery,
  listLastDeliveries,
  listOpenWebhooks,
  type NewDelivery,
  type OpenWebhook,
} from './webhook-deliveries.repository.ts';

export type { LastDelivery, NewDelivery, OpenWebhook };

/** Webhooks that are on. */
export const openWebhooks = (tx: Tx): Promise<OpenWebhook[]> => listOpenWebhooks(tx);

/** What each webhook was last sent of these alarms. */
export const lastDeliveries = (tx: Tx, alarm_ids: readonly number[]): Promise<LastDelivery[]> =>
  listLastDeliveries(tx, alarm_ids);

/** Queues messages, keeps what waits for webhooks that fail within bounds, and shows what was queued. */
export async function queueMessages(tx: Tx, queued: readonly NewDelivery[], now: Date): Promise<void> {
  if (queued.length === 0) return;
  await insertDeliveries(tx, queued, now);
  const ids = [...new Set(queued.map(({ webhook_id }) => webhook_id))];
  const fault: WebhookFault = { code: 'backlog', params: { most: MAX_WAITING_MESSAGES } };
  await giveUpBacklog(tx, ids, { most: MAX_WAITING_MESSAGES, fault });
  await notifyTopics(tx, ['webhooks']);
}

/** What a webhook is sent to try it. */
export const testBody = (company_id: number, now: Date): string =>
  JSON.stringify({ type: 'test', timestamp: now.toISOString(), data: { id_client: company_id } });
