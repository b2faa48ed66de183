import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { downtimeName } from '../downtime-name.model.ts';

/** A downtime that the scope may see, as its notes know it. */
export async function findNotedDowntime(
  tx: Tx,
  id: number,
): Promise<{ name: string; plant_id: number } | undefined> {
  const { rows } = await tx.query<{
    plant_id: number;
    proj_code: string;
    time_zone: string;
    start_at: Date;
  }>(
    `select d.plant_id, p.proj_code, p.time_zone, d.start_at
     from downtime d join plants.plant p on p.company_id = $1 and p.id = d.plant_id
     where d.company_id = $1 and d.id = $2 and ($3::bigint[] is null or d.plant_id = any($3))`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
    'downtimes_noted',
  );
  const [row] = rows;
  return row && { plant_id: row.plant_id, name: downtimeName({ ...row, start: row.start_at.toISOString() }) };
}
