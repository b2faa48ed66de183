import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';

export interface BinnedRow {
  id: number;
  proj_code: string;
  plant_name: string;
  short_name: string;
  description: string;
  category: string;
  serial_number: string | null;
  virtual: boolean;
  deleted_at: Date;
  purged_at: Date | null;
  /** Who deleted it; null for the program, and where it is not known. */
  user_id: number | null;
}

/** One page of the devices in the bin, those deleted last first; the transaction sees the bin. */
export async function listBinned(
  tx: Tx,
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: BinnedRow[] }> {
  const { rows } = await tx.query<BinnedRow & { count: number }>(
    `select count(*) over ()::int as count, d.id, p.proj_code, p.name as plant_name, d.short_name, d.description, d.category,
            d.serial_number, d.virtual, d.deleted_at, d.purged_at,
            (select v.user_id from configuration_version v where v.company_id = $1 and v.device_id = d.id
               and v.action = 'device.binned' order by v.number desc limit 1) as user_id
     from device d join plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.deleted_at is not null and ($2::bigint[] is null or d.plant_id = any($2))
     order by d.deleted_at desc, d.id desc limit $3 offset $4`,
    [tx.scope.company_id, plantFilter(tx.scope), page_size, (page - 1) * page_size],
  );
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ count: _, ...row }) => row) };
}

/** A device that the scope may see, as its notes name it. */
export async function findNoted(tx: Tx, id: number): Promise<{ name: string; plant_id: number } | undefined> {
  const { rows } = await tx.query<{ name: string; plant_id: number }>(
    `select short_name as name, plant_id from device
     where company_id = $1 and id = $2 and ($3::bigint[] is null or plant_id = any($3))`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

/** Whether a device was given up for ever; the transaction sees the bin. */
export async function isLeaving(tx: Tx, device_id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from device where company_id = $1 and id = $2 and purged_at is not null',
    [tx.scope.company_id, device_id],
  );
  return rowCount > 0;
}

/** Devices that were given up for ever more than an hour ago and still lie there; the transaction sees the bin. */
export async function listLeaving(tx: Tx): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from device where company_id = $1 and purged_at < now() - interval '1 hour' order by purged_at limit 100`,
    [tx.scope.company_id],
  );
  return rows.map(({ id }) => id);
}

const PORTION = { obs: 5_000, obs_day: 200, obs_stretch: 100, obs_figures: 100 } as const;

/** Deletes some readings of a device that is being removed. @returns whether there may be more */
export async function deletePortion(tx: Tx, device_id: number): Promise<boolean> {
  const { company_id } = tx.scope;
  for (const [table, at] of [
    ['obs', 'ts'],
    ['obs_day', 'day'],
    ['obs_stretch', 'start_at'],
    ['obs_figures', 'month'],
  ] as const) {
    const { rowCount } = await tx.query(
      `delete from ${table} where company_id = $1 and device_id = $2
         and ${at} in (select ${at} from ${table} where company_id = $1 and device_id = $2 order by ${at} limit $3)`,
      [company_id, device_id, PORTION[table]],
    );
    if (rowCount > 0) return true;
  }
  return false;
}

/**
 * What has no key that leads to the device. Whoever makes its days holds its marks meanwhile, so they go first; and once
 * more, because a day that was just made may have marked the next one.
 */
const LOOSE = [
  'obs_dirty',
  'obs',
  'obs_day',
  'obs_month',
  'obs_stretch',
  'obs_figures',
  'obs_year',
  'calc_due',
  'obs_dirty',
] as const;

/**
 * Deletes the device itself with all that hangs on it. Its readings are gone already but for those that came or were counted
 * in the last moment; from the first statement on no others can come. The transaction sees the bin.
 */
export async function deleteDevice(tx: Tx, device_id: number): Promise<void> {
  const values = [tx.scope.company_id, device_id];
  await deleteRefused(tx, device_id);
  await tx.query(
    `update public.alarm set cause_id = null where company_id = $1
       and cause_id in (select a.id from alarms.alarm a where a.company_id = $1 and a.device_id = $2)`,
    values,
  );
  // A meter stays; it is read by hand from now on.
  await tx.query(
    'update public.energy_meter set device_id = null where company_id = $1 and device_id = $2',
    values,
  );
  await tx.query('delete from device where company_id = $1 and id = $2 and purged_at is not null', values);
  for (const table of LOOSE) {
    await tx.query(`delete from ${table} where company_id = $1 and device_id = $2`, values);
  }
}

/** What was refused of it is counted by its name, which by now may be another device's: then it is kept. */
async function deleteRefused(tx: Tx, device_id: number): Promise<void> {
  await tx.query(
    `delete from public.refused_reading r using device d join plant p on p.company_id = d.company_id and p.id = d.plant_id
     where r.company_id = $1 and d.company_id = r.company_id and d.id = $2
       and r.device = p.proj_code || '/' || d.short_name and r.reason <> 'unknown_device'
       and not exists (select from device o where o.company_id = $1 and o.plant_id = d.plant_id
                       and o.short_name = d.short_name and o.deleted_at is null)`,
    [tx.scope.company_id, device_id],
  );
}
