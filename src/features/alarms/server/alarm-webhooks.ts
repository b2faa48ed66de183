import { randomUUID } from 'node:crypto';
import { databaseIsAway, databaseIsBusy } from '../../../shared/server/database-faults.ts';
import type { QueuedEvents } from '../../../shared/server/notifications/kinds.ts';
import { inSavepoint } from '../../../shared/server/savepoint.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import {
  type LastDelivery,
  lastDeliveries,
  type NewDelivery,
  type OpenWebhook,
  openWebhooks,
  queueMessages,
} from '../../notifications/server/webhook-queue.public.ts';
import { DEFAULT_WEBHOOK_KIND } from '../../notifications/webhook.model.ts';
import type { WebhookEvent } from '../../notifications/webhooks.contract.ts';
import { alarmMessage } from './alarm-messages.ts';
import { endUnsent, listSentAlarms, listUnsent, type SentAlarm } from './alarm-webhooks.repository.ts';
import type { PendingEvent } from './notifications.repository.ts';

/** What a webhook is sent of an alarm; the names are those of the portal's own calls. */
export function alarmBody(
  alarm: SentAlarm,
  { kind, at }: Pick<PendingEvent, 'kind' | 'at'>,
  publicUrl: string,
) {
  const { company_id, proj_code, plant_name, time_zone, device_id, short_name, ...rest } = alarm;
  const closed = kind === 'closed';
  return {
    type: closed ? 'alarm.closed' : 'alarm.opened',
    timestamp: at.toISOString(),
    data: {
      id: rest.id,
      id_client: company_id,
      type: rest.type,
      code: rest.code,
      params: rest.params,
      message: alarmMessage(rest.code, 'en', rest.params),
      plant: { proj_code, name: plant_name, time_zone },
      device: device_id === null ? null : { id: device_id, short_name },
      date: rest.date.toISOString(),
      opened_at: rest.opened_at.toISOString(),
      last_at: rest.last_at?.toISOString() ?? null,
      // As it was at that moment: it may have gone on since.
      end_date: closed ? at.toISOString() : null,
      count: rest.count,
      link: `${publicUrl}/apps/asset/alarms?alarm=${rest.id}&company=${company_id}`,
    },
  };
}

function isSelectedBy(webhook: OpenWebhook, { plant_id, code, type }: SentAlarm): boolean {
  const among = <T>(all: readonly T[], one: T) => all.length === 0 || all.includes(one);
  return (
    webhook.kinds.includes(DEFAULT_WEBHOOK_KIND) &&
    webhook.types.includes(type) &&
    among(webhook.codes, code) &&
    among(webhook.plant_ids, plant_id)
  );
}

/** The last event that each webhook was sent of an alarm: a closing goes only where the opening before it went. */
class DeliveredEvents {
  readonly #last: Map<string, WebhookEvent>;

  constructor(last: readonly LastDelivery[]) {
    this.#last = new Map(last.map(({ webhook_id, alarm_id, event }) => [`${webhook_id}/${alarm_id}`, event]));
  }

  /** Whether this event follows from the last one of the webhook; if so, it becomes the last. */
  accepts(webhook_id: number, alarm_id: number, event: WebhookEvent): boolean {
    const key = `${webhook_id}/${alarm_id}`;
    if (event === 'alarm.closed' && this.#last.get(key) !== 'alarm.opened') return false;
    this.#last.set(key, event);
    return true;
  }
}

interface QueueOptions {
  readonly publicUrl: string;
  readonly now: Date;
}

/** Creates a delivery of each event for each webhook that selects it; answers how many. */
async function queueDeliveries(
  tx: Tx,
  events: readonly PendingEvent[],
  { publicUrl, now }: QueueOptions,
): Promise<number> {
  const webhooks = await openWebhooks(tx);
  if (webhooks.length === 0) return 0;
  const alarms = new Map(
    (await listSentAlarms(tx, [...new Set(events.map(({ alarm_id }) => alarm_id))])).map((alarm) => [
      alarm.id,
      alarm,
    ]),
  );
  const closed = events.filter(({ kind }) => kind === 'closed').map(({ alarm_id }) => alarm_id);
  const delivered = new DeliveredEvents(await lastDeliveries(tx, [...new Set(closed)]));
  const deliveries = events.flatMap((event): NewDelivery[] => {
    const alarm = alarms.get(event.alarm_id);
    const name: WebhookEvent = event.kind === 'closed' ? 'alarm.closed' : 'alarm.opened';
    const receivers = alarm
      ? webhooks.filter(
          (webhook) => isSelectedBy(webhook, alarm) && delivered.accepts(webhook.id, alarm.id, name),
        )
      : [];
    if (!alarm || receivers.length === 0) return [];
    const body = JSON.stringify(alarmBody(alarm, event, publicUrl));
    return receivers.map(({ id }) => ({
      webhook_id: id,
      message_id: randomUUID(),
      event: name,
      alarm_id: alarm.id,
      body,
    }));
  });
  await queueMessages(tx, deliveries, now);
  return deliveries.length;
}

/** Events that are queued in one transaction. */
const EVENTS_AT_ONCE = 200;
/** So long an event waits where nothing else shows that the fault is its own. */
const MAX_WAIT_MS = DAY_MS;

interface FailedEvent {
  readonly event: PendingEvent;
  readonly error: unknown;
}

/**
 * Queues for webhooks what waits, in order; where that fails, one by one, so that what is broken holds up nothing else.
 * @throws what failed, where all of it did: the fault is not theirs, and they wait
 */
export async function queueUnsent(tx: Tx, options: QueueOptions): Promise<QueuedEvents> {
  const events = await listUnsent(tx, EVENTS_AT_ONCE);
  if (events.length === 0) return { more: false, failed: [] };
  const { failed, waiting } = await queueWhatCan(tx, events, options);
  const eventIds = (some: readonly FailedEvent[]) => some.map(({ event }) => event.id);
  const left = new Set(eventIds([...failed, ...waiting]));
  const sent = events.map(({ id }) => id).filter((id) => !left.has(id));
  await endUnsent(tx, { sent, failed: eventIds(failed) });
  return {
    more: events.length === EVENTS_AT_ONCE && waiting.length === 0,
    failed: failed.map(({ event: { id, alarm_id }, error }) => ({ event: { event: id, alarm_id }, error })),
  };
}

async function queueWhatCan(
  tx: Tx,
  events: readonly PendingEvent[],
  options: QueueOptions,
): Promise<{ failed: FailedEvent[]; waiting: FailedEvent[] }> {
  const together = await tryToQueue(tx, events, options);
  if (!('error' in together)) return { failed: [], waiting: [] };
  const failed: FailedEvent[] = [];
  let made = 0;
  for (const event of events) {
    const done = await tryToQueue(tx, [event], options);
    if ('error' in done) failed.push({ event, error: done.error });
    else made += done.made;
  }
  if (made > 0 || failed.length === 0) return { failed, waiting: [] };
  const isOld = ({ event }: FailedEvent) => options.now.getTime() - event.at.getTime() >= MAX_WAIT_MS;
  const old = failed.filter(isOld);
  if (old.length === 0) throw together.error;
  return { failed: old, waiting: failed.filter((one) => !isOld(one)) };
}

async function tryToQueue(
  tx: Tx,
  events: readonly PendingEvent[],
  options: QueueOptions,
): Promise<{ made: number } | { error: unknown }> {
  try {
    return { made: await inSavepoint(tx, () => queueDeliveries(tx, events, options)) };
  } catch (error) {
    if (databaseIsAway(error) || databaseIsBusy(error)) throw error;
    return { error };
  }
}
