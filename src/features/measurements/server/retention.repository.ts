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

/** Lets the packed readings of a device's days go that are still kept one by one; answers how many days. */
export async function expireOldDays(tx: Tx, device_id: number, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update obs_day set packed = null, expired = true
     where company_id = $1 and device_id = $2 and day < $3::timestamptz::date + 1 and end_at <= $3 and not expired`,
    [tx.scope.company_id, device_id, before],
  );
  return rowCount;
}

/** Which of some devices have readings of days that ended before an instant: most have none an hour after they were let go. */
export async function listKeeping(
  tx: Tx,
  { devices, before, until }: { devices: readonly number[]; before: Date; until: string },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select device_id as id from obs_figures
     where company_id = $1 and device_id = any($2::bigint[]) and month <= $4 and days & ~expired <> 0
     union
     select device_id from obs_day
     where company_id = $1 and device_id = any($2::bigint[]) and day < $3::timestamptz::date + 1 and end_at <= $3 and not expired
     order by id`,
    [tx.scope.company_id, devices, before, until],
  );
  return rows.map(({ id }) => id);
}

/** Months of a device that have days whose readings are still there, up to one. */
export async function listKeptMonths(
  tx: Tx,
  device_id: number,
  until: string,
): Promise<{ month: string; days: number; zone: string }[]> {
  const { rows } = await tx.query<{ month: string; days: number; zone: string }>(
    `select month, days & ~expired as days, zone from obs_figures
     where company_id = $1 and device_id = $2 and month <= $3 and days & ~expired <> 0 order by month`,
    [tx.scope.company_id, device_id, until],
  );
  return rows;
}

/** When the last day of a device ends whose readings were let go, of those that are kept one by one (epoch ms). */
export async function findOldExpiry(tx: Tx, device_id: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ at: number | null }>(
    `select date_part('epoch', max(end_at)) * 1000 as at from obs_day where company_id = $1 and device_id = $2 and expired`,
    [tx.scope.company_id, device_id],
  );
  return rows[0]?.at ?? undefined;
}

/** Takes away what is hot before an instant (epoch ms), and the marks of days whose readings were let go. */
export async function removeExpired(tx: Tx, device_id: number, before: number): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query('delete from obs where company_id = $1 and device_id = $2 and ts < $3', [
    company_id,
    device_id,
    new Date(before),
  ]);
  await tx.query(
    `delete from obs_dirty m using measurements.stored_day d
     where m.company_id = $1 and m.device_id = $2 and d.company_id = $1 and d.device_id = $2 and d.day = m.day and d.expired`,
    [company_id, device_id],
  );
}
