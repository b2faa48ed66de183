import type { Tx } from '../../../shared/server/tenancy.ts';
import { knownZone, localDay } from '../../../shared/units/zones.ts';
import { type DayRow, type DeviceMeta, nominalOf, type SlotMeta } from '../day-row.model.ts';
import type { EnteredEvent, FoundEvent, KnownValue } from '../energy-steps.model.ts';
import { byteaArray, dateArray, int8Array } from './binary-arrays.ts';
import type { DeviceDay } from './readings.repository.ts';

export interface DueDay extends DeviceDay {
  time_zone: string;
  interval_s: number;
  nominal_power: number | null;
  potenza_nominale: number | null;
}

/** Days of a device, both ends inclusive (YYYY-MM-DD). */
export interface DayRange {
  readonly device_id: number;
  readonly from: string;
  readonly to: string;
}

export interface DueDaysQuery {
  now: Date;
  atMost: number;
  /** Only this device's days. */
  device_id: number | null;
  /** Also today's, however fresh. */
  today: boolean;
  /** Days that are left alone. */
  without: readonly DayRange[];
}

/** Today is read from the hot rows; its day row follows at this distance. */
const TODAY_AGE = '10 minutes';

/**
 * Takes marks that are due, oldest day of a device first, and locks them until the transaction ends. A mark that
 * somebody works on or a writer holds is left for the next round.
 */
export async function lockDueDays(tx: Tx, query: DueDaysQuery): Promise<DueDay[]> {
  // The runtime says what day it is: PostgreSQL stops at a zone that it does not know.
  const zones = await tx.query<{ time_zone: string }>(
    'select distinct time_zone from plants.plant where company_id = $1',
    [tx.scope.company_id],
    'day_zones',
  );
  const names = zones.rows.map((row) => row.time_zone);
  const todays = names.map((zone) => localDay(knownZone(zone), query.now.getTime()).day);
  // The zone is asked for only where it matters, and devices are looked up for the chosen marks: there may be a year's.
  const { rows } = await tx.query<DeviceDay>(
    `select m.device_id, m.day from obs_dirty m
     where m.company_id = $1 and ($2::bigint is null or m.device_id = $2)
       and not exists (select from unnest($8::bigint[], $9::date[], $10::date[]) as w(d, a, b)
                       where w.d = m.device_id and m.day >= w.a and m.day <= w.b)
       and exists (select from plants.device d where d.company_id = $1 and d.id = m.device_id)
       and ($3 or m.day < all ($7::date[]) or m.marked_at < $4::timestamptz - interval '${TODAY_AGE}'
            or m.day < (select z.today
                        from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
                        join unnest($6::text[], $7::date[]) as z(name, today) on z.name = p.time_zone
                        where d.company_id = $1 and d.id = m.device_id))
     order by m.device_id, m.day limit $5
     for update of m skip locked`,
    [
      tx.scope.company_id,
      query.device_id,
      query.today,
      query.now,
      query.atMost,
      names,
      dateArray(todays),
      int8Array(query.without.map((range) => range.device_id)),
      dateArray(query.without.map((range) => range.from)),
      dateArray(query.without.map((range) => range.to)),
    ],
    'day_take_due',
  );
  const devices = await listDueDevices(tx, [...new Set(rows.map((row) => row.device_id))]);
  return rows.flatMap(({ device_id, day }) => {
    const device = devices.get(device_id);
    return device ? [{ ...device, day }] : [];
  });
}

async function listDueDevices(
  tx: Tx,
  device_ids: readonly number[],
): Promise<ReadonlyMap<number, Omit<DueDay, 'day'>>> {
  const { rows } = await tx.query<Omit<DueDay, 'day'>>(
    `select d.id as device_id, p.time_zone, d.interval_s, d.nominal_power, p.potenza_nominale
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[])`,
    [tx.scope.company_id, int8Array(device_ids)],
    'day_due_devices',
  );
  return new Map(rows.map((row) => [row.device_id, { ...row, time_zone: knownZone(row.time_zone) }]));
}

const DAY_LOCK = 7303;

/**
 * One worker at a time makes days of a company, until the transaction ends: a day counts from the row of the day
 * before, which another worker's open transaction would hide.
 */
export async function lockDays(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, $2)', [DAY_LOCK, tx.scope.company_id], 'day_lock');
}

/** Takes marks away. */
export async function removeMarks(tx: Tx, days: readonly DeviceDay[]): Promise<void> {
  await tx.query(
    `delete from obs_dirty m using unnest($2::bigint[], $3::date[]) as u(d, y)
     where m.company_id = $1 and m.device_id = u.d and m.day = u.y`,
    [tx.scope.company_id, int8Array(days.map((d) => d.device_id)), dateArray(days.map((d) => d.day))],
    'day_remove_marks',
  );
}

export async function listSlots(
  tx: Tx,
  device_ids: readonly number[],
): Promise<(SlotMeta & { device_id: number })[]> {
  const { rows } = await tx.query<SlotMeta & { device_id: number }>(
    `select v.device_id, v.slot, n.kind, n.quantity
     from plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
     where v.company_id = $1 and v.device_id = any($2::bigint[]) order by v.device_id, v.slot`,
    [tx.scope.company_id, int8Array(device_ids)],
    'day_slots',
  );
  return rows;
}

