import { defineNotification, type KeptSource } from '../../src/shared/server/notifications/kinds.ts';

/** A kind of an area that there is not: what the kit does with it, it does with any. */
export const VISIT_ASSIGNED = defineNotification<{ title: string }>({
  kind: 'visits.assigned',
  severity: null,
  capability: 'asset.read',
  channels: { bell: true, mail: true, digest: true },
  words: {
    en: { label: 'Visits assigned to me', text: ({ title }) => `The visit “${title}” was assigned to you` },
    it: { label: 'Visite assegnate a me', text: ({ title }) => `Ti è stata assegnata la visita «${title}»` },
  },
  link: ({ subject }) => `/apps/asset/visits?open=${subject}`,
});

/** A second one, for managers, which comes in the bell alone unless somebody chooses more. */
export const VISIT_OVERDUE = defineNotification<{ title: string }>({
  kind: 'visits.overdue',
  severity: 'E',
  capability: 'company.administer',
  channels: { bell: true, mail: false, digest: false },
  words: {
    en: { label: 'Overdue visits', text: ({ title }) => `The visit “${title}” is overdue` },
    it: { label: 'Visite in ritardo', text: ({ title }) => `La visita «${title}» è in ritardo` },
  },
  link: ({ subject }) => `/apps/asset/visits?open=${subject}`,
});

/** What an area does that keeps a kind of which nothing ever happens. */
export const QUIET_SOURCE: KeptSource = {
  dispatch: async () => false,
  queueForWebhooks: async () => ({ more: false, failed: [] }),
  findDue: async () => ({ due: [], digests: [], paced: null }),
  notify: async () => undefined,
  sendDigest: async () => undefined,
  nextDueAt: async () => null,
  findTiming: async () => undefined,
  dropFuture: async () => undefined,
  latestDigestAt: async () => 0,
};
