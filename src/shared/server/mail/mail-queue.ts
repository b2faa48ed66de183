import { defineQueue } from '../jobs.ts';

/** The job of one mail. */
export interface MailJob {
  id: number;
}

/** A mail server may be away for a while: first after seconds, later every few minutes, for about a quarter of an hour. */
export const mailQueue = defineQueue<MailJob>('mail', {
  retryLimit: 10,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
});
