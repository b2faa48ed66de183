import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { joinReadings, type Mark, type Readings } from '../columns.model.ts';
import { dateArray, int8Array, readColumns } from './binary-arrays.ts';
import type { DeviceDay } from './readings.repository.ts';

/** A stretch of a device's readings. Epoch ms; each function says whether the end belongs to it. */
export interface ReadingWindow {
  readonly device_id: number;
  readonly start: number;
  readonly end: number;
}

/** What is stored for a window: its hot rows, and the packed days that reach into it, ascending. */
export interface StoredReadings {
  readonly hot: Readings;
  readonly packed: PackedBytes[];
}

/** A packed day of a device. */
export interface PackedBytes extends DeviceDay {
  readonly bytes: Buffer;
}

const instant = (ts: number) => new Date(ts).toISOString();
const dayOf = (ts: number) => instant(ts).slice(0, 10);
/** So few slots are a parameter ($10), so that the statement stays the same and is planned once. */
const FEW_SLOTS = 8;
const slotList = (slots: readonly number[]) => {
  const place = (slot: number, i: number) =>
    slots.length <= FEW_SLOTS ? `($10::int[])[${i + 1}]` : `${Math.trunc(slot) + 1}`;
  return `array[${slots.map((slot, i) => `o.vals[${place(slot, i)}]`).join(',')}]`;
};
/** No zone is further than this from UTC, nor a day longer. */
const AROUND_MS = 2 * DAY_MS;

