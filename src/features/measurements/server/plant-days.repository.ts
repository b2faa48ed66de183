import type { Tx } from '../../../shared/server/tenancy.ts';

/** The devices of plants, each with its plant. */
export async function listPlantOfDevices(tx: Tx, plant_ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ device_id: number; plant_id: number }>(
    `select d.id as device_id, d.plant_id from plants.device d where d.company_id = $1 and d.plant_id = any($2::bigint[])`,
    [tx.scope.company_id, plant_ids],
  );
  return new Map(rows.map(({ device_id, plant_id }) => [device_id, plant_id]));
}

/** The first day of each device. They are named: joined with their plants' the view adds up those of the whole company. */
export async function listFirstDayRows(
  tx: Tx,
  device_ids: readonly number[],
): Promise<{ device_id: number; day: string | null }[]> {
  const { rows } = await tx.query<{ device_id: number; day: string | null }>(
    `select s.device_id, s.day from measurements.first_day s where s.company_id = $1 and s.device_id = any($2::bigint[])`,
    [tx.scope.company_id, device_ids],
  );
  return rows;
}

/** Days of devices whose readings were let go, both ends included. */
export async function listLetGoRows(
  tx: Tx,
  device_ids: readonly number[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ device_id: number; days: string[] }[]> {
  const { rows } = await tx.query<{ device_id: number; days: string[] }>(
    `select s.device_id, json_agg(s.day::text) as days from measurements.stored_day s
     where s.company_id = $1 and s.device_id = any($2::bigint[]) and s.expired and s.day between $3 and $4 group by s.device_id`,
    [tx.scope.company_id, device_ids, from, to],
  );
  return rows;
}
