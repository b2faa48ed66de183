import type { maintenanceFeature } from '../../../src/features/maintenance/maintenance.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { companyListExamples } from '../support/company-list.ts';

/** Examples for the loops: the kinds of maintenance that a company tells apart. */
export const area: AreaExamples<typeof maintenanceFeature.calls> = {
  ...companyListExamples('maintenanceTypes'),
  rows: {
    maintenance_type: ({ company_id, mark }) => ({ company_id, name: mark, description: mark }),
  },
};