function bounds(windows: readonly ReadingWindow[]): [least: string, most: string] {
  return [
    instant(windows.reduce((min, w) => Math.min(min, w.start), Number.POSITIVE_INFINITY)),
    instant(windows.reduce((max, w) => Math.max(max, w.end), Number.NEGATIVE_INFINITY)),
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
  /** Hot rows, or packed bytes; in base64: a third of the work of hexadecimal. */
  body: string;
  instants: string | null;
  qualities: (Buffer | null)[] | null;
}

type HotLine = Omit<StoredRow, 'day'>;

/** Hot rows in one line of an answer: what PostgreSQL puts together must not grow with a day. */
const ROWS_IN_LINE = 256;

/** Hot rows (i, ts, vals, q) put together in lines, in columns: what a row costs on its way is most of what it costs. */
const inLines = (rows: string) =>
  `select i, date_part('epoch', min(ts)) as at, encode(string_agg(array_send(vals), '' order by ts), 'base64') as body,
          encode(string_agg(timestamptz_send(ts), '' order by ts), 'base64') as instants,
          case when count(q) > 0 then array_agg(q order by ts) end as qualities
   from (select i, ts, vals, q, (row_number() over (partition by i order by ts) - 1) / ${ROWS_IN_LINE} as line
         from (${rows}) as single) as numbered
   group by i, line`;

function readLine({ body, instants, qualities }: HotLine, slots: readonly number[] | null): Readings {
  const read = (text: string | null) => Buffer.from(text ?? '', 'base64');
  const { ts, columns } = readColumns(read(instants), read(body));
  qualities?.forEach((q, i) => {
    columns.forEach((column, c) => {
      const state = q?.[slots ? (slots[c] ?? -1) : c] ?? 0;
      if (state === 0) return;
      column.quality ??= new Uint8Array(ts.length);
      column.quality[i] = state;
    });
  });
  return { ts, columns };
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
  { slots, mostRows: maxRows }: { slots: readonly number[] | null; mostRows: number },
): Promise<StoredReadings[] | undefined> {
  const lines: Readings[][] = windows.map(() => []);
  const packed: PackedBytes[][] = windows.map(() => []);
  if (windows.length === 0) return [];
  const isFew = slots !== null && slots.length <= FEW_SLOTS;
  const { rows } = await tx.query<StoredRow>(
    `with hot as (${inLines(
      `select u.i::int as i, o.ts, ${slots ? slotList(slots) : 'o.vals'} as vals, o.q
       from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) with ordinality as u(d, a, b, i)
       cross join lateral (
         select ts, vals, q from obs
         where company_id = $1 and device_id = u.d and ts >= u.a and ts <= u.b and ts >= $5 and ts <= $6
         order by ts) as o
       limit $7`,
    )})
     select i, null::date as day, at, body, instants, qualities from hot
     union all
     select u.i::int, o.day, date_part('epoch', o.start_at), encode(o.packed, 'base64'), null, null
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $8::date[], $9::date[])
       with ordinality as u(d, a, b, y, z, i)
     cross join lateral (
       select day, start_at, packed from obs_day
       where company_id = $1 and device_id = u.d and day >= u.y and day <= u.z
         and start_at <= u.b and end_at > u.a and packed is not null
       offset 0) as o`,
    [
      tx.scope.company_id,
      ids(windows),
      starts(windows),
      ends(windows),
      ...bounds(windows),
      Math.min(maxRows + 1, 2 ** 31),
      dateArray(windows.map((w) => dayOf(w.start - AROUND_MS))),
      dateArray(windows.map((w) => dayOf(w.end + AROUND_MS))),
      ...(isFew ? [slots.map((slot) => slot + 1)] : []),
    ],
    slots && !isFew ? undefined : `stored_find_${slots?.length ?? 'all'}`,
  );
  for (const row of rows.sort(inOrder)) {
    if (row.day === null) lines[row.i - 1]?.push(readLine(row, slots));
    else
      packed[row.i - 1]?.push({
        device_id: windows[row.i - 1]?.device_id ?? 0,
        day: row.day,
        bytes: Buffer.from(row.body, 'base64'),
      });
  }
  const found = windows.map((_, i) => ({ hot: joinReadings(lines[i] ?? []), packed: packed[i] ?? [] }));
  return found.reduce((sum, { hot }) => sum + hot.ts.length, 0) > maxRows ? undefined : found;
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

/** Stretches [start, end) in their order: those of a device that follow each other as one. */
function joined(windows: readonly ReadingWindow[]): ReadingWindow[] {
  const result: ReadingWindow[] = [];
  for (const window of windows) {
    const last = result.at(-1);
    if (last?.device_id === window.device_id && last.end === window.start)
      result[result.length - 1] = { ...last, end: window.end };
    else result.push(window);
  }
  return result;
}

/**
 * Takes the hot rows of windows [start, end), ascending for each device, out of the table; answers them by device. Those
 * that a writer is just at stay: it waits for the marks that the caller holds, so waiting for it would never end.
 */
export async function takeHot(tx: Tx, windows: readonly ReadingWindow[]): Promise<Map<number, Readings>> {
  // One statement each: joined to a list of windows, PostgreSQL compares every row with every other. Planned once and not
  // for each stretch and month anew, which takes longer than the work.
  const [, taken] = await Promise.all([
    tx.query(`set local plan_cache_mode = 'force_generic_plan'`),
    Promise.all(joined(windows).map(async (window) => ({ window, lines: await takeHotOf(tx, window) }))),
    tx.query(`set local plan_cache_mode = 'auto'`),
  ]);
  const ofDevice = Map.groupBy(taken, ({ window }) => window.device_id);
  return new Map([...ofDevice].map(([id, own]) => [id, joinReadings(own.flatMap(({ lines }) => lines))]));
}

async function takeHotOf(tx: Tx, { device_id, start, end }: ReadingWindow): Promise<Readings[]> {
  const { rows } = await tx.query<HotLine>(
    `with taken as (
       delete from obs where company_id = $1 and device_id = $2 and ts >= $3 and ts < $4 and ts = any (array(
         select ts from obs where company_id = $1 and device_id = $2 and ts >= $3 and ts < $4 order by ts
         for update skip locked))
       returning 0 as i, ts, vals, q)
     ${inLines('select * from taken')}`,
    [tx.scope.company_id, device_id, instant(start), instant(end)],
    'packed_take_hot',
  );
  return rows.sort(inOrder).map((row) => readLine(row, null));
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
  const { rows } = await tx.query<{ device_id: number; start: Date; end: Date }>(
    `select distinct e.device_id, e.start_at as start, e.end_at as end
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::date[]) as u(d, a, b, y)
     cross join lateral (
       select device_id, start_at, end_at from obs_day
       where company_id = $1 and device_id = u.d and day >= u.y - 2 and day <= u.y + 2 and expired
         and start_at < u.b and end_at > u.a
       offset 0) as e`,
    [tx.scope.company_id, ids(near), starts(near), ends(near), days(near)],
    'packed_near_expired',
  );
  await Promise.all(
    rows.map(({ device_id, start, end }) =>
      tx.query(
        'delete from obs where company_id = $1 and device_id = $2 and ts >= $3 and ts < $4',
        [tx.scope.company_id, device_id, start, end],
        'packed_remove_expired',
      ),
    ),
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
     from unnest($2::bigint[], $3::date[]) as u(d, y) cross join lateral (
       select device_id, day, expired, packed from obs_day
       where company_id = $1 and device_id = u.d and day = u.y and (expired or packed is not null)
       offset 0) as o`,
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
       cross join lateral (
         select device_id, day, start_at, end_at, packed from obs_day
         where company_id = $1 and device_id = u.d and day >= u.y - 2 and day <= u.y + 2
           and packed is not null and (start_at < u.b and end_at > u.a or day = u.y)
           and (day <> u.y or start_at <> u.a or end_at <> u.b)
         offset 0) as o),
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
                       where m.company_id = $1 and m.device_id = o.device_id and m.day = o.day)
     order by o.end_at limit $3
     on conflict (company_id, device_id, day) do nothing`,
    [tx.scope.company_id, before, atMost],
    'packed_mark_open',
  );
  return rowCount;
}
