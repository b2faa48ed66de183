import type { overviewFeature } from '../../../src/features/overview/overview.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { plant } from '../support/slot-kinds.ts';

/** Examples for the loops: what looks across areas. */
export const area: AreaExamples<typeof overviewFeature.calls> = {
  examples: {
    overview: {
      cards: (_, { proj_code }) => ({ query: { codes: proj_code } }),
      exportCards: (_, { proj_code }) => ({
        body: { columns: ['name', 'power'], groups: [{ title: '', codes: [proj_code] }] },
      }),
      plantsData: () => ({}),
      dashboardData: (_, { proj_code }) => ({ query: { codes: proj_code } }),
      search: () => ({ query: { search: 'A' } }),
      plantOverview: (_, { proj_code }) => ({ params: { proj_code } }),
    },
    energyBalance: {
      energyBalance: (_, { proj_code }) => ({ params: { proj_code }, query: { span: 'month' } }),
    },
    devicePage: {
      deviceOverview: (_, { proj_code, device_id }) => ({ params: { proj_code, id: String(device_id) } }),
      deviceSiblings: (_, { proj_code, device_id }) => ({
        params: { proj_code, id: String(device_id) },
        query: { span: 'month' },
      }),
    },
  },
  slots: {
    // A file of what stood on screen: a plant that is not there, or is not theirs, is left out and named as it was asked for.
    'overview.exportCards codes': { ...plant, status: 200 },
  },
  rows: {
    plant_live: ({ company_id, ids }) => ({ company_id, plant_id: ids.plant, power_kw: 7.25 }),
  },
};
