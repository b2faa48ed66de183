import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { joinReadings, type Mark, type Readings } from '../columns.model.ts';
import { dateArray, int8Array, readColumns } from './binary-arrays.ts';
import type { DeviceDay, ReadingWindow } from './readings.repository.ts';
import { touchingStretches } from './stretches.repository.ts';

/** What is stored for a window: its hot rows, and the stretches and packed days that reach into it, ascending. */
export interface StoredReadings {
  readonly hot: Readings;
  readonly stretches: PackedStretchBytes[];
  readonly packed: PackedBytes[];
}

/** A stretch, as far as it must be known to be read. */
export interface PackedStretchBytes {
  readonly device_id: number;
  readonly first: number;
  readonly last: number;
  readonly bytes: Buffer;
}

/** A packed day of a device, in the layout by days. */
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
  kind: 'hot' | 'stretch' | 'day';
  /** Of a packed day. */
  day: string | null;
  at: number;
  /** The last instant of a stretch. */
  until: number | null;
  /** Hot rows, or packed bytes; in base64: a third of the work of hexadecimal. */
  body: string;
  instants: string | null;
  qualities: (Buffer | null)[] | null;
}

type HotLine = Omit<StoredRow, 'day' | 'kind' | 'until'>;

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
  const stretches: PackedStretchBytes[][] = windows.map(() => []);
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
     select i, 'hot' as kind, null::date as day, at, null::float8 as until, body, instants, qualities from hot
     union all
     select u.i::int, 'stretch', null, t.at, t.until, t.body, null, null
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) with ordinality as u(d, a, b, i)
     cross join lateral (${touchingStretches(
       `date_part('epoch', s.start_at) as at, date_part('epoch', s.last_at) as until, encode(s.packed, 'base64') as body`,
     )}) as t
     union all
     select u.i::int, 'day', o.day, date_part('epoch', o.start_at), null, encode(o.packed, 'base64'), null, null
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
    const { device_id = 0 } = windows[row.i - 1] ?? {};
    if (row.kind === 'hot') lines[row.i - 1]?.push(readLine(row, slots));
    else if (row.day !== null)
      packed[row.i - 1]?.push({ device_id, day: row.day, bytes: Buffer.from(row.body, 'base64') });
    else
      stretches[row.i - 1]?.push({
        device_id,
        first: Math.round(row.at * 1000),
        last: Math.round((row.until ?? row.at) * 1000),
        bytes: Buffer.from(row.body, 'base64'),
      });
  }
  const found = windows.map((_, i) => ({
    hot: joinReadings(lines[i] ?? []),
    packed: packed[i] ?? [],
    stretches: stretches[i] ?? [],
  }));
  return found.reduce((sum, { hot }) => sum + hot.ts.length, 0) > maxRows ? undefined : found;
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
    planOnce(tx, true),
    Promise.all(joined(windows).map(async (window) => ({ window, lines: await takeHotOf(tx, window) }))),
    planOnce(tx, false),
  ]);
  const ofDevice = Map.groupBy(taken, ({ window }) => window.device_id);
  return new Map([...ofDevice].map(([id, own]) => [id, joinReadings(own.flatMap(({ lines }) => lines))]));
}

/** Citus must know the parameters of a statement to plan it: there each is planned by itself. */
async function planOnce(tx: Tx, once: boolean): Promise<void> {
  await tx.query(
    `select set_config('plan_cache_mode', $1, true)
     where to_regproc('pg_catalog.get_shard_id_for_distribution_column') is null`,
    [once ? 'force_generic_plan' : 'auto'],
    'packed_plan_once',
  );
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

/** Removes hot rows of windows [start, end): those of days whose readings were let go. */
export async function removeHot(tx: Tx, windows: readonly ReadingWindow[]): Promise<void> {
  await Promise.all(
    windows.map(({ device_id, start, end }) =>
      tx.query(
        'delete from obs where company_id = $1 and device_id = $2 and ts >= $3 and ts < $4',
        [tx.scope.company_id, device_id, instant(start), instant(end)],
        'packed_remove_expired',
      ),
    ),
  );
}

/** Hours (epoch ms of their begin) before an instant in which devices of the company have hot rows, of each so many at most. */
export async function listOldHours(
  tx: Tx,
  before: Date,
  atMost: number,
): Promise<{ device_id: number; at: number; time_zone: string }[]> {
  const { rows } = await tx.query<{ device_id: number; at: number; time_zone: string }>(
    `select d.id as device_id, h.at, p.time_zone
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     cross join lateral (
       select distinct date_part('epoch', date_trunc('hour', o.ts, 'UTC')) * 1000 as at from obs o
       where o.company_id = $1 and o.device_id = d.id and o.ts < $2 order by 1 limit $3) as h
     where d.company_id = $1 order by 1, 2`,
    [tx.scope.company_id, before, atMost],
    'packed_old_hours',
  );
  return rows;
}
