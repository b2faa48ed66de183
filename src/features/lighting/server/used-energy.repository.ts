import type { Tx } from '../../../shared/server/tenancy.ts';
import type { HourShare } from '../energy.model.ts';

export interface UsedRow {
  municipality_id: number;
  kwh: number;
  eur: number | null;
}

/** What each municipality's boxes used in a stretch of time; euros only where every box that used something has a price. */
export async function sumUsed(
  tx: Tx,
  { start, end, time_zone }: { readonly start: Date; readonly end: Date; readonly time_zone: string },
): Promise<UsedRow[]> {
  const { rows } = await tx.query<UsedRow>(
    `select b.municipality_id, sum(h.kwh) as kwh,
       case when count(*) filter (where h.kwh > 0 and q.eur_kwh is null) = 0 then coalesce(sum(h.kwh * q.eur_kwh), 0) end as eur
     from box_hour h
     join lighting_box b on b.company_id = $1 and b.id = h.box_id
     left join lateral (
       select e.eur_kwh from pod_price e where e.company_id = $1 and e.pod = b.pod
         and e.from_day <= (h.hour at time zone $4)::date order by e.from_day desc limit 1) q on true
     where h.company_id = $1 and h.hour >= $2 and h.hour < $3 and b.municipality_id is not null
     group by 1`,
    [tx.scope.company_id, start, end, time_zone],
  );
  return rows;
}

export interface HourRow {
  hour: Date;
  kwh: number;
}

/** What a box used, hour by hour. */
export async function listHours(
  tx: Tx,
  { box_id, start, end }: { readonly box_id: number; readonly start: Date; readonly end: Date },
): Promise<HourRow[]> {
  const { rows } = await tx.query<HourRow>(
    `select hour, kwh from box_hour where company_id = $1 and box_id = $2 and hour >= $3 and hour < $4 order by hour`,
    [tx.scope.company_id, box_id, start, end],
  );
  return rows;
}

export interface ChangeRow {
  line: number;
  at: Date;
  is_on: boolean;
}

/** When lines of a box changed, and as what each came into the window. */
export async function listChanges(
  tx: Tx,
  { box_id, start, end }: { readonly box_id: number; readonly start: Date; readonly end: Date },
): Promise<ChangeRow[]> {
  const { rows } = await tx.query<ChangeRow>(
    `select c.line, greatest(c.at, $3::timestamptz) as at, c.is_on from power_line_change c
     where c.company_id = $1 and c.box_id = $2 and c.at < $4 and c.at >= coalesce((
       select max(o.at) from power_line_change o
       where o.company_id = $1 and o.box_id = $2 and o.line = c.line and o.at <= $3), $3)
     order by c.line, c.at limit 20000`,
    [tx.scope.company_id, box_id, start, end],
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at ?? start }));
}

export interface PriceRow {
  pod: string;
  from_day: string;
  eur_kwh: number;
}

/** Prices of supply points, by point and day. */
export async function listPrices(tx: Tx, pods: readonly string[]): Promise<PriceRow[]> {
  const { rows } = await tx.query<PriceRow>(
    `select pod, to_char(from_day, 'YYYY-MM-DD') as from_day, eur_kwh from pod_price
     where company_id = $1 and pod = any($2::text[]) order by pod, from_day`,
    [tx.scope.company_id, pods],
  );
  return rows;
}

/** Adds to the hours of boxes what they used in them. */
export async function addHours(
  tx: Tx,
  hours: readonly (HourShare & { readonly box_id: number })[],
): Promise<void> {
  if (hours.length === 0) return;
  await tx.query(
    `insert into box_hour as h (company_id, box_id, hour, kwh, known_s)
     select $1, u.box_id, u.hour, sum(u.kwh), least(3600, sum(u.known_s))
     from unnest($2::bigint[], $3::timestamptz[], $4::float8[], $5::float8[]) u (box_id, hour, kwh, known_s)
     group by u.box_id, u.hour order by u.box_id, u.hour
     on conflict (company_id, box_id, hour) do update
       set kwh = h.kwh + excluded.kwh, known_s = least(3600, h.known_s + excluded.known_s)`,
    [
      tx.scope.company_id,
      hours.map(({ box_id }) => box_id),
      hours.map(({ hour }) => hour),
      hours.map(({ kwh }) => kwh),
      hours.map(({ known_s }) => known_s),
    ],
  );
}
