import type { Services } from '../../shared/server/feature.ts';
import { defineFeature } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import * as devicePage from './device.contract.ts';
import * as energyBalance from './energy-balance.contract.ts';
import * as overview from './overview.contract.ts';
import { startLiveFollower } from './server/live-follower.ts';
import {
  devicePageHandlers,
  energyBalanceHandlers,
  type OverviewDeps,
  overviewHandlers,
} from './server/overview.routes.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };

/** What looks across areas: cards, plant and device pages, home. */
export const overviewFeature = defineFeature({
  name: 'overview',
  tables: ['plant_live'],
  calls: {
    overview: overview.overviewCalls,
    devicePage: devicePage.devicePageCalls,
    energyBalance: energyBalance.energyBalanceCalls,
  },
  handlers: ({ config, plantIcons, expectedShares }: Services & OverviewDeps) => ({
    overview: overviewHandlers({ plantIcons, expectedShares }),
    devicePage: devicePageHandlers,
    energyBalance: energyBalanceHandlers(config.energy),
  }),
  schemas: { overview, devicePage, energyBalance },
  refusals,
  background: async (services: WorkerServices) => [await startLiveFollower(services)],
});
