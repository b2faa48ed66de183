import { defineNotification, type KeptKind } from '../../../shared/server/notifications/kinds.ts';

/**
 * Alarms as a kind of notification. What is sent of one follows from its present state, so that the area keeps it and has
 * preferences of its own (ADR 0035).
 */
export const ALARM_KIND: KeptKind = {
  kind: 'alarm',
  capability: 'asset.read',
  words: { en: { label: 'Alarms' }, it: { label: 'Allarmi' } },
  settings: '/apps/asset/alarms/notifications',
};

/** A webhook was switched off: those who can do something about it find it in the bell, beside the mail that they get. */
export const WEBHOOK_OFF = defineNotification<{ webhook: string; host: string }>({
  kind: 'webhook.switched_off',
  severity: 'W',
  capability: 'company.administer',
  channels: { bell: true, mail: false, digest: false },
  words: {
    en: {
      label: 'Webhook turned off',
      text: ({ webhook, host }) =>
        `The webhook “${webhook}” (${host}) was turned off: nothing could be delivered to it`,
    },
    it: {
      label: 'Webhook disattivato',
      text: ({ webhook, host }) =>
        `Il webhook «${webhook}» (${host}) è stato disattivato: non è stato possibile consegnargli nulla`,
    },
  },
  link: () => '/apps/asset/webhooks',
});
