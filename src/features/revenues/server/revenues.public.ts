import type { Tx } from '../../../shared/server/tenancy.ts';
import type { RevenuePeriod } from '../revenue.model.ts';
import type { Revenues } from '../revenues.contract.ts';
import { revenuesOf } from './revenues.ts';

/** What a plant earned by its tariffs, period by period, for reports. */
export function loadRevenues(
  tx: Tx,
  asked: { proj_code: string; from: string; to: string; by: RevenuePeriod },
  now: Date,
): Promise<Revenues> {
  return revenuesOf(tx, asked, now);
}
