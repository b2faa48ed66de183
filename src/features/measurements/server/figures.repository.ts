import type { Tx } from '../../../shared/server/tenancy.ts';
import { byteaArray, dateArray, int8Array } from './binary-arrays.ts';
import { parseFloats } from './numbers-text.ts';

/** A device's local month; YYYY-MM-01. */
export interface DeviceMonth {
  readonly device_id: number;
  readonly month: string;
}

/** The figures of a month as they are stored. */
export interface FigureMonth extends DeviceMonth {
  /** Days that have figures: bit 0 is the 1st. */
  readonly days: number;
  /** Those whose readings were let go. */
  readonly expired: number;
  /** Whose midnights are the borders. */
  readonly zone: string;
  readonly bytes: Buffer;
}

type Row = Omit<FigureMonth, 'bytes'> & { body: string };

const COLUMNS = `f.device_id, f.month, f.days, f.expired, f.zone, encode(f.figures, 'base64') as body`;

const monthOf = ({ body, ...row }: Row): FigureMonth => ({ ...row, bytes: Buffer.from(body, 'base64') });

const ids = (list: readonly DeviceMonth[]) => int8Array(list.map(({ device_id }) => device_id));
const months = (list: readonly DeviceMonth[]) => dateArray(list.map(({ month }) => month));

/** Those of these months that are there. */
export async function findFigures(tx: Tx, list: readonly DeviceMonth[]): Promise<FigureMonth[]> {
  if (list.length === 0) return [];
  const { rows } = await tx.query<Row>(
    `select ${COLUMNS} from unnest($2::bigint[], $3::date[]) as u(d, m)
     join obs_figures f on f.company_id = $1 and f.device_id = u.d and f.month = u.m`,
    [tx.scope.company_id, ids(list), months(list)],
    'figures_find',
  );
  return rows.map(monthOf);
}

/** The months of devices from one (its first day) to another, both included; of each device in their order. */
export async function listFigures(
  tx: Tx,
  query: { readonly device_ids: readonly number[]; readonly from: string; readonly to: string },
): Promise<FigureMonth[]> {
  const { rows } = await tx.query<Row>(
    `select ${COLUMNS} from obs_figures f
     where f.company_id = $1 and f.device_id = any($2::bigint[]) and f.month >= $3 and f.month <= $4
     order by f.device_id, f.month`,
    [tx.scope.company_id, int8Array(query.device_ids), query.from, query.to],
    'figures_list',
  );
  return rows.map(monthOf);
}

/** The newest months of each device up to one, so many at most; the newest first. */
export async function listNewestFigures(
  tx: Tx,
  until: readonly DeviceMonth[],
  atMost: number,
): Promise<FigureMonth[]> {
  if (until.length === 0) return [];
  const { rows } = await tx.query<Row>(
    `select t.* from unnest($2::bigint[], $3::date[]) as u(d, m) cross join lateral (
       select ${COLUMNS} from obs_figures f where f.company_id = $1 and f.device_id = u.d and f.month <= u.m
       order by f.month desc limit $4) as t`,
    [tx.scope.company_id, ids(until), months(until), atMost],
    'figures_newest',
  );
  return rows.map(monthOf);
}

/** Writes months, each in the place of what was there. */
export async function writeFigures(tx: Tx, list: readonly FigureMonth[]): Promise<void> {
  if (list.length === 0) return;
  await tx.query(
    `insert into obs_figures as m (company_id, device_id, month, days, expired, zone, figures)
     select c.id_client, d, m, b, e, z, f
     from companies.company c,
          unnest($2::bigint[], $3::date[], $4::int[], $5::int[], $6::text[], $7::bytea[]) as u(d, m, b, e, z, f)
     where c.id_client = $1
     on conflict (company_id, device_id, month) do update set
       days = excluded.days, expired = excluded.expired, zone = excluded.zone, figures = excluded.figures
     where (m.days, m.expired, m.zone, m.figures)
       is distinct from (excluded.days, excluded.expired, excluded.zone, excluded.figures)`,
    [
      tx.scope.company_id,
      ids(list),
      months(list),
      list.map(({ days }) => days),
      list.map(({ expired }) => expired),
      list.map(({ zone }) => zone),
      byteaArray(list.map(({ bytes }) => bytes)),
    ],
    'figures_write',
  );
}

