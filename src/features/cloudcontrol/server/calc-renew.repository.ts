import type { Tx } from '../../../shared/server/tenancy.ts';

/** Notes for which rhythm a group's results are made from now on, and how many days its past has. */
export async function setPast(
  tx: Tx,
  group: { id: number; step_s: number; past_days: number },
): Promise<void> {
  await tx.query('update calc_group set step_s = $3, past_days = $4 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    group.id,
    group.step_s,
    group.past_days,
  ]);
}
