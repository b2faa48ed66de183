import { defineFeature } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import * as overview from './overview.contract.ts';
import { startLiveFollower } from './server/live-follower.ts';
import { overviewHandlers } from './server/overview.routes.ts';

/** What looks across areas: cards, plant and device pages, home. */
export const overviewFeature = defineFeature({
  name: 'overview',
  tables: ['plant_live'],
  calls: { overview: overview.overviewCalls },
  handlers: () => ({ overview: overviewHandlers }),
  schemas: { overview },
  background: async (services: WorkerServices) => [await startLiveFollower(services)],
});
