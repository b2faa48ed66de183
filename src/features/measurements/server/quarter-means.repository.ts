import type { Tx } from '../../../shared/server/tenancy.ts';
import { int8Array } from './binary-arrays.ts';

/** A slot whose quarters of an hour (UTC) are asked for: [from, until), epoch ms, both whole quarters. */
export interface QuarterQuery {
  readonly device_id: number;
  readonly slot: number;
  readonly from: number;
  readonly until: number;
}

/** What good readings say of one quarter; `wish` is the place among the wishes. */
export interface Quarter {
  readonly wish: number;
  /** Its begin, epoch ms. */
  readonly at: number;
  readonly n: number;
  readonly mean: number;
}

/** What a counter showed last in a quarter. */
export interface CounterQuarter extends Quarter {
  readonly last: number;
  readonly last_at: number;
}

const UNMARKED = `and not exists (
  select from reading_mark k where k.company_id = $1 and k.device_id = s.device_id and k.undone_at is null
    and o.ts >= k.start_at and o.ts < k.end_at and (k.slots is null or s.slot = any(k.slots)))`;

const FIGURES = {
  gauge: '',
  counter: `, (array_agg(o.vals[s.slot + 1] order by o.ts desc))[1] as last,
              (extract(epoch from max(o.ts)) * 1000)::float8 as last_at`,
} as const;

/** Quarters of each wish that hold good readings. `marked`: readings of these devices were declared bad, and are left out. */
export async function listQuarters<Kind extends keyof typeof FIGURES>(
  tx: Tx,
  requested: readonly QuarterQuery[],
  { kind, marked }: { kind: Kind; marked: boolean },
): Promise<(Kind extends 'counter' ? CounterQuarter : Quarter)[]> {
  if (requested.length === 0) return [];
  // Device by device: as a plain join, a month that PostgreSQL has no statistics of yet would be read whole.
  const { rows } = await tx.query<Kind extends 'counter' ? CounterQuarter : Quarter>(
    `select (s.i - 1)::int as wish, q.*
     from unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::timestamptz[])
       with ordinality s (device_id, slot, from_at, until_at, i)
     cross join lateral (
       select floor(extract(epoch from o.ts) / 900)::float8 * 900000 as at, count(*)::int as n,
              avg(o.vals[s.slot + 1]) as mean ${FIGURES[kind]}
       from obs o
       where o.company_id = $1 and o.device_id = s.device_id and o.ts >= s.from_at and o.ts < s.until_at
         and o.ts >= $6 and o.ts < $7 and o.vals[s.slot + 1] is not null
         and (o.q is null or s.slot >= length(o.q) or get_byte(o.q, s.slot) = 0) ${marked ? UNMARKED : ''}
       group by 1) q`,
    [
      tx.scope.company_id,
      int8Array(requested.map((w) => w.device_id)),
      requested.map((w) => w.slot),
      requested.map((w) => new Date(w.from).toISOString()),
      requested.map((w) => new Date(w.until).toISOString()),
      new Date(requested.reduce((min, w) => Math.min(min, w.from), Number.POSITIVE_INFINITY)),
      new Date(requested.reduce((max, w) => Math.max(max, w.until), 0)),
    ],
  );
  return rows;
}