/** Reads `{1,NULL,2.5}` as PostgreSQL writes a float8[]; NaN for null. Much faster than pg's general parser. */
export function parseFloats(text: string): Float64Array {
  if (text.length <= 2) return new Float64Array(0);
  const parts = text.slice(1, -1).split(',');
  const floats = new Float64Array(parts.length);
  for (let i = 0; i < parts.length; i++) floats[i] = Number(parts[i]);
  return floats;
}

const instant = (ts: number) => new Date(ts).toISOString();

export interface CounterPlace extends DeviceDay {
  slot: number;
  /** Epoch ms at which the day begins. */
  start: number;
}

/** What each counter last showed before a day, from the day rows; undefined where nothing is known. */
export async function listPreviousValues(
  tx: Tx,
  places: readonly CounterPlace[],
): Promise<(KnownValue | undefined)[]> {
  const result: (KnownValue | undefined)[] = places.map(() => undefined);
  if (places.length === 0) return result;
  const { rows } = await tx.query<{ i: number; value: number; at: number }>(
    `select u.i::int as i, before.value, date_part('epoch', before.at) as at
     from unnest($2::bigint[], $3::date[], $4::int[], $5::timestamptz[]) with ordinality as u(d, y, s, b, i)
     cross join lateral (
       select o.last[u.s + 1] as value, o.last_ts[u.s + 1] as at from obs_day o
       where o.company_id = $1 and o.device_id = u.d and o.day < u.y and o.last[u.s + 1] is not null
         and o.last_ts[u.s + 1] < u.b -- a row made in the zone before may reach past this day's start
       order by o.day desc limit 1) as before`,
    [
      tx.scope.company_id,
      int8Array(places.map((p) => p.device_id)),
      dateArray(places.map((p) => p.day)),
      places.map((p) => p.slot),
      places.map((p) => instant(p.start)),
    ],
  );
  for (const { i, value, at } of rows) result[i - 1] = { value, ts: Math.round(at * 1000) };
  return result;
}

