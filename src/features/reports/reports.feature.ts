import { defineFeature, type Services } from '../../shared/server/feature.ts';
import * as reports from './reports.contract.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { reportsHandlers } from './server/reports.routes.ts';

/** The reports K451 and K410: what plants did in days, months and years. */
export const reportsFeature = defineFeature({
  name: 'reports',
  tables: [],
  calls: { reports: reports.reportsCalls },
  handlers: (_: Services) => ({ reports: reportsHandlers }),
  schemas: { reports },
  refusals,
});
