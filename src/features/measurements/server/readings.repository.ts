import type pg from 'pg';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { knownZone } from '../../../shared/units/zones.ts';
import type { LastRow, ReadingRow } from '../readings.model.ts';
import { dateArray, int8Array, lastArray, obsArray } from './binary-arrays.ts';

/** Object ids of the row types that the binary parameters name. */
export interface RowTypes {
  obs: number;
  obs_last: number;
}

/** What the writer must know of a device. */
export interface DevicePlace {
  device_id: number;
  plant_id: number;
  time_zone: string;
  interval_s: number;
}

export interface DeviceDay {
  device_id: number;
  /** YYYY-MM-DD in the plant's own zone. */
  day: string;
}

/** A stretch of a device's readings. Epoch ms; each function says whether the end belongs to it. */
export interface ReadingWindow {
  readonly device_id: number;
  readonly start: number;
  readonly end: number;
}

const ROW_TYPES = `select 'public.obs'::regtype::oid::int as obs, 'public.obs_last'::regtype::oid::int as obs_last`;

export async function findRowTypes(pool: pg.Pool): Promise<RowTypes> {
  return oneOf((await pool.query<RowTypes>(ROW_TYPES)).rows);
}

/** Moves last rows forward where no writer keeps the types: what is rare. */
export async function moveLast(tx: Tx, rows: readonly LastRow[]): Promise<void> {
  if (rows.length === 0) return;
  await upsertLast(tx, rows, oneOf((await tx.query<RowTypes>(ROW_TYPES)).rows));
}

function oneOf([types]: readonly RowTypes[]): RowTypes {
  if (!types) throw new Error('the tables of readings are missing');
  return types;
}

const DUPLICATE_TABLE = '42P07';

/** Makes the UTC month's partition when it is missing. `month` is YYYY-MM. */
export async function ensurePartition(pool: pg.Pool, month: string): Promise<void> {
  try {
    await pool.query('select cross_tenant_ensure_partition($1::date)', [`${month}-01`]);
  } catch (error) {
    // Another connection made it between this one's look and its attempt.
    if ((error as { code?: string }).code !== DUPLICATE_TABLE) throw error;
  }
}

/** Places of the devices that the scope may see; foreign and unknown ones are left out. */
export async function listDevicePlaces(tx: Tx, device_ids: readonly number[]): Promise<DevicePlace[]> {
  const { rows } = await tx.query<DevicePlace>(
    `select d.id as device_id, d.plant_id, p.time_zone, d.interval_s
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[]) and ($3::bigint[] is null or d.plant_id = any($3))`,
    [tx.scope.company_id, int8Array(device_ids), plantFilter(tx.scope)],
    'reading_device_places',
  );
  return rows.map((place) => ({ ...place, time_zone: knownZone(place.time_zone) }));
}

/** Two rows of one instant, slot by slot: where `over` speaks (a value, or a quality that is not good) it wins. */
function merged(over: string, under: string): { vals: string; q: string } {
  const state = (row: string) =>
    `case when i <= length(${row}.q) then get_byte(${row}.q, i::int - 1) else 0 end`;
  const slots = (result: string) => `(select ${result} from (
    select i, case when e is not null or eq <> 0 then e else o end as v,
           case when e is not null or eq <> 0 then eq else oq end as b
    from (select i, e, o, ${state(over)} as eq, ${state(under)} as oq
          from unnest(${over}.vals, ${under}.vals) with ordinality as u(e, o, i)) as both_sides) as slots)`;
  const bytes = `case when max(b) > 0 then decode(string_agg(lpad(to_hex(b), 2, '0'), '' order by i), 'hex') end`;
  return {
    vals: `case when ${over}.q is null and ${under}.q is null
      then array(select coalesce(e, o) from unnest(${over}.vals, ${under}.vals) with ordinality as u(e, o, i) order by i)
      else ${slots('array_agg(v order by i)')} end`,
    q: `case when ${over}.q is null and ${under}.q is null then null else ${slots(bytes)} end`,
  };
}

