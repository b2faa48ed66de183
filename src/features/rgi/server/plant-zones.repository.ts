import type { Tx } from '../../../shared/server/tenancy.ts';

/** Plants with their zones, by number. */
export async function zonesOfPlants(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; time_zone: string }[]> {
  const { rows } = await tx.query<{ id: number; time_zone: string }>(
    'select p.id, p.time_zone from plants.plant p where p.company_id = $1 and p.id = any($2::bigint[]) order by p.id',
    [tx.scope.company_id, ids],
  );
  return rows;
}
