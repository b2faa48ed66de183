import type { KindsOfMade } from '../../../shared/server/made-things.ts';
import { listWebhooksMadeBy } from './webhooks.repository.ts';
import { removeWebhook } from './webhooks.service.ts';

/** What people make here that acts by itself: webhooks, which tell programs of alarms. */
export const notificationsMade: KindsOfMade = [
  {
    kind: 'webhook',
    table: 'webhook',
    capability: 'company.administer',
    list: async (tx, user_id) =>
      (await listWebhooksMadeBy(tx, user_id)).map((webhook) => ({ ...webhook, gives_away: true })),
    end: removeWebhook,
  },
];