/** Takes months away. */
export async function removeFigures(tx: Tx, list: readonly DeviceMonth[]): Promise<void> {
  if (list.length === 0) return;
  await tx.query(
    `delete from obs_figures f using unnest($2::bigint[], $3::date[]) as u(d, m)
     where f.company_id = $1 and f.device_id = u.d and f.month = u.m`,
    [tx.scope.company_id, ids(list), months(list)],
    'figures_remove',
  );
}

/** What the months of a device's year come to: 12 places for each slot. */
export interface YearSums {
  readonly device_id: number;
  readonly year: number;
  readonly n: Float64Array;
  readonly sum: Float64Array;
  readonly energy: Float64Array;
}

interface YearRow {
  device_id: number;
  year: number;
  n: string;
  sum: string;
  energy: string;
}

const yearOf = ({ device_id, year, ...texts }: YearRow): YearSums => ({
  device_id,
  year,
  n: parseFloats(texts.n),
  sum: parseFloats(texts.sum),
  energy: parseFloats(texts.energy),
});

/** The years of devices, all of them. */
export async function listYears(tx: Tx, device_ids: readonly number[]): Promise<YearSums[]> {
  if (device_ids.length === 0) return [];
  const { rows } = await tx.query<YearRow>(
    `select device_id, year, n::text as n, sum::text as sum, energy::text as energy from obs_year
     where company_id = $1 and device_id = any($2::bigint[]) order by device_id, year`,
    [tx.scope.company_id, int8Array(device_ids)],
    'figures_years',
  );
  return rows.map(yearOf);
}

const numbers = (list: Iterable<number>) =>
  `{${Array.from(list, (x) => (Number.isFinite(x) ? String(x) : 'NULL')).join(',')}}`;

/** Writes years, each in the place of what was there. */
export async function writeYears(tx: Tx, list: readonly YearSums[]): Promise<void> {
  if (list.length === 0) return;
  await tx.query(
    `insert into obs_year as m (company_id, device_id, year, n, sum, energy)
     select c.id_client, d, y, n::int[], s::float8[], e::float8[]
     from companies.company c, unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[]) as u(d, y, n, s, e)
     where c.id_client = $1
     on conflict (company_id, device_id, year) do update set n = excluded.n, sum = excluded.sum, energy = excluded.energy
     where (m.n, m.sum, m.energy) is distinct from (excluded.n, excluded.sum, excluded.energy)`,
    [
      tx.scope.company_id,
      int8Array(list.map(({ device_id }) => device_id)),
      list.map(({ year }) => year),
      list.map(({ n }) => numbers(n)),
      list.map(({ sum }) => numbers(sum)),
      list.map(({ energy }) => numbers(energy)),
    ],
    'figures_write_years',
  );
}

/** Takes years away. */
export async function removeYears(
  tx: Tx,
  list: readonly Pick<YearSums, 'device_id' | 'year'>[],
): Promise<void> {
  if (list.length === 0) return;
  await tx.query(
    `delete from obs_year y using unnest($2::bigint[], $3::int[]) as u(d, y)
     where y.company_id = $1 and y.device_id = u.d and y.year = u.y`,
    [tx.scope.company_id, int8Array(list.map(({ device_id }) => device_id)), list.map(({ year }) => year)],
    'figures_remove_years',
  );
}

/** The first months of each device from one on, so many at most: which days have figures. */
export async function listMonthsFrom(
  tx: Tx,
  from: readonly DeviceMonth[],
  atMost: number,
): Promise<(DeviceMonth & { days: number })[]> {
  const { rows } = await tx.query<DeviceMonth & { days: number }>(
    `select distinct t.device_id, t.month, t.days from unnest($2::bigint[], $3::date[]) as u(d, m) cross join lateral (
       select f.device_id, f.month, f.days from obs_figures f
       where f.company_id = $1 and f.device_id = u.d and f.month >= u.m order by f.month limit $4) as t`,
    [tx.scope.company_id, ids(from), months(from), atMost],
    'figures_from',
  );
  return rows;
}

/** Months of devices in which readings were let go: which days, and in which zone these lie. */
export async function listExpired(
  tx: Tx,
  query: { readonly device_ids: readonly number[]; readonly from: string; readonly to: string },
): Promise<(DeviceMonth & { expired: number; zone: string })[]> {
  const { rows } = await tx.query<DeviceMonth & { expired: number; zone: string }>(
    `select device_id, month, expired, zone from obs_figures
     where company_id = $1 and device_id = any($2::bigint[]) and month >= $3 and month <= $4 and expired <> 0`,
    [tx.scope.company_id, int8Array(query.device_ids), query.from, query.to],
    'figures_expired',
  );
  return rows;
}
