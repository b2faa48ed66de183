import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature } from '../../shared/server/feature.ts';
import { companyListHandlers } from '../../shared/server/records/company-list-handlers.ts';
import * as downtimeCauses from './downtime-causes.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import en from './i18n/en.json' with { type: 'json' };
import it from './i18n/it.json' with { type: 'json' };

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    downtimes: typeof auditEn;
  }
}

/** Downtimes of plants: so far the causes that a company tells apart. */
export const downtimesFeature = defineFeature({
  name: 'downtimes',
  tables: ['downtime_cause'],
  calls: { downtimeCauses: downtimeCauses.downtimeCausesCalls },
  handlers: () => ({
    downtimeCauses: companyListHandlers({
      table: 'downtime_cause',
      audit: 'downtime_cause',
      topic: 'downtime_causes',
      words: { en, it },
    }),
  }),
  schemas: { downtimeCauses },
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: { downtime_cause: nameById('downtime_cause', 'x.name') },
  },
});
