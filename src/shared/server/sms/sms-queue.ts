import { defineQueue } from '../jobs.ts';

/** The job of one text message. */
export interface SmsJob {
  id: number;
}

/** As patient as mail is. */
export const smsQueue = defineQueue<SmsJob>('sms', {
  retryLimit: 10,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
});
