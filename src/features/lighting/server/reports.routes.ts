import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { lightingReportsCalls } from '../lighting-reports.contract.ts';
import { energyFile, faultsFile, pellFile } from './report-files.ts';
import { energyReport, faultReport } from './reports.service.ts';

/** Reports of public lighting. `co2`: kg for each kWh; null: nothing is said of it. */
export const lightingReportsHandlers = (co2: number | null): Handlers<typeof lightingReportsCalls> => ({
  energy: ({ tx, query, now }) => energyReport(tx, query, { now, co2 }),
  energyFile: async ({ tx, query, language, now }) =>
    energyFile(await energyReport(tx, query, { now, co2 }), {
      ...query,
      language: query.language ?? language,
    }),
  faults: ({ tx, query }) => faultReport(tx, query),
  faultsFile: async ({ tx, query, language }) =>
    faultsFile(await faultReport(tx, query), { ...query, language: query.language ?? language }),
  pell: ({ tx, query, language }) => pellFile(tx, { ...query, language: query.language ?? language }),
});
