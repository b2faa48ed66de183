import type pg from 'pg';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { neighbours } from '../../../shared/server/http/pages.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
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

export interface WebhooksDeps {
  pool: pg.Pool;
  /** Secrets rest sealed with it. */
  key: Uint8Array;
  now: () => Date;
}

/** Calls for a company's webhooks. */
export function webhooksHandlers({ pool, key, now }: WebhooksDeps): Handlers<typeof webhooksCalls> {
  return {
    webhooks: ({ scope }) => inScope(pool, scope, presentWebhooks, 'read only'),
    createWebhook: ({ scope, body }) => inScope(pool, scope, (tx) => createWebhook(tx, key, body)),
    changeWebhook: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) => changeWebhook(tx, params.id, body)),
    async removeWebhook({ scope, params }) {
      await inScope(pool, scope, (tx) => removeWebhook(tx, params.id));
      return undefined;
    },
    testWebhook: ({ scope, params }) => inScope(pool, scope, (tx) => testWebhook(tx, params.id, now())),
    async deliveries({ scope, params, query, request }) {
      const { state, ...page } = query;
      const { count, rows } = await inScope(
        pool,
        scope,
        async (tx) => {
          if (!(await findWebhook(tx, params.id))) notFound();
          return listDeliveries(tx, { webhook_id: params.id, state }, page);
        },
        'read only',
      );
      return { count, ...neighbours(request.url, page, count), results: rows.map(presentDelivery) };
    },
    sendAgain: ({ scope, params }) => inScope(pool, scope, (tx) => sendAgain(tx, params.id, now())),
  };
}
