import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, nameOf, PageQuery, ProjCode, paged, Version } from '../../shared/contract/fields.ts';
import { ALARM_CODES } from './alarm-codes.model.ts';
import { WEBHOOK_FAULTS } from './webhook.model.ts';

/** Webhooks of a company. */
export const MAX_WEBHOOKS = 20;
export const DELIVERY_STATES = ['waiting', 'delivered', 'given_up'] as const;
export const WEBHOOK_EVENTS = ['alarm.opened', 'alarm.closed', 'test', 'notification'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const Fault = z.object({
  code: z.enum(WEBHOOK_FAULTS),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

const WebhookFields = z.object({
  name: nameOf(80),
  /** https, or http to an address of a private network. */
  url: z.string().min(1, 'required').max(2000),
  /** Plants by their code; null for all. */
  proj_codes: z.array(ProjCode).min(1, 'choose at least one').max(5000).nullable(),
  codes: z.array(z.enum(ALARM_CODES)).min(1, 'choose at least one').nullable(),
  types: z.array(z.enum(['E', 'W'])).min(1, 'choose at least one'),
  /** Kinds of notification that it is sent, alarms alone unless said; codes and types narrow alarms. */
  kinds: z.array(z.string().max(60)).min(1, 'choose at least one').max(100).optional(),
  enabled: z.boolean(),
});

export const Webhook = WebhookFields.extend({
  id: z.int(),
  proj_codes: z.array(z.string()).nullable(),
  kinds: z.array(z.string()),
  /** Since when nothing was delivered although it was tried; null while all is well. */
  failing_since: Instant.nullable(),
  /** When something was last delivered, and why the last attempt failed if it did. */
  delivered_at: Instant.nullable(),
  last_fault: Fault.nullable(),
  /** Deliveries that wait for their next attempt. */
  waiting: z.int(),
  created_at: Instant,
  version: z.int(),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: z.int(),
  /** The same in each attempt: receivers know a message again by it. */
  message_id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  /** Of the event notification: which kind; the type of its message. Null for the others. */
  kind: z.string().nullable(),
  alarm_id: z.int().nullable(),
  /** What the alarm is about, as it is called now; null for a test. */
  about: z
    .object({
      code: z.enum(ALARM_CODES),
      type: z.enum(['E', 'W']),
      plant_name: z.string(),
      short_name: z.string().nullable(),
    })
    .nullable(),
  /** It waits for its turn: an earlier message of the same alarm is not settled. */
  behind: z.boolean(),
  /** It waits because attempts of this webhook failed in a row. */
  paced: z.boolean(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  created_at: Instant,
  /** Of the last attempt. */
  last_at: Instant.nullable(),
  /** While it waits. */
  next_at: Instant.nullable(),
  /** HTTP status of the last answer. */
  status: z.int().nullable(),
  duration_ms: z.int().nullable(),
  fault: Fault.nullable(),
  /** What is sent, as JSON text. */
  body: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const WebhookPath = z.object({ id: Id });

export const webhooksCalls = area({
  webhooks: call({
    method: 'GET',
    path: '/api/v1/webhooks/',
    summary: 'Webhooks that are notified of alarms, by name',
    topics: ['webhooks'],
    access: 'company.administer',
    ok: z.array(Webhook),
  }),
  createWebhook: call({
    method: 'POST',
    path: '/api/v1/webhooks/',
    confirmed: 'always',
    reaches: 'receiver',
    summary: 'Create a webhook that is notified of alarms; its secret is shown in this answer only',
    topics: ['webhooks'],
    access: 'company.administer',
    body: WebhookFields,
    ok: Webhook.extend({ secret: z.string() }),
    status: 201,
  }),
  changeWebhook: call({
    method: 'PUT',
    path: '/api/v1/webhooks/{id}/',
    confirmed: 'always',
    reaches: 'receiver',
    summary: 'Change the address of a webhook and what it is notified of, switch it off or on',
    topics: ['webhooks'],
    access: 'company.administer',
    params: WebhookPath,
    body: WebhookFields.extend({ version: Version.optional() }),
    ok: Webhook,
    conflict: Webhook,
  }),
  removeWebhook: call({
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}/',
    summary: 'Delete a webhook with its deliveries; what waits is not sent any more',
    topics: ['webhooks'],
    access: 'company.administer',
    params: WebhookPath,
    ok: z.undefined(),
    status: 204,
  }),
  testWebhook: call({
    method: 'POST',
    path: '/api/v1/webhooks/{id}/test/',
    confirmed: 'always',
    reaches: 'receiver',
    summary: 'Send a webhook a message of the type test; how it went stands among its deliveries',
    topics: ['webhooks'],
    access: 'company.administer',
    params: WebhookPath,
    ok: WebhookDelivery,
    status: 202,
  }),
  deliveries: call({
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries/',
    summary: 'What a webhook was sent in the last 30 days, newest first',
    topics: ['webhooks'],
    access: 'company.administer',
    params: WebhookPath,
    query: z.object({ state: z.enum(DELIVERY_STATES).optional() }).extend(PageQuery.shape),
    ok: paged(WebhookDelivery),
  }),
  sendAgain: call({
    method: 'POST',
    path: '/api/v1/webhook-deliveries/{id}/send-again/',
    confirmed: 'always',
    reaches: 'receiver',
    summary: 'Send a message again, with the same id',
    topics: ['webhooks'],
    access: 'company.administer',
    params: WebhookPath,
    ok: WebhookDelivery,
    status: 202,
  }),
});
