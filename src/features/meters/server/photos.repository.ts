import type { Tx } from '../../../shared/server/tenancy.ts';

/** Which of these photos a reading names. */
export async function listNamedPhotos(tx: Tx, photo_ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.query<{ photo_id: number }>(
    `select photo_id from energy_meter_reading
     where company_id = $1 and photo_id is not null and photo_id = any($2::bigint[])`,
    [tx.scope.company_id, photo_ids],
  );
  return rows.map(({ photo_id }) => photo_id);
}

/** Photos of a meter that its readings name. */
export async function countNamedPhotos(tx: Tx, meter_id: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(distinct photo_id)::int as count from energy_meter_reading
     where company_id = $1 and meter_id = $2 and photo_id is not null`,
    [tx.scope.company_id, meter_id],
  );
  return rows[0]?.count ?? 0;
}
