import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature } from '../../shared/server/feature.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as maintenanceTypes from './maintenance-types.contract.ts';
import { maintenanceTypesHandlers } from './server/maintenance-types.routes.ts';

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
  handlers: () => ({ maintenanceTypes: maintenanceTypesHandlers }),
  schemas: { maintenanceTypes },
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: { maintenance_type: nameById('maintenance_type', 'x.name') },
  },
});
