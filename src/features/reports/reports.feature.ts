import { nameById, TARGET_ID } from '../../shared/server/audit-register.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import { type WorkerServices, worksOn } from '../../shared/server/feature-work.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as issues from './report-issues.contract.ts';
import * as schedules from './report-schedules.contract.ts';
import * as reports from './reports.contract.ts';
import { reportIssuesHandlers } from './server/issues.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { reportsHandlers } from './server/reports.routes.ts';
import { startReportClock } from './server/schedules/report-clock.ts';
import { reportMailQueue } from './server/schedules/report-mail-queue.ts';
import { removeOldDeliveries } from './server/schedules/schedules.repository.ts';
import { reportSchedulesHandlers, reportsMade } from './server/schedules/schedules.ts';
import { sendScheduled } from './server/schedules/send-scheduled.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    reports: typeof auditEn;
  }
}

const NUMBER = `(select x.number || '/' || x.year from report_issue x where x.company_id = $1 and x.id = ${TARGET_ID})`;

/** The reports K451 and K410: what plants did in days, months and years, and what of it was issued. */
export const reportsFeature = defineFeature({
  name: 'reports',
  tables: ['report_delivery', 'report_issue', 'report_schedule'],
  calls: {
    reports: reports.reportsCalls,
    reportIssues: issues.reportIssuesCalls,
    reportSchedules: schedules.reportSchedulesCalls,
  },
  handlers: (services: Services & Parameters<typeof reportsHandlers>[0]) => ({
    reports: reportsHandlers(services),
    reportIssues: reportIssuesHandlers(services),
    reportSchedules: reportSchedulesHandlers,
  }),
  schemas: { reports, issues, schedules },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: { report: NUMBER, report_schedule: nameById('report_schedule', 'x.name') },
  },
  made: reportsMade,
  jobs: [
    worksOn(
      reportMailQueue,
      ({ pool, mailer, now, ending }: WorkerServices) =>
        (job) =>
          sendScheduled({ pool, mailer, now, ending }, job),
    ),
  ],
  background: async (services: WorkerServices) => [await startReportClock(services)],
  housekeeping: { company: removeOldDeliveries },
});
