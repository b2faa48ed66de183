import { epochMs } from '../../../shared/server/epoch-ms.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { byteaArray, int8Array } from './binary-arrays.ts';
import type { ReadingWindow } from './readings.repository.ts';

/** Small stretches land in one of two levels, by the month; large ones stand in the third. */
export const WHOLE = 2;
export const landingOf = (now: number): number => new Date(now).getUTCMonth() % 2;

/** A stretch of a device as it is stored. Epoch ms, both ends are instants of readings. */
export interface Stretch {
  readonly device_id: number;
  readonly level: number;
  readonly first: number;
  readonly last: number;
  /** Values and qualities in it. */
  readonly readings: number;
  readonly instants: number;
  readonly bytes: Buffer;
}

const instant = (ts: number) => new Date(ts).toISOString();

/**
 * The stretches of device `u.d` that reach into [u.a, u.b], both ends inclusive: since none overlap, those that begin within
 * and the last one that begins before. $1 is the company.
 */
export const touchingStretches = (columns: string): string => `
  select ${columns} from obs_stretch s
  where s.company_id = $1 and s.device_id = u.d and s.start_at <= u.b and s.last_at >= u.a
    and s.start_at >= coalesce((select max(e.start_at) from obs_stretch e
                                where e.company_id = $1 and e.device_id = u.d and e.start_at <= u.a), '-infinity')
  offset 0`;

interface Row {
  device_id: number;
  level: number;
  first: number;
  last: number;
  readings: number;
  instants: number;
  body: string;
}

const COLUMNS = `s.device_id, s.level::int as level, ${epochMs('s.start_at')} as first, ${epochMs('s.last_at')} as last, s.readings,
  s.instants, encode(s.packed, 'base64') as body`;

const stretchOf = ({ body, first, last, ...row }: Row): Stretch => ({
  ...row,
  first: Math.round(first),
  last: Math.round(last),
  bytes: Buffer.from(body, 'base64'),
});

/** The stretches that reach into windows, both ends inclusive; of each device in their order. */
export async function listTouching(tx: Tx, windows: readonly ReadingWindow[]): Promise<Stretch[]> {
  if (windows.length === 0) return [];
  const { rows } = await tx.query<Row>(
    `select t.* from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) as u(d, a, b)
     cross join lateral (${touchingStretches(COLUMNS)}) as t
     order by t.device_id, t.first`,
    [
      tx.scope.company_id,
      int8Array(windows.map((w) => w.device_id)),
      windows.map((w) => instant(w.start)),
      windows.map((w) => instant(w.end)),
    ],
    'stretch_touching',
  );
  return rows.map(stretchOf);
}

/** All stretches of a device, in their order. */
export async function listStretches(tx: Tx, device_id: number): Promise<Stretch[]> {
  const { rows } = await tx.query<Row>(
    `select ${COLUMNS} from obs_stretch s where s.company_id = $1 and s.device_id = $2 order by s.start_at`,
    [tx.scope.company_id, device_id],
    'stretch_of_device',
  );
  return rows.map(stretchOf);
}

/** About how many instants are packed within the windows. */
export async function countPacked(tx: Tx, windows: readonly ReadingWindow[]): Promise<number> {
  const share = `least(1, extract(epoch from least(s.last_at, u.b) - greatest(s.start_at, u.a)) + 1
    / (extract(epoch from s.last_at - s.start_at) + 1))`;
  const { rows } = await tx.query<{ count: number }>(
    `select coalesce(sum(t.instants), 0)::float8 as count
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) as u(d, a, b)
     cross join lateral (${touchingStretches(`s.instants * ${share} as instants`)}) as t`,
    [
      tx.scope.company_id,
      int8Array(windows.map((w) => w.device_id)),
      windows.map((w) => instant(w.start)),
      windows.map((w) => instant(w.end)),
    ],
    'stretch_count',
  );
  return rows[0]?.count ?? 0;
}

/** Puts stretches in the place of others: these go first, so that none overlap. */
export async function replaceStretches(
  tx: Tx,
  { gone, made }: { gone: readonly Stretch[]; made: readonly Stretch[] },
): Promise<void> {
  if (gone.length > 0)
    await tx.query(
      `delete from obs_stretch s using unnest($2::bigint[], $3::timestamptz[], $4::int[]) as u(d, a, l)
       where s.company_id = $1 and s.device_id = u.d and s.start_at = u.a and s.level = u.l`,
      [
        tx.scope.company_id,
        int8Array(gone.map((s) => s.device_id)),
        gone.map((s) => instant(s.first)),
        gone.map((s) => s.level),
      ],
      'stretch_remove',
    );
  if (made.length === 0) return;
  await tx.query(
    `insert into obs_stretch (company_id, device_id, start_at, last_at, readings, instants, level, packed)
     select c.id_client, d, a, z, n, i, l, p
     from companies.company c, unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[], $7::int[], $8::bytea[])
       as u(d, a, z, n, i, l, p)
     where c.id_client = $1`,
    [
      tx.scope.company_id,
      int8Array(made.map((s) => s.device_id)),
      made.map((s) => instant(s.first)),
      made.map((s) => instant(s.last)),
      made.map((s) => s.readings),
      made.map((s) => s.instants),
      made.map((s) => s.level),
      byteaArray(made.map((s) => s.bytes)),
    ],
    'stretch_write',
  );
}

/**
 * Devices whose landing stretches are to be joined: those that landed in the month before, and those of which enough has
 * landed to make a whole one. `all`: any that has some.
 */
export async function listLanded(
  tx: Tx,
  { landing, enough, all, atMost }: { landing: number; enough: number; all: boolean; atMost: number },
): Promise<number[]> {
  const { rows } = await tx.query<{ device_id: number }>(
    `select device_id from obs_stretch where company_id = $1 and level in (0, 1)
     group by device_id having $4 or bool_or(level <> $2) or sum(readings) >= $3
     order by device_id limit $5`,
    [tx.scope.company_id, landing, enough, all, atMost],
    'stretch_landed',
  );
  return rows.map(({ device_id }) => device_id);
}

/** The stretches of a device from the one before its first that landed up to its last that did. */
export async function listAroundLanded(tx: Tx, device_id: number): Promise<Stretch[]> {
  const { rows } = await tx.query<Row>(
    `with landed as (select min(start_at) as first, max(start_at) as last from obs_stretch
                     where company_id = $1 and device_id = $2 and level in (0, 1))
     select ${COLUMNS} from landed l join obs_stretch s on s.company_id = $1 and s.device_id = $2
       and s.start_at <= l.last
       and s.start_at >= coalesce((select max(e.start_at) from obs_stretch e
                                   where e.company_id = $1 and e.device_id = $2 and e.start_at < l.first), l.first)
     order by s.start_at`,
    [tx.scope.company_id, device_id],
    'stretch_around_landed',
  );
  return rows.map(stretchOf);
}

interface Pool {
  query<T extends object>(text: string, values: unknown[]): Promise<{ rows: T[] }>;
}

const NOT_NOW = new Set(['55P03', '40P01']);

/** Gives the room of a landing level back when nothing of any company is in it; not now when it is in use. */
export async function emptyLanding(pool: Pool, landing: number): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ gone: boolean }>(
      'select cross_tenant_empty_landing($1::smallint) as gone',
      [landing],
    );
    return rows[0]?.gone ?? false;
  } catch (error) {
    if (NOT_NOW.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
