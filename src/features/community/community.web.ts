import { defineWebFeature } from '../../shared/web/feature/feature.ts';

/** What the portal knows of energy communities: what the audit says of them. */
export const communityWeb = defineWebFeature({
  auditWords: { en: () => import('./i18n/audit.en.json'), it: () => import('./i18n/audit.it.json') },
});
