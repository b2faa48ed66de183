import type { Tx } from '../../../shared/server/tenancy.ts';
import type { EvaluatedCode } from '../../notifications/alarm-codes.model.ts';

export interface PreviewPlant {
  readonly plant_id: number;
  readonly proj_code: string;
  readonly name: string;
  readonly time_zone: string;
}

/** What plants are called, and their zones. */
export async function listPreviewPlants(tx: Tx, plant_ids: readonly number[]): Promise<PreviewPlant[]> {
  const { rows } = await tx.query<PreviewPlant>(
    'select id as plant_id, proj_code, name, time_zone from plants.plant where company_id = $1 and id = any($2::bigint[])',
    [tx.scope.company_id, plant_ids],
  );
  return rows;
}

export interface OpenedAlarmsQuery {
  readonly code: EvaluatedCode;
  readonly plant_ids: readonly number[];
  readonly device_id: number | null;
  readonly start: number;
  readonly end: number;
}

/** How many alarms really opened, by local day of their plant; those that followed from others are left out. */
export async function countRealAlarms(
  tx: Tx,
  query: OpenedAlarmsQuery,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await tx.query<{ day: string; count: number }>(
    `select to_char(a.opened_at at time zone p.time_zone, 'YYYY-MM-DD') as day, count(*)::int as count
     from alarm a join plants.plant p on p.company_id = a.company_id and p.id = a.plant_id
     where a.company_id = $1 and a.code = $2 and a.plant_id = any($3::bigint[]) and a.cause_id is null
       and ($4::bigint is null or a.device_id = $4) and a.opened_at >= $5 and a.opened_at < $6
     group by 1`,
    [
      tx.scope.company_id,
      query.code,
      query.plant_ids,
      query.device_id,
      new Date(query.start),
      new Date(query.end),
    ],
  );
  return rows;
}