function upsert({ vals, q }: { vals: string; q: string }): string {
  return `
    insert into obs as m (company_id, device_id, ts, vals, q)
    select c.id_client, r.device_id, r.ts, r.vals, r.q from companies.company c, unnest($1::obs[]) as r
    where c.id_client = $2
    on conflict (company_id, device_id, ts) do update set vals = ${vals}, q = ${q}
    where (m.vals is distinct from excluded.vals or m.q is distinct from excluded.q)
      and (m.vals is distinct from ${vals} or m.q is distinct from ${q})`;
}

const UPSERT_OVER = upsert(merged('excluded', 'm'));

/** Stores hot rows, merging slot by slot; answers how many rows are new or changed. */
export async function upsertObs(tx: Tx, rows: readonly ReadingRow[], types: RowTypes): Promise<number> {
  const { company_id } = tx.scope;
  const result = await tx.query(
    UPSERT_OVER,
    [obsArray(company_id, rows, types.obs), company_id],
    'reading_upsert',
  );
  return result.rowCount;
}

/** Stores hot rows that are not there yet. @throws 23505 where one is; `upsertObs` merges */
export async function insertObs(tx: Tx, rows: readonly ReadingRow[], types: RowTypes): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    `insert into obs (company_id, device_id, ts, vals, q)
     select c.id_client, r.device_id, r.ts, r.vals, r.q from companies.company c, unnest($1::obs[]) as r
     where c.id_client = $2`,
    [obsArray(company_id, rows, types.obs), company_id],
    'reading_insert',
  );
}

/** The months (YYYY-MM) that have a partition, oldest first. */
export async function listMonths(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ part: string }>(
    `select relname as part from pg_inherits join pg_class c on c.oid = inhrelid
     where inhparent = 'public.obs'::regclass order by 1`,
  );
  return rows.flatMap(({ part }) => {
    const [, year, month] = /^obs_(\d{4})(\d\d)$/.exec(part) ?? [];
    return year && month ? [`${year}-${month}`] : [];
  });
}

const LOCK_NOT_GIVEN = '55P03';
const DEADLOCK = '40P01';

/** Drops the month's partition when nothing is in it; not now when it is in use. Answers whether it is gone. */
export async function dropEmptyMonth(pool: pg.Pool, month: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ gone: boolean }>(
      'select cross_tenant_drop_partition($1::date) as gone',
      [`${month}-01`],
    );
    return rows[0]?.gone ?? false;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === LOCK_NOT_GIVEN || code === DEADLOCK) return false;
    throw error;
  }
}

const NEWER = `(e_ts is not null and (o_ts is null or e_ts > o_ts or (e_ts = o_ts and e <> o)))`;
const PAIRED = `from (select i, e, e_ts, o, o_ts, e_at,
           coalesce(o_at, case when oq <> 0 then m.ts else o_ts end) as o_at, eq, oq
    from (select i, e, e_ts, e_at, o, o_ts, o_at,
                 case when i <= length(excluded.q) then get_byte(excluded.q, i::int - 1) else 0 end as eq,
                 case when i <= length(m.q) then get_byte(m.q, i::int - 1) else 0 end as oq
          from unnest(excluded.vals, excluded.slot_ts, excluded.spoke_at, m.vals, m.slot_ts, m.spoke_at)
               with ordinality as u(e, e_ts, e_at, o, o_ts, o_at, i)) as told) as pair`;
// How a slot stands is what its newest delivery said, whatever came before or after it for other slots.
const QUALITY = `case when e_at >= coalesce(o_at, e_at) then eq else oq end`;
// The common case: every slot says something good that is newer than all there was, and is taken as it came.
const ALL_NEWER = `(m.q is null and excluded.q is null and cardinality(excluded.vals) >= cardinality(m.vals)
    and m.ts < all(excluded.slot_ts))`;
