import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { UnitShared } from '../bulk.contract.ts';

const MAX_NAMED = 5;

/** Of these devices those that have their port and unit id in common with others, which are named, oldest first. */
export async function listSharedUnits(tx: Tx, ids: readonly number[]): Promise<UnitShared[]> {
  const { rows } = await tx.query<UnitShared>(
    `select d.id as device_id, 'unit_shared' as code, d.unit_id,
            (array_agg(x.short_name order by x.id))[1:${MAX_NAMED}] as others
     from plants.device d
     join plants.device x on x.company_id = d.company_id and x.port_id = d.port_id and x.unit_id = d.unit_id and x.id <> d.id
     where d.company_id = $1 and d.id = any($2) and not d.template and not x.template
       and ($3::bigint[] is null or x.plant_id = any($3))
     group by d.id, d.unit_id order by d.id`,
    [tx.scope.company_id, ids, plantFilter(tx.scope)],
  );
  return rows;
}
