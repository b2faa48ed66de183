import { defineQueue } from '../jobs.ts';

/** The job of one mail. */
export interface MailJob {
  id: number;
}

/** Mail that an instance sends at once: a server that needs minutes for one holds up no other. */
export const MAIL_AT_ONCE = 4;

/** A mail server may be away for a while: first after seconds, later every few minutes, for about a quarter of an hour. */
export const mailQueue = defineQueue<MailJob>(
  'mail',
  { retryLimit: 10, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 },
  MAIL_AT_ONCE,
);
