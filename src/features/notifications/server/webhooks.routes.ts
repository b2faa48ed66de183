import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { webhooksCalls } from '../webhooks.contract.ts';
import { listDeliveries } from './webhook-deliveries.repository.ts';
import { findWebhook } from './webhooks.repository.ts';
import {
  changeWebhook,
  createWebhook,
  presentDelivery,
  presentWebhooks,
  removeWebhook,
  sendAgain,
  testWebhook,
  type WebhookDeps,
} from './webhooks.service.ts';

/** Calls for a company's webhooks. */
export function webhooksHandlers(deps: WebhookDeps): Handlers<typeof webhooksCalls> {
  return {
    webhooks: ({ tx }) => presentWebhooks(tx),
    createWebhook: ({ tx, body }) => createWebhook(tx, deps, body),
    changeWebhook: ({ tx, params, body }) =>
      changeWebhook(tx, params.id, { input: body, kinds: deps.kinds ?? [] }),
    removeWebhook: ({ tx, params }) => removeWebhook(tx, params.id),
    testWebhook: ({ tx, params, now }) => testWebhook(tx, params.id, now),
    async deliveries({ tx, params, query: { state, ...page } }) {
      if (!(await findWebhook(tx, params.id))) notFound();
      const { count, rows } = await listDeliveries(tx, { webhook_id: params.id, state }, page);
      return { count, results: rows.map(presentDelivery) };
    },
    sendAgain: ({ tx, params, now }) => sendAgain(tx, params.id, now),
  };
}
