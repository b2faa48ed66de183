import { defineQueue } from '../../../shared/server/jobs.ts';

/** A run of a simulation that is to be calculated. */
export interface RunJob {
  company_id: number;
  run_id: number;
}

export const runQueue = defineQueue<RunJob>('community-simulation');
