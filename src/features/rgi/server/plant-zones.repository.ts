import type { Tx } from '../../../shared/server/tenancy.ts';

export interface ZonedPlant {
  id: number;
  name: string;
  time_zone: string;
}

/** Plants with their zones, by number. */
export async function zonesOfPlants(tx: Tx, ids: readonly number[]): Promise<ZonedPlant[]> {
  const { rows } = await tx.query<ZonedPlant>(
    'select p.id, p.name, p.time_zone from plants.plant p where p.company_id = $1 and p.id = any($2::bigint[]) order by p.id',
    [tx.scope.company_id, ids],
  );
  return rows;
}
