import { randomUUID } from 'node:crypto';
import type { notificationsFeature } from '../../../src/features/notifications/notifications.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { fresh } from '../support/making.ts';
import { NONE, word } from '../support/slot-kinds.ts';
import type { World } from '../support/world.ts';

/** A new webhook of the world's company, and a message of it. */
async function aWebhook({ test, scope }: World, name: string): Promise<{ id: string; delivery_id: string }> {
  const [row] = await test.arrange<{ id: number; delivery_id: number }>(
    `with w as (insert into webhook (company_id, name, url, sealed_secret) values ($1, $2, 'https://example.org/hook', 'x') returning id),
     d as (insert into webhook_delivery (company_id, webhook_id, message_id, event, body, state)
       select $1, id, $3, 'test', '{}', 'given_up' from w returning id)
     select w.id, d.id as delivery_id from w, d`,
    [scope.company_id, name, randomUUID()],
  );
  return { id: String(row?.id), delivery_id: String(row?.delivery_id) };
}

const webhookBody = (name: string, proj_code: string) => ({
  name: `${name} ${fresh()}`,
  url: 'https://example.org/hook',
  proj_codes: [proj_code],
  codes: null,
  types: ['E' as const],
  enabled: true,
});

/** Examples for the loops: webhooks. */
export const area: AreaExamples<typeof notificationsFeature.calls> = {
  examples: {
    webhooks: {
      webhooks: () => ({}),
      createWebhook: async ({ test, scope }, { mark, proj_code }) => {
        // A company has a few of them at most, and the loops make many.
        await test.arrange(`delete from webhook where company_id = $1 and url = 'https://example.org/hook'`, [
          scope.company_id,
        ]);
        return { body: webhookBody(mark, proj_code) };
      },
      changeWebhook: async (world, { mark, proj_code }) => ({
        params: { id: (await aWebhook(world, mark)).id },
        body: webhookBody(mark, proj_code),
      }),
      removeWebhook: async (world, { mark }) => ({ params: { id: (await aWebhook(world, mark)).id } }),
      testWebhook: async (world, { mark }) => ({ params: { id: (await aWebhook(world, mark)).id } }),
      deliveries: async (world, { mark }) => ({ params: { id: (await aWebhook(world, mark)).id } }),
      sendAgain: async (world, { mark }) => ({ params: { id: (await aWebhook(world, mark)).delivery_id } }),
    },
  },
  slots: {
    // Kinds of alarms.
    'webhooks.createWebhook codes': NONE,
    'webhooks.changeWebhook codes': NONE,
    'webhooks.changeWebhook id': word,
    'webhooks.removeWebhook id': word,
    'webhooks.testWebhook id': word,
    'webhooks.deliveries id': word,
    'webhooks.sendAgain id': word,
  },
  rows: {
    webhook: ({ company_id, mark, user_id }) => ({
      company_id,
      name: mark,
      kinds: [mark],
      url: `https://${mark}.example.org/hook`,
      sealed_secret: Buffer.from(mark),
      enabled: false,
      created_by: user_id,
    }),
    webhook_delivery: ({ company_id, ids, mark }) => ({
      company_id,
      webhook_id: ids.webhook,
      message_id: '00000000-0000-4000-8000-000000000001',
      event: 'test',
      kind: mark,
      body: { name: mark },
      state: 'given_up',
      fault: { reason: mark },
    }),
  },
  meaningful: { 'webhook.codes': 'words of the program' },
};
