import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import type { HotRow, Mark } from '../columns.model.ts';
import { dateArray, int8Array } from './binary-arrays.ts';
import { parseFloats } from './day-rows.repository.ts';
import type { DeviceDay } from './readings.repository.ts';

/** A stretch of a device's readings. Epoch ms; each function says whether the end belongs to it. */
export interface ReadingWindow {
  readonly device_id: number;
  readonly start: number;
  readonly end: number;
}

/** What is stored for a window: hot rows, and the packed days that reach into it, both ascending. */
export interface StoredReadings {
  readonly hot: HotRow[];
  readonly packed: PackedBytes[];
}

/** A packed day of a device. */
export interface PackedBytes extends DeviceDay {
  readonly bytes: Buffer;
}

const instant = (ts: number) => new Date(ts).toISOString();
const dayOf = (ts: number) => instant(ts).slice(0, 10);
const slotList = (slots: readonly number[]) =>
  `array[${slots.map((slot) => `o.vals[${Math.trunc(slot) + 1}]`).join(',')}]`;
/** No zone is further than this from UTC, nor a day longer. */
const AROUND_MS = 2 * DAY_MS;

function bounds(windows: readonly ReadingWindow[]): [least: string, most: string] {
  return [
    instant(windows.reduce((least, w) => Math.min(least, w.start), Number.POSITIVE_INFINITY)),
    instant(windows.reduce((most, w) => Math.max(most, w.end), Number.NEGATIVE_INFINITY)),
  ];
}

const ids = (windows: readonly ReadingWindow[]) => int8Array(windows.map((w) => w.device_id));
const starts = (windows: readonly ReadingWindow[]) => windows.map((w) => instant(w.start));
const ends = (windows: readonly ReadingWindow[]) => windows.map((w) => instant(w.end));

interface StoredRow {
  i: number;
  /** Of a packed day. */
  day: string | null;
  at: number;
  /** An array's text, or packed bytes in base64: a third of the work of hexadecimal. */
  body: string;
  q: Buffer | null;
}

/**
 * What is stored of each window, both ends inclusive; undefined when there are more than `mostRows` hot rows. `slots`
 * chooses the hot rows' values, null takes all. One statement, so one moment: a day that is being packed is seen either
 * in its rows or in its bytes. Window by window: as a plain join, a month that PostgreSQL has no statistics of yet would
 * be read whole.
 */
export async function findStored(
  tx: Tx,
  windows: readonly ReadingWindow[],
  { slots, mostRows }: { slots: readonly number[] | null; mostRows: number },
): Promise<StoredReadings[] | undefined> {
  const result: StoredReadings[] = windows.map(() => ({ hot: [], packed: [] }));
  if (windows.length === 0) return result;
  const { rows } = await tx.query<StoredRow>(
    `(select u.i::int as i, date_part('epoch', o.ts) as at, ${slots ? slotList(slots) : 'o.vals'}::text as body, o.q,
             null::date as day
      from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) with ordinality as u(d, a, b, i)
      cross join lateral (
        select ts, vals, q from obs
        where company_id = $1 and device_id = u.d and ts >= u.a and ts <= u.b and ts >= $5 and ts <= $6
        order by ts) as o
      limit $7)
     union all
     select u.i::int, date_part('epoch', o.start_at), encode(o.packed, 'base64'), null, o.day
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $8::date[], $9::date[])
       with ordinality as u(d, a, b, y, z, i)
     join obs_day o on o.company_id = $1 and o.device_id = u.d and o.day >= u.y and o.day <= u.z
       and o.start_at <= u.b and o.end_at > u.a and o.packed is not null`,
    [
      tx.scope.company_id,
      ids(windows),
      starts(windows),
      ends(windows),
      ...bounds(windows),
      Math.min(mostRows + 1, 2 ** 31),
      dateArray(windows.map((w) => dayOf(w.start - AROUND_MS))),
      dateArray(windows.map((w) => dayOf(w.end + AROUND_MS))),
    ],
  );
  const hot = rows.filter((row) => row.day === null);
  if (hot.length > mostRows) return undefined;
  for (const { i, at, body, q } of hot.sort(inOrder))
    result[i - 1]?.hot.push({
      ts: Math.round(at * 1000),
      values: parseFloats(body),
      quality: q && slots ? Uint8Array.from(slots, (slot) => q[slot] ?? 0) : q,
    });
  for (const { i, day, body } of rows.filter((row) => row.day !== null).sort(inOrder)) {
    const device_id = windows[i - 1]?.device_id ?? 0;
    result[i - 1]?.packed.push({ device_id, day: day ?? '', bytes: Buffer.from(body, 'base64') });
  }
  return result;
}

