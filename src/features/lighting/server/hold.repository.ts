import type { Tx } from '../../../shared/server/tenancy.ts';

type Edited =
  | 'light_point'
  | 'light_report'
  | 'lighting_alarm'
  | 'lighting_box'
  | 'municipality'
  | 'municipality_settings'
  | 'pod_price'
  | 'power_line';

/**
 * Keeps a record as it is until the transaction ends, before it is read and changed: of two who saved from the same version the
 * second waits, and then finds what the first has stored. What refers to it may be written meanwhile.
 */
export async function hold(tx: Tx, table: Edited, id: number): Promise<void> {
  await tx.query(`select from ${table} where company_id = $1 and id = $2 for no key update`, [
    tx.scope.company_id,
    id,
  ]);
}
