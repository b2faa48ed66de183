import { defineQueue } from '../../../shared/server/jobs.ts';

/** A device that is to be removed with its readings. */
export interface RemovalJob {
  company_id: number;
  device_id: number;
}

/** Whatever stops it, a device that is being removed must not stay half way for ever. */
export const removalQueue = defineQueue<RemovalJob>('removal', {
  retryLimit: 100,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
});
