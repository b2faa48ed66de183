import { defineQueue } from '../../../shared/server/jobs.ts';

/** A statement some of whose mails are to be made. */
export interface MailingJob {
  company_id: number;
  statement_id: number;
}

export const mailingQueue = defineQueue<MailingJob>('community-mailing');
