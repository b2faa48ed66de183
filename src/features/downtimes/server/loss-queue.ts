import { defineQueue } from '../../../shared/server/jobs.ts';

/** A company of which the figures of some downtimes are to be worked out. */
export interface LossJob {
  company_id: number;
}

export const lossQueue = defineQueue<LossJob>('downtime-losses');