/** Events that people entered for these devices. */
export async function listEnteredEvents(
  tx: Tx,
  device_ids: readonly number[],
): Promise<(EnteredEvent & { device_id: number; slot: number })[]> {
  const { rows } = await tx.query<{
    device_id: number;
    slot: number;
    at: Date;
    value_before: number | null;
    value_after: number | null;
  }>(
    `select device_id, slot, at, value_before, value_after from counter_event
     where company_id = $1 and device_id = any($2::bigint[]) and not found order by at`,
    [tx.scope.company_id, int8Array(device_ids)],
    'day_entered_events',
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

export interface MadeDay extends DeviceDay {
  start: number;
  end: number;
  row: DayRow;
  events: readonly { slot: number; event: FoundEvent }[];
  /** Its readings as bytes when they leave the hot table with it; null leaves what is packed as it is. */
  packed: Uint8Array | null;
  /** Instants at which it said anything, good or not. */
  rows: number;
}

const numbers = (list: Iterable<number>) =>
  `{${Array.from(list, (x) => (Number.isFinite(x) ? String(x) : 'NULL')).join(',')}}`;
const instants = (list: Float64Array) =>
  `{${Array.from(list, (x) => (Number.isFinite(x) ? instant(x) : 'NULL')).join(',')}}`;

/**
 * Writes day rows and the counter events found in them. Answers the days after which a counter now stands differently,
 * so that the device's next day counts from another border.
 */
export async function writeDays(tx: Tx, days: readonly MadeDay[]): Promise<DeviceDay[]> {
  const keys = [int8Array(days.map((d) => d.device_id)), dateArray(days.map((d) => d.day))];
  const before = await tx.query<{ device_id: number; day: string; last: string; at: string }>(
    `select o.device_id, o.day, o.last::text as last, array(select date_part('epoch', x) from unnest(o.last_ts) x)::text as at
     from unnest($2::bigint[], $3::date[]) as u(d, y) cross join lateral (
       select device_id, day, last, last_ts from obs_day where company_id = $1 and device_id = u.d and day = u.y
       offset 0) as o`,
    [tx.scope.company_id, ...keys],
    'day_before',
  );
  await tx.query(
    `insert into obs_day as m (company_id, device_id, day, start_at, end_at, n, sum, min, max, first, last, last_ts, energy, recovered, packed)
     select c.id_client, d, y, a, b, n::int[], s::float8[], lo::float8[], hi::float8[], f::float8[], l::float8[],
            lt::timestamptz[], e::float8[], r::float8[], p
     from companies.company c, unnest($2::bigint[], $3::date[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[], $8::text[],
                 $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::bytea[])
       as u(d, y, a, b, n, s, lo, hi, f, l, lt, e, r, p)
     where c.id_client = $1
     on conflict (company_id, device_id, day) do update set
       start_at = excluded.start_at, end_at = excluded.end_at, n = excluded.n, sum = excluded.sum, min = excluded.min,
       max = excluded.max, first = excluded.first, last = excluded.last, last_ts = excluded.last_ts,
       energy = excluded.energy, recovered = excluded.recovered,
       packed = coalesce(excluded.packed, m.packed)
     where (m.start_at, m.end_at, m.n, m.sum, m.min, m.max, m.first, m.last, m.last_ts, m.energy, m.recovered)
       is distinct from (excluded.start_at, excluded.end_at, excluded.n, excluded.sum, excluded.min, excluded.max,
                         excluded.first, excluded.last, excluded.last_ts, excluded.energy, excluded.recovered)
       or excluded.packed is not null`,
    [
      tx.scope.company_id,
      ...keys,
      days.map((d) => instant(d.start)),
      days.map((d) => instant(d.end)),
      days.map((d) => numbers(d.row.n)),
      ...(['sum', 'min', 'max', 'first', 'last'] as const).map((field) =>
        days.map((d) => numbers(d.row[field])),
      ),
      days.map((d) => instants(d.row.last_ts)),
      days.map((d) => numbers(d.row.energy)),
      days.map((d) => numbers(d.row.recovered)),
      byteaArray(days.map((d) => d.packed)),
    ],
    'day_write',
  );
  await writeEvents(tx, days);
  const known = new Map(before.rows.map((row) => [`${row.device_id}/${row.day}`, row]));
  return days.filter(({ device_id, day, row }) => {
    const old = known.get(`${device_id}/${day}`);
    if (!old) return true;
    const [last, at] = [parseFloats(old.last), parseFloats(old.at)];
    return row.last.some(
      (value, slot) =>
        !Object.is(value, last[slot] ?? Number.NaN) ||
        !Object.is(row.last_ts[slot], Math.round((at[slot] ?? Number.NaN) * 1000)),
    );
  });
}

/** Takes away the rows of days that say nothing any more, with what was found in them. Answers the days that had one. */
export async function removeDays(tx: Tx, days: readonly MadeDay[]): Promise<DeviceDay[]> {
  if (days.length === 0) return [];
  await writeEvents(tx, days);
  const { rows } = await tx.query<DeviceDay>(
    `delete from obs_day o using unnest($2::bigint[], $3::date[]) as u(d, y)
     where o.company_id = $1 and o.device_id = u.d and o.day = u.y returning o.device_id, o.day`,
    [tx.scope.company_id, int8Array(days.map((d) => d.device_id)), dateArray(days.map((d) => d.day))],
    'day_remove',
  );
  return rows;
}

async function writeEvents(tx: Tx, days: readonly MadeDay[]): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    `delete from counter_event e using unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) as u(d, a, b)
     where e.company_id = $1 and e.device_id = u.d and e.found and e.at > u.a and e.at <= u.b`,
    [
      company_id,
      int8Array(days.map((d) => d.device_id)),
      days.map((d) => instant(d.start)),
      days.map((d) => instant(d.end)),
    ],
    'day_remove_events',
  );
  const found = days.flatMap((d) => d.events.map((e) => ({ device_id: d.device_id, ...e })));
  if (found.length === 0) return;
  await tx.query(
    `insert into counter_event (company_id, device_id, slot, at, kind, value_before, value_after)
     select $1::int, d, s, a, k, vb, va
     from unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::text[], $6::float8[], $7::float8[]) as u(d, s, a, k, vb, va)
     on conflict (company_id, device_id, slot, at) do nothing`,
    [
      company_id,
      int8Array(found.map((f) => f.device_id)),
      found.map((f) => f.slot),
      found.map((f) => instant(f.event.at)),
      found.map((f) => f.event.kind),
      found.map((f) => f.event.value_before),
      found.map((f) => f.event.value_after),
    ],
  );
}

/** The next day, after each of these, that has a row already. */
export async function listNextDays(tx: Tx, days: readonly DeviceDay[]): Promise<DeviceDay[]> {
  if (days.length === 0) return [];
  const { rows } = await tx.query<DeviceDay>(
    `select distinct u.d as device_id, n.day
     from unnest($2::bigint[], $3::date[]) as u(d, y)
     cross join lateral (select o.day from obs_day o where o.company_id = $1 and o.device_id = u.d and o.day > u.y
                         order by o.day limit 1) as n
     order by 1, 2`,
    [tx.scope.company_id, int8Array(days.map((d) => d.device_id)), dateArray(days.map((d) => d.day))],
    'day_next',
  );
  return rows;
}

/** Companies that have marks; ids only, each is then worked on in its own scope. */
export async function listDirtyCompanies(pool: {
  query<T extends object>(text: string): Promise<{ rows: T[] }>;
}): Promise<number[]> {
  const { rows } = await pool.query<{ company_id: number }>(
    'select company_id from cross_tenant_dirty_companies()',
  );
  return rows.map((row) => row.company_id);
}

/** What a device's days are counted with. */
export function deviceMeta(
  slots: readonly SlotMeta[],
  device: Pick<DueDay, 'interval_s' | 'nominal_power' | 'potenza_nominale'>,
): DeviceMeta {
  return { slots, interval_s: device.interval_s, nominalOf: nominalOf(device) };
}
