import { defineQueue } from '../../../../shared/server/jobs.ts';

/** A schedule whose time has come. */
export interface ReportMailJob {
  company_id: number;
  schedule_id: number;
  /** YYYY-MM-DD, by the clock of Rome. */
  due_on: string;
}
export const reportMailQueue = defineQueue<ReportMailJob>('report-mail');
