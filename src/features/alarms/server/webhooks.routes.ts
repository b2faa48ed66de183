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
} from './webhooks.service.ts';

/** Calls for a company's webhooks; secrets rest sealed with the key. */
export function webhooksHandlers({ key }: { key: Uint8Array }): Handlers<typeof webhooksCalls> {
  return {
    webhooks: ({ tx }) => presentWebhooks(tx),
    createWebhook: ({ tx, body }) => createWebhook(tx, key, body),
    changeWebhook: ({ tx, params, body }) => changeWebhook(tx, params.id, body),
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
