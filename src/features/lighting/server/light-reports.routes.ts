import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { lightReportsCalls } from '../light-reports.contract.ts';
import { changeReport, createReport, listReports } from './light-reports.service.ts';

/** Calls about what citizens reported. */
export const lightReportsHandlers: Handlers<typeof lightReportsCalls> = {
  list: ({ tx, query }) => listReports(tx, query),
  create: ({ tx, body, now }) => createReport(tx, body, now),
  change: ({ tx, params, body, now }) => changeReport(tx, { ...params, ...body }, now),
};
