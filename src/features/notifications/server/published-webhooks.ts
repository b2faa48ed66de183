import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../shared/server/log.ts';
import {
  type NotificationKinds,
  type PublishedKind,
  publishedKinds,
} from '../../../shared/server/notifications/kinds.ts';
import {
  listUnsentNotifications,
  markSent,
  type NotificationRow,
} from '../../../shared/server/notifications/notifications.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { pageUrl } from './mail-frame.public.ts';
import { listOpenWebhooks, type NewDelivery, type OpenWebhook } from './webhook-deliveries.repository.ts';
import { queueMessages } from './webhook-queue.public.ts';

/** Notifications that are queued in one transaction. */
const AT_ONCE = 200;

/** What a webhook is sent of a notification; its type is the kind. */
function publishedBody(
  row: NotificationRow,
  kind: PublishedKind,
  frame: { publicUrl: string; company_id: number },
) {
  const { id, subject, params, proj_code, plant_name, time_zone } = row;
  return {
    type: kind.kind,
    timestamp: new Date(row.at).toISOString(),
    data: {
      id,
      id_client: frame.company_id,
      severity: kind.severity,
      subject,
      params,
      message: kind.words.en.text(params),
      plant: proj_code === null ? null : { proj_code, name: plant_name, time_zone },
      link: pageUrl(frame, kind.link({ subject, params })),
    },
  };
}

/** A webhook that is narrowed to plants is sent nothing that belongs to none. */
const isSelectedBy = (webhook: OpenWebhook, { kind, plant_id }: NotificationRow): boolean =>
  webhook.kinds.includes(kind) &&
  (webhook.plant_ids.length === 0 || (plant_id !== null && webhook.plant_ids.includes(plant_id)));

interface QueueOptions {
  readonly kinds: NotificationKinds;
  readonly publicUrl: string;
  readonly now: Date;
  readonly log: Pick<Logger, 'warn'>;
}

/** Queues what was published for each webhook that selects it; answers whether more waits. The caller holds the lock of dispatches. */
export async function queuePublished(tx: Tx, { kinds, publicUrl, now, log }: QueueOptions): Promise<boolean> {
  const known = new Map(publishedKinds(kinds).map((kind) => [kind.kind as string, kind]));
  if (known.size === 0) return false;
  const rows = await listUnsentNotifications(tx, [...known.keys()], AT_ONCE);
  if (rows.length === 0) return false;
  const webhooks = await listOpenWebhooks(tx);
  const frame = { publicUrl, company_id: tx.scope.company_id };
  const deliveries = rows.flatMap((row): NewDelivery[] => {
    const receivers = webhooks.filter((webhook) => isSelectedBy(webhook, row));
    const kind = known.get(row.kind);
    if (!kind || receivers.length === 0) return [];
    try {
      const body = JSON.stringify(publishedBody(row, kind, frame));
      return receivers.map(({ id }) => ({
        webhook_id: id,
        message_id: randomUUID(),
        event: 'notification',
        alarm_id: null,
        kind: row.kind,
        body,
      }));
    } catch (err) {
      log.warn(
        { err, company_id: tx.scope.company_id, notification_id: row.id, kind: row.kind },
        'a notification could not be queued for webhooks: it was set aside',
      );
      return [];
    }
  });
  await queueMessages(tx, deliveries, now);
  await markSent(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length === AT_ONCE;
}
