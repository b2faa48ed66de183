import type { reportsFeature } from '../../../src/features/reports/reports.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';

const today = (): string => new Date().toISOString().slice(0, 10);
const year = (): string => today().slice(0, 4);

/** Examples for the loops: the reports K451 and K410. */
export const area: AreaExamples<typeof reportsFeature.calls> = {
  examples: {
    reports: {
      k451: (_, { proj_code }) => ({ body: { idcalc: 1, codes: [proj_code], from: today(), to: today() } }),
      k451File: (_, { proj_code }) => ({ query: { codes: proj_code, from: today(), to: today() } }),
      k410: (_, { proj_code }) => ({ query: { codes: proj_code, year: year() } }),
      k410File: (_, { proj_code }) => ({ query: { codes: proj_code, year: year() } }),
    },
  },
  slots: {},
  rows: {},
};
