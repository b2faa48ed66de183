import type { Tx } from '../../../shared/server/tenancy.ts';

/** Months for which the company keeps readings; null: for ever. */
export async function findMonthsKept(tx: Tx): Promise<number | null> {
  const { rows } = await tx.query<{ months: number | null }>(
    'select readings_kept_months as months from companies.company where id_client = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.months ?? null;
}

/** Devices of the company, whoever may see them. */
export async function listDeviceIds(tx: Tx): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    'select id from plants.device where company_id = $1 order by id',
    [tx.scope.company_id],
  );
  return rows.map((row) => row.id);
}

/**
 * Lets the readings of a device's days that ended before an instant go, packed or not; the days' figures stay and are
 * never made anew. Answers how many days.
 */
export async function expireDays(tx: Tx, device_id: number, before: Date): Promise<number> {
  const { company_id } = tx.scope;
  const { rowCount } = await tx.query(
    `update obs_day set packed = null, expired = true
     where company_id = $1 and device_id = $2 and day < $3::timestamptz::date + 1 and end_at <= $3 and not expired`,
    [company_id, device_id, before],
  );
  if (rowCount === 0) return 0;
  await tx.query(
    `delete from obs where company_id = $1 and device_id = $2
       and ts < (select max(end_at) from obs_day where company_id = $1 and device_id = $2 and expired)`,
    [company_id, device_id],
  );
  await tx.query(
    `delete from obs_dirty m using obs_day d
     where m.company_id = $1 and m.device_id = $2 and d.company_id = $1 and d.device_id = $2 and d.day = m.day and d.expired`,
    [company_id, device_id],
  );
  return rowCount;
}
