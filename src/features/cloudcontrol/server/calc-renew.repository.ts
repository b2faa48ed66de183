import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_VARIABLES } from '../../plants/plants.model.ts';

/**
 * Takes the next slot of a device; undefined where it has none left. A slot is never used again, so that what an old
 * definition made can never be read as what the new one makes.
 */
export async function takeSlot(tx: Tx, device_id: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ slot: number }>(
    `update device set next_slot = next_slot + 1 where company_id = $1 and id = $2 and next_slot < $3
     returning next_slot - 1 as slot`,
    [tx.scope.company_id, device_id, MAX_VARIABLES],
  );
  return rows[0]?.slot;
}

/** Gives a variable another slot. */
export async function moveVariable(tx: Tx, variable_id: number, slot: number): Promise<void> {
  await tx.query('update variable set slot = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    variable_id,
    slot,
  ]);
}

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
