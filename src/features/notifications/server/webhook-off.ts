import { defineNotification } from '../../../shared/server/notifications/kinds.ts';

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
