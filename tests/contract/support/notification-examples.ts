import { randomBytes, randomUUID } from 'node:crypto';
import { MAIL_STOP_KEY, stopToken } from '../../../src/features/alarms/server/mail-stop.ts';
import type { Contract, Example } from './example.ts';
import type { World } from './world.ts';

type Examples<A extends keyof Contract> = { [C in keyof Contract[A]]: Example<Contract[A][C]> };

const fresh = (): string => randomBytes(5).toString('hex');

/** The unsubscribe token of the world's owner, who has chosen. */
async function aStopToken({ test, scope, owner }: World): Promise<string> {
  await test.arrange(
    'insert into alarm_notification_preference (company_id, user_id) values ($1, $2) on conflict (company_id, user_id) do nothing',
    [scope.company_id, owner.id],
  );
  return stopToken(test.keyFor(MAIL_STOP_KEY), { company_id: scope.company_id, user_id: owner.id });
}

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

export const NOTIFICATION_PREFERENCE_EXAMPLES: Examples<'choices'> = {
  choice: () => ({}),
  saveChoice: (_, { proj_code }) => ({
    body: {
      enabled: true,
      proj_codes: [proj_code],
      codes: null,
      types: ['E'],
      at_once: true,
      recovery: true,
      quiet_from: null,
      quiet_to: null,
      errors_break_quiet: true,
      digest_at: null,
      time_zone: 'Europe/Rome',
    },
  }),
  testMail: async ({ test }) => {
    await test.arrange('update alarm_notification_preference set tested_at = null');
    return {};
  },
  findMailStop: async (world) => ({ body: { token: await aStopToken(world) } }),
  stopMail: async (world) => ({ body: { token: await aStopToken(world), enabled: true } }),
  stopMailByProgram: async (world) => ({
    query: { token: await aStopToken(world) },
    body: Buffer.from('List-Unsubscribe=One-Click'),
  }),
};

export const WEBHOOK_EXAMPLES: Examples<'webhooks'> = {
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
};
