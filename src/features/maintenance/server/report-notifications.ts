import { defineNotification } from '../../../shared/server/notifications/kinds.ts';
import { reportCode } from '../reports.model.ts';

/** To those who may write downtimes, when a report proposes a change of one. */
export const downtimeProposed = defineNotification<{ number: number; plant: string; by: string }>({
  kind: 'maintenance.proposed',
  severity: null,
  capability: 'records.write',
  channels: { bell: true, mail: false, digest: true },
  link: ({ subject }) => `/apps/asset/maintenance-reports?open=${subject}`,
  words: {
    en: {
      label: 'Changes of downtimes that reports propose',
      text: ({ number, plant, by }) =>
        `Report ${reportCode(number)} (${plant}) proposes a change of its downtime${by && `: ${by}`}`,
    },
    it: {
      label: 'Modifiche ai fermi proposte dai rapporti di intervento',
      text: ({ number, plant, by }) =>
        `Il rapporto ${reportCode(number)} (${plant}) propone una modifica al suo fermo${by && `: ${by}`}`,
    },
  },
});
