import type { Tx } from '../../../shared/server/tenancy.ts';
import { ZONE } from '../lighting.model.ts';

export interface Sums {
  municipality_id: number;
  lights: number;
  month_kwh: number | null;
  month_eur: number | null;
  last_year_kwh: number | null;
  last_year_eur: number | null;
}

/** Whole days, the last included, and a part of another one. */
export interface Stretch {
  readonly from_day: string;
  readonly to_day: string;
  readonly start: Date;
  readonly end: Date;
}

export interface UsedRow {
  municipality_id: number;
  kwh: number;
  eur: number | null;
}

/** What each municipality's boxes used; euros only where every box that used something has a price. */
export async function sumUsed(tx: Tx, { from_day, to_day, start, end }: Stretch): Promise<UsedRow[]> {
  const { rows } = await tx.query<UsedRow>(
    `with price as (
       select pod, from_day, lead(from_day, 1, 'infinity') over (partition by pod order by from_day) as to_day, eur_kwh
       from pod_price where company_id = $1
     ), used as (
       select box_id, day, kwh from box_day where company_id = $1 and day between $2::date and $3::date
       union all
       select box_id, (hour at time zone $6)::date, kwh from box_hour
       where company_id = $1 and hour >= $4::timestamptz and hour < $5::timestamptz
     )
     select b.municipality_id, sum(u.kwh) as kwh,
       case when count(*) filter (where u.kwh > 0 and p.eur_kwh is null) = 0 then coalesce(sum(u.kwh * p.eur_kwh), 0) end as eur
     from used u
     join lighting_box b on b.company_id = $1 and b.id = u.box_id
     left join price p on p.pod = b.pod and u.day >= p.from_day and u.day < p.to_day
     where b.municipality_id is not null group by 1`,
    [tx.scope.company_id, from_day, to_day, start, end, ZONE],
    'lighting_sum_used',
  );
  return rows;
}

/** Light points of each municipality. */
export async function countLights(tx: Tx): Promise<{ municipality_id: number; lights: number }[]> {
  const { rows } = await tx.query<{ municipality_id: number; lights: number }>(
    `select b.municipality_id, sum(p.lights)::int as lights
     from (select box_id, count(*) as lights from light_point where company_id = $1 group by box_id) p
     join lighting_box b on b.company_id = $1 and b.id = p.box_id
     where b.municipality_id is not null group by 1`,
    [tx.scope.company_id],
    'lighting_count_lights',
  );
  return rows;
}

/** Sums that were made since. */
export async function listSums(tx: Tx, since: Date): Promise<Sums[]> {
  const { rows } = await tx.query<Sums>(
    `select municipality_id, lights, month_kwh, month_eur, last_year_kwh, last_year_eur from lighting_sums
     where company_id = $1 and made_at >= $2`,
    [tx.scope.company_id, since],
  );
  return rows;
}

export async function saveSums(tx: Tx, sums: readonly Sums[], now: Date): Promise<void> {
  await tx.query(
    `insert into lighting_sums (company_id, municipality_id, lights, month_kwh, month_eur, last_year_kwh, last_year_eur, made_at)
     select $1, x.municipality_id, x.lights, x.month_kwh, x.month_eur, x.last_year_kwh, x.last_year_eur, $3
     from jsonb_to_recordset($2::jsonb) as x(municipality_id bigint, lights int, month_kwh float8, month_eur float8,
       last_year_kwh float8, last_year_eur float8)
     on conflict (company_id, municipality_id) do update set lights = excluded.lights, month_kwh = excluded.month_kwh,
       month_eur = excluded.month_eur, last_year_kwh = excluded.last_year_kwh, last_year_eur = excluded.last_year_eur,
       made_at = excluded.made_at`,
    [tx.scope.company_id, JSON.stringify(sums), now],
  );
}

/** What was added up holds no more: a price, a box or a light point is another one. */
export async function forgetSums(tx: Tx): Promise<void> {
  await tx.query('delete from lighting_sums where company_id = $1', [tx.scope.company_id]);
}
