import type { Tx } from '../../../shared/server/tenancy.ts';
import { ITALY } from '../../../shared/units/zones.ts';

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

/** Boxes of the municipalities in $2: each of few is looked up by its number. */
const THEIRS = `box_id = any(array(select o.id from lighting_box o where o.company_id = $1 and o.municipality_id = any($2::bigint[])))`;

/** What municipalities' boxes used; euros only where every box that used something has a price. `ids` null: of all. */
export async function sumUsed(
  tx: Tx,
  ids: readonly number[] | null,
  { from_day, to_day, start, end }: Stretch,
): Promise<UsedRow[]> {
  const theirs = ids === null ? '$2::bigint[] is null' : THEIRS;
  const { rows } = await tx.query<UsedRow>(
    `with price as (
       select pod, from_day, lead(from_day, 1, 'infinity') over (partition by pod order by from_day) as to_day, eur_kwh
       from pod_price where company_id = $1
     ), used as (
       select box_id, day, kwh from box_day where company_id = $1 and day between $3::date and $4::date and ${theirs}
       union all
       select box_id, (hour at time zone $7)::date, kwh from box_hour
       where company_id = $1 and hour >= $5::timestamptz and hour < $6::timestamptz and ${theirs}
     )
     select b.municipality_id, sum(u.kwh) as kwh,
       case when count(*) filter (where u.kwh > 0 and p.eur_kwh is null) = 0 then coalesce(sum(u.kwh * p.eur_kwh), 0) end as eur
     from used u
     join lighting_box b on b.company_id = $1 and b.id = u.box_id
     left join price p on p.pod = b.pod and u.day >= p.from_day and u.day < p.to_day
     where b.municipality_id is not null group by 1`,
    [tx.scope.company_id, ids, from_day, to_day, start, end, ITALY],
    ids === null ? 'lighting_sum_used' : 'lighting_sum_used_of',
  );
  return rows;
}

/** Light points of municipalities. `ids` null: of all. */
export async function countLights(
  tx: Tx,
  ids: readonly number[] | null,
): Promise<{ municipality_id: number; lights: number }[]> {
  const theirs = ids === null ? '$2::bigint[] is null' : THEIRS;
  const { rows } = await tx.query<{ municipality_id: number; lights: number }>(
    `select b.municipality_id, sum(p.lights)::int as lights
     from (select box_id, count(*) as lights from light_point where company_id = $1 and ${theirs} group by box_id) p
     join lighting_box b on b.company_id = $1 and b.id = p.box_id
     where b.municipality_id is not null group by 1`,
    [tx.scope.company_id, ids],
    ids === null ? 'lighting_count_lights' : 'lighting_count_lights_of',
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

/** What was added up of the towns of these boxes, supply points or light points holds no more: one of them is, or costs, another. */
export async function forgetSums(
  tx: Tx,
  {
    boxes = [],
    pods = [],
    lights = [],
  }: {
    readonly boxes?: readonly number[];
    readonly pods?: readonly string[];
    readonly lights?: readonly number[];
  },
): Promise<void> {
  await tx.query(
    `delete from lighting_sums where company_id = $1 and municipality_id in (
       select b.municipality_id from lighting_box b
       where b.company_id = $1 and (b.id = any($2::bigint[]) or b.pod = any($3::text[])
         or b.id in (select p.box_id from light_point p where p.company_id = $1 and p.id = any($4::bigint[]))))`,
    [tx.scope.company_id, boxes, pods, lights],
  );
}
