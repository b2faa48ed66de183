import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ResidentialSettings } from '../settings.contract.ts';

/** What the company decided about its homes; `version` is 1 while it decided nothing. */
export async function findSettings(tx: Tx): Promise<ResidentialSettings> {
  const { rows } = await tx.query<ResidentialSettings>(
    `select s.readings_kept_months, c.readings_kept_months as company_kept_months, coalesce(s.version, 1) as version
     from companies.company c left join residential_setting s on s.company_id = $1 where c.id_client = $1`,
    [tx.scope.company_id],
    'residential_settings',
  );
  return rows[0] ?? { readings_kept_months: null, company_kept_months: null, version: 1 };
}

/** Changes it; false when the version is not the stored one any more. */
export async function saveSettings(
  tx: Tx,
  { readings_kept_months, version }: { readings_kept_months: number | null; version?: number | undefined },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into residential_setting as s (company_id, readings_kept_months, version) values ($1, $2, 2)
     on conflict (company_id) do update set readings_kept_months = excluded.readings_kept_months, version = s.version + 1
     where $3::int is null or s.version = $3`,
    [tx.scope.company_id, readings_kept_months, version ?? null],
  );
  return rowCount > 0;
}

/** Every device of homes, also those in the bin where the transaction sees it. */
export async function listDevicesOfHomes(tx: Tx): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select d.id from home h join plants.device d on d.company_id = $1 and d.plant_id = h.plant_id
     where h.company_id = $1 order by d.id`,
    [tx.scope.company_id],
  );
  return rows.map(({ id }) => id);
}