const UPSERT_LAST = `
  insert into obs_last as m (company_id, device_id, ts, vals, slot_ts, q, spoke_at)
  select c.id_client, r.device_id, r.ts, r.vals, r.slot_ts, r.q, r.spoke_at
  from companies.company c, unnest($1::obs_last[]) as r where c.id_client = $2
  on conflict (company_id, device_id) do update set (ts, vals, slot_ts, q, spoke_at, stored_at) = (
    select excluded.ts, excluded.vals, excluded.slot_ts, null, excluded.spoke_at, excluded.stored_at where ${ALL_NEWER}
    union all
    select greatest(m.ts, excluded.ts),
           array_agg(case when ${NEWER} then e else o end order by i),
           array_agg(case when ${NEWER} then e_ts else o_ts end order by i),
           case when m.q is not null or excluded.q is not null then
             case when max(${QUALITY}) > 0
               then decode(string_agg(lpad(to_hex(${QUALITY}), 2, '0'), '' order by i), 'hex') end end,
           array_agg(greatest(e_at, o_at) order by i),
           excluded.stored_at
    ${PAIRED}
    having ${ALL_NEWER} is not true)
  where excluded.ts > m.ts or excluded.q is distinct from m.q
     or exists (select from unnest(excluded.vals, excluded.slot_ts, excluded.spoke_at, m.vals, m.slot_ts, m.spoke_at)
                            as u(e, e_ts, e_at, o, o_ts, o_at)
                where ${NEWER} or e_at > coalesce(o_at, o_ts, '-infinity'))`;

/**
 * Moves last rows forward to rows in which every slot says something good; answers how many moved. It locks all of them, in
 * order: `upsertLast` merges those that did not. An update of joined rows would be quicker still, but PostgreSQL may plan it,
 * on tables without statistics, to read everything for each row; a conflict is always found by the key.
 */
export async function moveLastOn(tx: Tx, rows: readonly ReadingRow[], types: RowTypes): Promise<number> {
  const { company_id } = tx.scope;
  const { rowCount } = await tx.query(
    `insert into obs_last as m (company_id, device_id, ts, vals, slot_ts)
     select c.id_client, r.device_id, r.ts, r.vals, array_fill(r.ts, array[cardinality(r.vals)])
     from companies.company c, unnest($1::obs[]) as r where c.id_client = $2
     on conflict (company_id, device_id) do update
       set ts = excluded.ts, vals = excluded.vals, slot_ts = excluded.slot_ts, spoke_at = null, stored_at = excluded.stored_at
     where m.ts < excluded.ts and m.q is null and cardinality(m.vals) <= cardinality(excluded.vals)`,
    [obsArray(company_id, rows, types.obs), company_id],
    'reading_move_last',
  );
  return rowCount;
}

/** Moves the devices' last rows forward, slot by slot; what is older than what is there changes nothing. */
export async function upsertLast(tx: Tx, rows: readonly LastRow[], types: RowTypes): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    UPSERT_LAST,
    [lastArray(company_id, rows, types.obs_last), company_id],
    'reading_upsert_last',
  );
}

/**
 * Marks days to be made anew. An existing mark is locked, not changed: whoever works it off waits for this
 * transaction, so a mark is never taken away before the readings behind it can be seen.
 */
export async function markDays(tx: Tx, days: readonly DeviceDay[]): Promise<void> {
  await tx.query(
    `insert into obs_dirty as m (company_id, device_id, day)
     select c.id_client, d, y from companies.company c, unnest($2::bigint[], $3::date[]) as u(d, y) where c.id_client = $1
     on conflict (company_id, device_id, day) do update set marked_at = m.marked_at where false`,
    [tx.scope.company_id, int8Array(days.map((d) => d.device_id)), dateArray(days.map((d) => d.day))],
    'reading_mark_days',
  );
}

/** Marks days that have no mark yet, so many at most; answers how many. */
export async function markFreshDays(tx: Tx, days: readonly DeviceDay[], atMost: number): Promise<number> {
  if (days.length === 0) return 0;
  const { rowCount } = await tx.query(
    `insert into obs_dirty as m (company_id, device_id, day)
     select c.id_client, d, y from companies.company c, unnest($2::bigint[], $3::date[]) as u(d, y)
     where c.id_client = $1 and not exists (select from obs_dirty o where o.company_id = $1 and o.device_id = u.d and o.day = u.y)
     order by d, y limit $4
     on conflict (company_id, device_id, day) do nothing`,
    [tx.scope.company_id, int8Array(days.map((d) => d.device_id)), dateArray(days.map((d) => d.day)), atMost],
    'reading_mark_fresh',
  );
  return rowCount;
}

/** Tells every process that readings of these companies were stored. */
export async function announceReadings(pool: pg.Pool, company_id: number): Promise<void> {
  await pool.query({
    name: 'reading_announce',
    text: `select pg_notify('readings', $1)`,
    values: [String(company_id)],
  });
}