/** About how many instants are packed within the windows: the good readings of the slot that has most, day by day. */
export async function countPacked(tx: Tx, windows: readonly ReadingWindow[]): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select coalesce(sum((select max(x) from unnest(o.n) x)), 0)::float8 as count
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::date[], $6::date[]) as u(d, a, b, y, z)
     join obs_day o on o.company_id = $1 and o.device_id = u.d and o.day >= u.y and o.day <= u.z
       and o.start_at <= u.b and o.end_at > u.a and o.packed is not null`,
    [
      tx.scope.company_id,
      ids(windows),
      starts(windows),
      ends(windows),
      dateArray(windows.map((w) => dayOf(w.start - AROUND_MS))),
      dateArray(windows.map((w) => dayOf(w.end + AROUND_MS))),
    ],
    'packed_count',
  );
  return rows[0]?.count ?? 0;
}

const inOrder = (a: { i: number; at: number }, b: { i: number; at: number }) => a.i - b.i || a.at - b.at;

/**
 * Takes the hot rows of each window [start, end) out of the table, ascending. Those that a writer is just at stay: it
 * waits for the marks that the caller holds, so waiting for it would never end.
 */
export async function takeHot(tx: Tx, windows: readonly ReadingWindow[]): Promise<HotRow[][]> {
  // One statement each: joined to a list of windows, PostgreSQL compares every row with every other.
  const taken = await Promise.all(windows.map((window) => takeHotOf(tx, window)));
  return taken.map((rows) => rows.sort((a, b) => a.ts - b.ts));
}

async function takeHotOf(tx: Tx, { device_id, start, end }: ReadingWindow): Promise<HotRow[]> {
  const { rows } = await tx.query<{ at: number; vals: string; q: Buffer | null }>(
    `delete from obs where company_id = $1 and device_id = $2 and ts >= $3 and ts < $4 and ts = any (array(
       select ts from obs where company_id = $1 and device_id = $2 and ts >= $3 and ts < $4 order by ts
       for update skip locked))
     returning date_part('epoch', ts) as at, vals::text as vals, q`,
    [tx.scope.company_id, device_id, instant(start), instant(end)],
    'packed_take_hot',
  );
  return rows.map(({ at, vals, q }) => ({
    ts: Math.round(at * 1000),
    values: parseFloats(vals),
    quality: q,
  }));
}

/** Which of these days [start, end) have hot rows. */
export async function listHotDays(tx: Tx, list: readonly BorderedDay[]): Promise<DeviceDay[]> {
  if (list.length === 0) return [];
  const { rows } = await tx.query<DeviceDay>(
    `select u.d as device_id, u.y as day
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::date[]) as u(d, a, b, y)
     where exists (select from obs o where o.company_id = $1 and o.device_id = u.d and o.ts >= u.a and o.ts < u.b)`,
    [tx.scope.company_id, ids(list), starts(list), ends(list), days(list)],
    'packed_hot_days',
  );
  return rows;
}

/** The marks that stand on these devices and reach into [start, end] (epoch ms). */
export async function listMarksWithin(
  tx: Tx,
  device_ids: readonly number[],
  start: number,
  end: number,
): Promise<Mark[]> {
  const { rows } = await tx.query<{ device_id: number; slots: number[] | null; start: Date; end: Date }>(
    `select device_id, slots, start_at as start, end_at as end from reading_mark
     where company_id = $1 and device_id = any($2::bigint[]) and undone_at is null and start_at <= $4 and end_at > $3`,
    [tx.scope.company_id, int8Array([...new Set(device_ids)]), instant(start), instant(end)],
    'marks_within',
  );
  return rows.map((row) => ({ ...row, start: row.start.getTime(), end: row.end.getTime() }));
}

/** A device's day with the borders that its row has, or shall have. */
export interface BorderedDay extends ReadingWindow {
  readonly day: string;
}

const days = (list: readonly BorderedDay[]) => dateArray(list.map((d) => d.day));

/** Removes hot rows that lie in days whose readings were let go, as far as these reach into the named ones. */
export async function removeExpiredHot(tx: Tx, near: readonly BorderedDay[]): Promise<void> {
  await tx.query(
    `delete from obs o
     using unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::date[]) as u(d, a, b, y), obs_day e
     where e.company_id = $1 and e.device_id = u.d and e.day >= u.y - 2 and e.day <= u.y + 2 and e.expired
       and e.start_at < u.b and e.end_at > u.a
       and o.company_id = $1 and o.device_id = u.d and o.ts >= e.start_at and o.ts < e.end_at`,
    [tx.scope.company_id, ids(near), starts(near), ends(near), days(near)],
    'packed_remove_expired',
  );
}

export interface KnownDay extends DeviceDay {
  expired: boolean;
  is_packed: boolean;
}

/** Which of these days have a row whose readings were let go, and which are packed; others are left out. */
export async function listKnownDays(tx: Tx, list: readonly DeviceDay[]): Promise<KnownDay[]> {
  const { rows } = await tx.query<KnownDay>(
    `select o.device_id, o.day, o.expired, o.packed is not null as is_packed
     from unnest($2::bigint[], $3::date[]) as u(d, y)
     join obs_day o on o.company_id = $1 and o.device_id = u.d and o.day = u.y
     where o.expired or o.packed is not null`,
    [tx.scope.company_id, int8Array(list.map((d) => d.device_id)), dateArray(list.map((d) => d.day))],
    'packed_known_days',
  );
  return rows;
}

/** Takes the bytes out of packed days that reach into these ones but have other borders, since the zone changed. */
export async function takeMisplaced(
  tx: Tx,
  list: readonly BorderedDay[],
): Promise<(BorderedDay & PackedBytes)[]> {
  const { rows } = await tx.query<DeviceDay & { start: Date; end: Date; packed: string }>(
    `with misplaced as (
       select distinct o.device_id, o.day, o.start_at, o.end_at, encode(o.packed, 'base64') as packed
       from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::date[]) as u(d, a, b, y)
       join obs_day o on o.company_id = $1 and o.device_id = u.d and o.day >= u.y - 2 and o.day <= u.y + 2
         and o.packed is not null and (o.start_at < u.b and o.end_at > u.a or o.day = u.y)
         and (o.day <> u.y or o.start_at <> u.a or o.end_at <> u.b)),
     emptied as (
       update obs_day o set packed = null from misplaced m
       where o.company_id = $1 and o.device_id = m.device_id and o.day = m.day)
     select device_id, day, start_at as start, end_at as end, packed from misplaced`,
    [tx.scope.company_id, ids(list), starts(list), ends(list), days(list)],
    'packed_take_misplaced',
  );
  return rows.map((row) => ({
    ...row,
    start: row.start.getTime(),
    end: row.end.getTime(),
    bytes: Buffer.from(row.packed, 'base64'),
  }));
}

/** Marks days of the company that ended before an instant, lie in the hot table and have no mark yet; answers how many. */
export async function markOpenDays(tx: Tx, before: Date, atMost: number): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into obs_dirty (company_id, device_id, day)
     select o.company_id, o.device_id, o.day from obs_day o
     where o.company_id = $1 and o.packed is null and not o.expired and o.end_at < $2
       and not exists (select from obs_dirty m
                       where m.company_id = o.company_id and m.device_id = o.device_id and m.day = o.day)
     order by o.end_at limit $3
     on conflict (company_id, device_id, day) do nothing`,
    [tx.scope.company_id, before, atMost],
    'packed_mark_open',
  );
  return rowCount;
}
