import { defineQueue } from '../../../shared/server/jobs.ts';

/** Days of a plant that somebody wants searched for downtimes. */
export interface SearchJob {
  company_id: number;
  proj_code: string;
  from_on: string;
  to_on: string;
}

export const searchQueue = defineQueue<SearchJob>('downtime-search');
