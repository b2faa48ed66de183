import type { maintenanceFeature } from '../../../src/features/maintenance/maintenance.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { firms } from './maintenance/firms.ts';
import { outside } from './maintenance/outside.ts';
import { plans } from './maintenance/plans.ts';
import { reports } from './maintenance/reports.ts';
import { requests } from './maintenance/requests.ts';

/** Examples for the loops: one file for each contract. */
export const area: AreaExamples<typeof maintenanceFeature.calls> = {
  examples: {
    ...firms.examples,
    ...requests.examples,
    ...reports.examples,
    ...plans.examples,
    ...outside.examples,
  },
  slots: { ...firms.slots, ...requests.slots, ...reports.slots, ...plans.slots, ...outside.slots },
  // In the order of what they point to.
  rows: { ...firms.rows, ...plans.rows, ...requests.rows, ...reports.rows },
};
