import { randomUUID } from 'node:crypto';
import type { In, Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { NotificationKinds } from '../../../shared/server/notifications/kinds.ts';
import { wakeNotifications } from '../../../shared/server/notifications/publish.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import { seal, unseal } from '../../../shared/server/sealed.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import { DEFAULT_WEBHOOK_KIND, readReceiver } from '../webhook.model.ts';
import {
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookDelivery,
  type webhooksCalls,
} from '../webhooks.contract.ts';
import {
  countTests,
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  repeatDelivery,
} from './webhook-deliveries.repository.ts';
import { testBody } from './webhook-queue.public.ts';
import { newWebhookSecret } from './webhook-signature.ts';
import {
  countWebhooks,
  deleteWebhook,
  endPace,
  findWebhook,
  insertWebhook,
  listWebhooks,
  type NewWebhook,
  saveSecret,
  updateWebhook,
  type WebhookRow,
} from './webhooks.repository.ts';

/** What the key is derived by that secrets of webhooks are sealed with. */
export const WEBHOOK_KEY = 'webhook secret';
const TESTS_IN_A_MINUTE = 5;

type WebhookInput = Out<(typeof webhooksCalls)['createWebhook']['body']>;
type WebhookChange = Out<(typeof webhooksCalls)['changeWebhook']['body']>;

const ownerOf = (company_id: number, id: number): string => `webhook ${company_id}/${id}`;

/** The secret of a webhook as it was shown. @throws when it was sealed for another one, or with another key */
export const openSecret = (key: Uint8Array, company_id: number, id: number, sealed: Buffer): string =>
  unseal(key, sealed, ownerOf(company_id, id)).toString();

const ADDRESS_FAULTS = {
  address: 'must be an address such as https://example.com/alarms',
  scheme: 'must begin with https:// or, within a private network, http://',
  credentials: 'must not hold a user or password: messages are signed instead',
};

function invalid(path: string, message: string, code: string): never {
  throw new AppError('invalid', 'Data is not valid', { errors: [{ path, message, code }] });
}

async function webhookOf(
  tx: Tx,
  input: WebhookInput,
  known: NotificationKinds,
  before: readonly string[],
): Promise<NewWebhook> {
  const receiver = readReceiver(input.url);
  if ('fault' in receiver) invalid('url', ADDRESS_FAULTS[receiver.fault], `url_${receiver.fault}`);
  const plants = input.proj_codes && (await plantCodes.find(tx, input.proj_codes, null));
  if (plants && plants.length < new Set(input.proj_codes).size) notFound();
  const kinds = [...new Set(input.kinds ?? before)];
  if (kinds.some((kind) => !before.includes(kind) && !known.some((one) => one.kind === kind)))
    invalid('kinds', 'must be kinds of notification', 'unknown_kind');
  return {
    name: input.name,
    url: receiver.url,
    plant_ids: plants?.map(({ id }) => id) ?? [],
    codes: [...new Set(input.codes ?? [])],
    types: [...new Set(input.types)],
    kinds,
    enabled: input.enabled,
  };
}

async function present(tx: Tx, row: WebhookRow): Promise<Webhook> {
  const { plant_ids, codes, failing_since, delivered_at, created_at, ...rest } = row;
  const plants = plant_ids.length > 0 ? await plantCodes.of(tx, plant_ids, null) : null;
  return {
    ...rest,
    proj_codes: plants?.map(({ proj_code }) => proj_code) ?? null,
    codes: codes.length > 0 ? codes : null,
    failing_since: failing_since?.toISOString() ?? null,
    delivered_at: delivered_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

export async function presentWebhooks(tx: Tx): Promise<Webhook[]> {
  const all: Webhook[] = [];
  for (const row of await listWebhooks(tx)) all.push(await present(tx, row));
  return all;
}

const presentOne = async (tx: Tx, id: number): Promise<Webhook> =>
  present(tx, (await findWebhook(tx, id)) ?? notFound());

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_at: row.last_at?.toISOString() ?? null,
    next_at: row.state === 'waiting' ? row.next_at.toISOString() : null,
    body: JSON.stringify(row.body, null, 2),
  };
}

export interface WebhookDeps {
  /** Secrets rest sealed with it. */
  readonly key: Uint8Array;
  /** What a webhook may be sent. */
  readonly kinds?: NotificationKinds;
}

/** Makes a webhook; the answer is the only place where its secret is ever seen. @throws AppError invalid, not_found, conflict */
export async function createWebhook(
  tx: Tx,
  { key, kinds = [] }: WebhookDeps,
  input: WebhookInput,
): Promise<In<(typeof webhooksCalls)['createWebhook']['ok']>> {
  if ((await countWebhooks(tx)) >= MAX_WEBHOOKS)
    throw new AppError('conflict', `A company has ${MAX_WEBHOOKS} webhooks at most: delete one first`, {
      errors: [{ path: '', message: 'too many', code: 'too_many_webhooks', params: { most: MAX_WEBHOOKS } }],
    });
  const webhook = await webhookOf(tx, input, kinds, [DEFAULT_WEBHOOK_KIND]);
  const id = await insertWebhook(tx, webhook);
  const secret = newWebhookSecret();
  await saveSecret(tx, id, seal(key, Buffer.from(secret), ownerOf(tx.scope.company_id, id)));
  await recordAudit(tx, 'webhook.created', String(id), auditOf(webhook));
  return { ...(await presentOne(tx, id)), secret };
}

// The address may hold a password of its own in its path: the audit names its host.
const auditOf = ({ url, plant_ids, codes, types, kinds, enabled }: NewWebhook) => ({
  host: new URL(url).host,
  plant_ids,
  codes,
  types,
  ...(kinds.join() === DEFAULT_WEBHOOK_KIND ? {} : { kinds }),
  enabled,
});

const versionConflict = (current: Webhook) => savedMeanwhile(current, { current });

/** @throws AppError invalid, not_found, conflict for another version */
export async function changeWebhook(
  tx: Tx,
  id: number,
  { input, kinds }: { input: WebhookChange; kinds: NotificationKinds },
): Promise<Webhook> {
  const before = (await findWebhook(tx, id)) ?? notFound();
  if (input.version !== undefined && input.version !== before.version)
    throw versionConflict(await present(tx, before));
  const webhook = await webhookOf(tx, input, kinds, before.kinds);
  if (!(await updateWebhook(tx, before, webhook))) throw versionConflict(await presentOne(tx, id));
  await recordAudit(tx, 'webhook.changed', String(id), auditOf(webhook));
  await wakeNotifications(tx);
  return presentOne(tx, id);
}

export async function removeWebhook(tx: Tx, id: number): Promise<void> {
  if (!(await deleteWebhook(tx, id))) notFound();
  await recordAudit(tx, 'webhook.removed', String(id), {});
}

/** Queues a test message. @throws AppError not_found, limit; conflict while the webhook is off */
export async function testWebhook(tx: Tx, id: number, now: Date): Promise<WebhookDelivery> {
  const webhook = (await findWebhook(tx, id)) ?? notFound();
  assertEnabled(webhook);
  if ((await countTests(tx, id)) >= TESTS_IN_A_MINUTE)
    throw new AppError('limit', 'Too many tests; try again in a minute', { retryAfter_s: 60 });
  const body = testBody(tx.scope.company_id, now);
  const [made] = await insertDeliveries(
    tx,
    [{ webhook_id: id, message_id: randomUUID(), event: 'test', alarm_id: null, body }],
    now,
  );
  await endPace(tx, id);
  await recordAudit(tx, 'webhook.tested', String(id), {});
  await wakeNotifications(tx);
  return presentDelivery((made === undefined ? undefined : await findDelivery(tx, made)) ?? notFound());
}

/** Sends a message again. @throws AppError not_found; conflict while the webhook is off */
export async function sendAgain(tx: Tx, id: number, now: Date): Promise<WebhookDelivery> {
  const webhook_id = (await repeatDelivery(tx, id, now)) ?? notFound();
  assertEnabled((await findWebhook(tx, webhook_id)) ?? notFound());
  await endPace(tx, webhook_id);
  await recordAudit(tx, 'webhook.sent_again', String(webhook_id), { delivery_id: id });
  await wakeNotifications(tx);
  return presentDelivery((await findDelivery(tx, id)) ?? notFound());
}

function assertEnabled({ enabled }: WebhookRow): void {
  if (enabled) return;
  throw new AppError('conflict', 'This webhook is switched off: switch it on first', {
    errors: [{ path: '', message: 'switched off', code: 'webhook_off' }],
  });
}
