import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature } from '../../shared/server/feature.ts';
import { companyListHandlers } from '../../shared/server/records/company-list-handlers.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import en from './i18n/en.json' with { type: 'json' };
import it from './i18n/it.json' with { type: 'json' };
import * as maintenanceTypes from './maintenance-types.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    maintenance: typeof auditEn;
  }
}

/** Maintenance of plants: so far the kinds of it that a company tells apart. */
export const maintenanceFeature = defineFeature({
  name: 'maintenance',
  tables: ['maintenance_type'],
  calls: { maintenanceTypes: maintenanceTypes.maintenanceTypesCalls },
  handlers: () => ({
    maintenanceTypes: companyListHandlers({
      table: 'maintenance_type',
      audit: 'maintenance_type',
      topic: 'maintenance_types',
      words: { en, it },
    }),
  }),
  schemas: { maintenanceTypes },
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: { maintenance_type: nameById('maintenance_type', 'x.name') },
  },
});
