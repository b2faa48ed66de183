import type { Tx } from '../../../shared/server/tenancy.ts';
import { ITALY } from '../../../shared/units/zones.ts';
import type { HourShare } from '../energy.model.ts';

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
  const values = [
    tx.scope.company_id,
    hours.map(({ box_id }) => box_id),
    hours.map(({ hour }) => hour),
    hours.map(({ kwh }) => kwh),
    hours.map(({ known_s }) => known_s),
  ];
  const HOURS =
    'unnest($2::bigint[], $3::timestamptz[], $4::float8[], $5::float8[]) u (box_id, hour, kwh, known_s)';
  await tx.query(
    `insert into box_day as d (company_id, box_id, day, kwh, known_s)
     select $1, u.box_id, (u.hour at time zone '${ITALY}')::date as day, sum(u.kwh), sum(u.known_s)
     from ${HOURS} group by u.box_id, 3 order by u.box_id, 3
     on conflict (company_id, box_id, day) do update set kwh = d.kwh + excluded.kwh, known_s = d.known_s + excluded.known_s`,
    values,
    'lighting_add_days',
  );
  await tx.query(
    `insert into box_hour as h (company_id, box_id, hour, kwh, known_s)
     select $1, u.box_id, u.hour, sum(u.kwh), least(3600, sum(u.known_s))
     from ${HOURS}
     group by u.box_id, u.hour order by u.box_id, u.hour
     on conflict (company_id, box_id, hour) do update
       set kwh = h.kwh + excluded.kwh, known_s = least(3600, h.known_s + excluded.known_s)`,
    values,
    'lighting_add_hours',
  );
}
