import type { Tx } from '../../../shared/server/tenancy.ts';
import type { CountsRule } from '../availability.model.ts';
import { listRules } from './availability.repository.ts';

/** What is said of causes of downtimes in the K451 report. */
export async function loadCountsRules(tx: Tx): Promise<CountsRule[]> {
  return listRules(tx);
}
