import type { JobQueue } from '../../../shared/server/jobs.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { downtimesOf } from './downtime-book.ts';

/** What an intervention says of a downtime; what is undefined stays as it is. */
export interface Intervention {
  readonly intervention?: string | null | undefined;
  readonly stop?: string | null | undefined;
  readonly repair_cost?: number | null | undefined;
}

/**
 * Writes what an intervention says into a downtime, as a person would: judged, audited and told, and its figures are worked out anew.
 * Whoever asks may write downtimes. @throws AppError not_found; invalid, each fault at its field
 */
export function interventionsOf(deps: { readonly jobs: Pick<JobQueue, 'send'> }) {
  const downtimes = downtimesOf(deps);
  return {
    async record(tx: Tx, id: number, said: Intervention, now: Date): Promise<void> {
      await downtimes.change(tx, id, said, now);
    },
  };
}
export type Interventions = ReturnType<typeof interventionsOf>;
