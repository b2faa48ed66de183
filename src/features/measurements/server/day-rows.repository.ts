import type pg from 'pg';
import { askAll } from '../../../shared/server/reach.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { knownZone, localDay } from '../../../shared/units/zones.ts';
import { type DayRow, type DeviceMeta, nominalOf, type SlotMeta } from '../day-row.model.ts';
import type { EnteredEvent, FoundEvent, KnownValue } from '../energy-steps.model.ts';
import { dateArray, int8Array } from './binary-arrays.ts';
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
 * somebody works on or a writer holds is left for the next round. Where it is three days at once, marks of the middle
 * zones wait for their age.
 */
export async function lockDueDays(tx: Tx, query: DueDaysQuery): Promise<DueDay[]> {
  // The runtime says what day it is: PostgreSQL stops at a zone that it does not know.
  const zones = await tx.query<{ time_zone: string }>(
    'select distinct time_zone from plants.plant where company_id = $1',
    [tx.scope.company_id],
    'day_zones',
  );
  const todays = new Map(
    zones.rows.map(({ time_zone }) => [time_zone, localDay(knownZone(time_zone), query.now.getTime()).day]),
  );
  const [earliest = null, ...later] = [...new Set(todays.values())].sort();
  const latest = later.at(-1) ?? null;
  // Each sub-select is asked for a truth value, so that PostgreSQL hashes it once: joined, a plan without statistics read
  // all devices for each mark. Plants of the latest zones have a day behind them that has not ended everywhere.
  const { rows } = await tx.query<DeviceDay>(
    `select m.device_id, m.day from obs_dirty m
     where m.company_id = $1 and ($2::bigint is null or m.device_id = $2)
       and not exists (select from unnest($8::bigint[], $9::date[], $10::date[]) as w(d, a, b)
                       where w.d = m.device_id and m.day >= w.a and m.day <= w.b)
       and (m.device_id in (select d.id from plants.device d where d.company_id = $1)) is true
       and ($3 or m.day < $6::date or m.marked_at < $4::timestamptz - interval '${TODAY_AGE}'
            or m.day < $7::date and m.device_id in (
              select d.id from plants.device d where d.company_id = $1 and (d.plant_id in (
                select p.id from plants.plant p where p.company_id = $1 and p.time_zone = any($11::text[]))) is true))
     order by m.device_id, m.day limit $5
     for update of m skip locked`,
    [
      tx.scope.company_id,
      query.device_id,
      query.today,
      query.now,
      query.atMost,
      earliest,
      latest,
      int8Array(query.without.map((range) => range.device_id)),
      dateArray(query.without.map((range) => range.from)),
      dateArray(query.without.map((range) => range.to)),
      latest === null ? [] : [...todays].flatMap(([zone, today]) => (today === latest ? [zone] : [])),
    ],
    'day_take_due',
  );
  const devices = await listDueDevices(tx, [...new Set(rows.map((row) => row.device_id))]);
  return rows.flatMap(({ device_id, day }) => {
    const device = devices.get(device_id);
    return device ? [{ ...device, day }] : [];
  });
}

/** What days of devices are made with. */
export async function listDueDevices(
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

const instant = (ts: number) => new Date(ts).toISOString();

export interface CounterPlace extends DeviceDay {
  slot: number;
  /** Epoch ms at which the day begins. */
  start: number;
}

/** What each counter last showed before a day, in the layout by days; undefined where nothing is known. */
export async function listOldPreviousValues(
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
  /** Whose midnights are its borders. */
  zone: string;
  row: DayRow;
  events: readonly { slot: number; event: FoundEvent }[];
  /** Instants at which it said anything, good or not. */
  rows: number;
}

/** Replaces the counter events that were found in days. */
export async function writeEvents(tx: Tx, days: readonly MadeDay[]): Promise<void> {
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

/** The days of the layout by days that count from where slots stood at the end of each of these (`listNextDays`). */
export async function listOldNextDays(
  tx: Tx,
  days: readonly (DeviceDay & { slots: readonly number[] })[],
): Promise<DeviceDay[]> {
  const places = days.flatMap(({ slots, ...day }) => slots.map((slot) => ({ ...day, slot })));
  if (places.length === 0) return [];
  const { rows } = await tx.query<DeviceDay>(
    `select distinct u.d as device_id, n.day
     from unnest($2::bigint[], $3::date[], $4::int[]) as u(d, y, s)
     cross join lateral (select o.day from obs_day o where o.company_id = $1 and o.device_id = u.d and o.day > u.y
                           and o.n[u.s + 1] > 0
                         order by o.day limit 1) as n
     order by 1, 2`,
    [
      tx.scope.company_id,
      int8Array(places.map((p) => p.device_id)),
      dateArray(places.map((p) => p.day)),
      places.map((p) => p.slot),
    ],
    'day_next',
  );
  return rows;
}

/** Companies that have marks; ids only, each is then worked on in its own scope. */
export async function listDirtyCompanies(pool: Pick<pg.Pool, 'query'>): Promise<number[]> {
  const { answer } = await askAll(pool, (within) =>
    pool.query<{ company_id: number }>('select company_id from cross_tenant_dirty_companies($1)', [within]),
  );
  return answer.rows.map((row) => row.company_id);
}

/** What a device's days are counted with. */
export function deviceMeta(
  slots: readonly SlotMeta[],
  device: Pick<DueDay, 'interval_s' | 'nominal_power' | 'potenza_nominale'>,
): DeviceMeta {
  return { slots, interval_s: device.interval_s, nominalOf: nominalOf(device) };
}
