import type { Tx } from '../tenancy.ts';

/** The time zone of a plant; none where the scope sees no such plant. */
export async function findPlantZone(tx: Tx, proj_code: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ time_zone: string }>(
    'select time_zone from plants.plant where company_id = $1 and proj_code = $2',
    [tx.scope.company_id, proj_code],
  );
  return rows[0]?.time_zone;
}
