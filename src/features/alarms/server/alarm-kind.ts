import type { KeptKind } from '../../../shared/server/notifications/kinds.ts';
import { DEFAULT_WEBHOOK_KIND } from '../../notifications/webhook.model.ts';
import { queueUnsent } from './alarm-webhooks.ts';
import { dispatchEvents, findDueRecipients, notifyRecipient, sendDigest } from './company-notifications.ts';
import { findPreference } from './notification-preferences.repository.ts';
import { latestDigestAt, nextDueAt } from './notifications.repository.ts';
import { dropFutureNotifications } from './notifications-clock.repository.ts';

/**
 * Alarms as a kind of notification. What is sent of one follows from its present state, so that the area keeps it and has
 * preferences of its own (ADR 0035).
 */
export const ALARM_KIND: KeptKind = {
  kind: DEFAULT_WEBHOOK_KIND,
  capability: 'asset.read',
  words: { en: { label: 'Alarms' }, it: { label: 'Allarmi' } },
  settings: '/apps/asset/alarms/notifications',
  source: {
    dispatch: dispatchEvents,
    queueForWebhooks: queueUnsent,
    findDue: findDueRecipients,
    notify: notifyRecipient,
    sendDigest,
    nextDueAt,
    findTiming: findPreference,
    dropFuture: dropFutureNotifications,
    latestDigestAt,
  },
};
