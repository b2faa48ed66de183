import type { Tx } from '../../../shared/server/tenancy.ts';

/** Plants and causes whose names hold a word, and downtimes of devices whose name, maker or model does. */
export async function findMatches(
  tx: Tx,
  pattern: string,
): Promise<{ plants: number[]; causes: number[]; downtimes: number[] }> {
  const { rows } = await tx.query<{ plants: number[]; causes: number[]; downtimes: number[] }>(
    `select array(select p.id from plants.plant p
                  where p.company_id = $1 and (p.name ilike $2 or p.proj_code ilike $2) order by 1) as plants,
            array(select c.id from downtime_cause c where c.company_id = $1 and c.name ilike $2 order by 1) as causes,
            array(select distinct x.downtime_id from plants.device v
                  join downtime_device x on x.company_id = $1 and x.device_id = v.id
                  where v.company_id = $1 and (v.short_name ilike $2 or v.manufacturer ilike $2 or v.model ilike $2) order by 1) as downtimes`,
    [tx.scope.company_id, pattern],
    'downtimes_matches',
  );
  return rows[0] ?? { plants: [], causes: [], downtimes: [] };
}
