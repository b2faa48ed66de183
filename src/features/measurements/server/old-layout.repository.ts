import type { Tx } from '../../../shared/server/tenancy.ts';
import type { DayRow } from '../day-row.model.ts';
import { dateArray, int8Array } from './binary-arrays.ts';
import type { DeviceMonth } from './figures.repository.ts';
import { parseFloats } from './numbers-text.ts';
import type { DeviceDay } from './readings.repository.ts';

/** A day as the layout by days keeps it. */
export interface OldDay extends DeviceDay {
  readonly start: number;
  readonly end: number;
  readonly expired: boolean;
  readonly row: DayRow;
  /** Its readings, where they are packed. */
  readonly bytes: Buffer | null;
}

const FIELDS = ['n', 'sum', 'min', 'max', 'first', 'last', 'energy', 'recovered'] as const;

/** Columns of a day of `obs_day o`, for `oldRowOf`. */
export const OLD_FIGURES = `${FIELDS.map((field) => `o.${field}::text as ${field}`).join(', ')},
  array(select date_part('epoch', x) * 1000 from unnest(o.last_ts) with ordinality u(x, i) order by i)::text as last_ts`;

export type OldFigures = Record<(typeof FIELDS)[number] | 'last_ts', string>;

export const oldRowOf = (texts: OldFigures): DayRow => ({
  n: Int32Array.from(parseFloats(texts.n)),
  sum: parseFloats(texts.sum),
  min: parseFloats(texts.min),
  max: parseFloats(texts.max),
  first: parseFloats(texts.first),
  last: parseFloats(texts.last),
  last_ts: parseFloats(texts.last_ts).map(Math.round),
  energy: parseFloats(texts.energy),
  recovered: parseFloats(texts.recovered),
});

/** The days of months that are still kept one by one, in their order. */
export async function listOldDays(tx: Tx, months: readonly DeviceMonth[]): Promise<OldDay[]> {
  const { rows } = await tx.query<
    DeviceDay & { start: number; end: number; expired: boolean; body: string | null } & OldFigures
  >(
    `select o.device_id, o.day, date_part('epoch', o.start_at) * 1000 as start, date_part('epoch', o.end_at) * 1000 as end,
            o.expired, encode(o.packed, 'base64') as body, ${OLD_FIGURES}
     from unnest($2::bigint[], $3::date[]) as u(d, m)
     cross join lateral (
       select * from obs_day where company_id = $1 and device_id = u.d and day >= u.m and day < (u.m + interval '1 month')::date
       offset 0) as o
     order by o.device_id, o.day`,
    [
      tx.scope.company_id,
      int8Array(months.map(({ device_id }) => device_id)),
      dateArray(months.map(({ month }) => month)),
    ],
    'old_days',
  );
  return rows.map(({ device_id, day, start, end, expired, body, ...texts }) => ({
    device_id,
    day,
    start: Math.round(start),
    end: Math.round(end),
    expired,
    row: oldRowOf(texts),
    bytes: body === null ? null : Buffer.from(body, 'base64'),
  }));
}

/** Takes months out of the layout by days. */
export async function removeOldMonths(tx: Tx, months: readonly DeviceMonth[]): Promise<void> {
  const values = [
    tx.scope.company_id,
    int8Array(months.map(({ device_id }) => device_id)),
    dateArray(months.map(({ month }) => month)),
  ];
  await tx.query(
    `delete from obs_day o using unnest($2::bigint[], $3::date[]) as u(d, m)
     where o.company_id = $1 and o.device_id = u.d and o.day >= u.m and o.day < (u.m + interval '1 month')::date`,
    values,
    'old_remove_days',
  );
  await tx.query(
    `delete from obs_month o using unnest($2::bigint[], $3::date[]) as u(d, m)
     where o.company_id = $1 and o.device_id = u.d and o.month = u.m`,
    values,
    'old_remove_months',
  );
}

/** The next months that are still kept by days, of devices behind one; so many at most. */
export async function listOldMonths(
  tx: Tx,
  { after, atMost }: { after: DeviceMonth; atMost: number },
): Promise<DeviceMonth[]> {
  const { rows } = await tx.query<DeviceMonth>(
    `select distinct o.device_id, date_trunc('month', o.day::timestamp)::date as month
     from (select device_id, day from obs_day
           where company_id = $1 and (device_id, day) > ($2, ($3::date + interval '1 month' - interval '1 day')::date)
           order by device_id, day limit $4) as o
     order by 1, 2`,
    [tx.scope.company_id, after.device_id, after.month, atMost * 31],
    'old_months',
  );
  return rows.slice(0, atMost);
}

/** A lock was not given in time; deadlock. */
const NOT_NOW = new Set(['55P03', '40P01']);

/** Gives the room of the old layout back when nothing of any company is left in it. Answers whether it did. */
export async function emptyOldLayout(pool: {
  query<T extends object>(text: string): Promise<{ rows: T[] }>;
}): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ gone: boolean }>('select cross_tenant_empty_old_days() as gone');
    return rows[0]?.gone ?? false;
  } catch (error) {
    if (NOT_NOW.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** The zones of devices' plants. */
export async function listZones(tx: Tx, device_ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await tx.query<{ device_id: number; time_zone: string }>(
    `select d.id as device_id, p.time_zone from plants.device d
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[])`,
    [tx.scope.company_id, int8Array(device_ids)],
    'old_zones',
  );
  return new Map(rows.map(({ device_id, time_zone }) => [device_id, time_zone]));
}
