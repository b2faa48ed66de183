import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import { createOutboundGuard } from '../../shared/server/outbound.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import { notificationsTargets } from './server/audit-targets.repository.ts';
import { notificationsMade } from './server/made.ts';
import { MAIL_STOP_KEY } from './server/mail-stop.public.ts';
import { startNotificationScheduler } from './server/notification-scheduler.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { removeOldDeliveries } from './server/webhook-deliveries.repository.ts';
import { WEBHOOK_OFF } from './server/webhook-off.ts';
import { webhooksHandlers } from './server/webhooks.routes.ts';
import { WEBHOOK_KEY } from './server/webhooks.service.ts';
import * as webhooks from './webhooks.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    notifications: typeof auditEn;
  }
}

/** How what happens reaches people by mail and programs by webhook, whichever area it is of. */
export const notificationsFeature = defineFeature({
  name: 'notifications',
  tables: ['webhook', 'webhook_delivery'],
  calls: { webhooks: webhooks.webhooksCalls },
  notifications: [WEBHOOK_OFF],
  handlers: ({ keyFor, notificationKinds }: Services) => ({
    webhooks: webhooksHandlers({ key: keyFor(WEBHOOK_KEY), kinds: notificationKinds }),
  }),
  schemas: { webhooks },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: notificationsTargets },
  made: notificationsMade,
  background: async ({ config, keyFor, notificationKinds, ...services }: WorkerServices) => [
    await startNotificationScheduler({
      ...services,
      publicUrl: config.publicUrl,
      stopKey: keyFor(MAIL_STOP_KEY),
      webhookKey: keyFor(WEBHOOK_KEY),
      kinds: notificationKinds,
      guard: createOutboundGuard(config.outboundAllow),
      allToSole: config.soleCompanyAllow === 'all',
    }),
  ],
  housekeeping: { company: removeOldDeliveries },
});
