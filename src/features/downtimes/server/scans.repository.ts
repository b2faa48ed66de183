import type { Tx } from '../../../shared/server/tenancy.ts';

/** A plant whose days are searched. */
export interface SearchedPlant {
  readonly plant_id: number;
  readonly proj_code: string;
  readonly time_zone: string;
}

/** Plants of the company that have devices, by their codes. */
export async function listSearched(tx: Tx): Promise<SearchedPlant[]> {
  const { rows } = await tx.query<SearchedPlant>(
    `select p.id as plant_id, p.proj_code, p.time_zone from plants.plant p where p.company_id = $1
       and exists (select from plants.device d where d.company_id = $1 and d.plant_id = p.id and d.nominal_power > 0)
     order by p.proj_code`,
    [tx.scope.company_id],
    'downtimes_searched',
  );
  return rows;
}

/** Which of these days of plants were searched already. */
export async function listScanned(
  tx: Tx,
  { plant_ids, from }: { plant_ids: readonly number[]; from: string },
): Promise<{ plant_id: number; day: string }[]> {
  const { rows } = await tx.query<{ plant_id: number; day: string }>(
    'select plant_id, day from downtime_scan where company_id = $1 and plant_id = any($2::bigint[]) and day >= $3',
    [tx.scope.company_id, plant_ids, from],
    'downtimes_scanned',
  );
  return rows;
}

/** Days that were searched before their expected energy was made anew: data came later. Oldest first. */
export async function listChangedScans(
  tx: Tx,
  { from, limit }: { from: string; limit: number },
): Promise<{ proj_code: string; day: string }[]> {
  const { rows } = await tx.query<{ proj_code: string; day: string }>(
    `select p.proj_code, s.day from downtime_scan s
     join forecast.expected_day e on e.company_id = $1 and e.plant_id = s.plant_id and e.day = s.day and e.made_at > s.scanned_at
     join plants.plant p on p.company_id = $1 and p.id = s.plant_id
     where s.company_id = $1 and s.day >= $2 order by s.day, p.proj_code limit $3`,
    [tx.scope.company_id, from, limit],
    'downtimes_changed_scans',
  );
  return rows;
}

/** Keeps that days were searched. */
export async function saveScans(
  tx: Tx,
  scans: readonly { readonly plant_id: number; readonly day: string; readonly unknown_share: number }[],
  at: Date,
): Promise<void> {
  if (scans.length === 0) return;
  await tx.query(
    `insert into downtime_scan (company_id, plant_id, day, scanned_at, unknown_share)
     select p.company_id, p.id, u.day, $5, u.unknown_share
     from unnest($2::bigint[], $3::date[], $4::float8[]) u (plant_id, day, unknown_share)
     join plants.plant p on p.company_id = $1 and p.id = u.plant_id
     on conflict (company_id, plant_id, day) do update set scanned_at = excluded.scanned_at, unknown_share = excluded.unknown_share`,
    [
      tx.scope.company_id,
      scans.map(({ plant_id }) => plant_id),
      scans.map(({ day }) => day),
      scans.map(({ unknown_share }) => unknown_share),
      at,
    ],
  );
}

/** Forgets days that are searched no more, whatever comes. */
export async function deleteOldScans(tx: Tx, before: string): Promise<void> {
  await tx.query('delete from downtime_scan where company_id = $1 and day < $2', [
    tx.scope.company_id,
    before,
  ]);
}
