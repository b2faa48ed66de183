import { epochMs } from '../../../shared/server/epoch-ms.ts';
import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';

/** SQL: when a device was heard last. */
export const heardOf = (device: string): string =>
  `(select (select max(t) from unnest(o.slot_ts) t) from measurements.obs_last o where o.company_id = $1 and o.device_id = ${device})`;

/** SQL: for how long a reading of a meter holds, as `silentAfterMs` says it. Read with every plant. */
export const meterRoom = (meter: string): string =>
  `greatest(3 * coalesce((select ${deviceRhythm('e')} from plants.device e
     where e.company_id = $1 and e.id = ${meter}.device_id), 60), 300) * interval '1 second'`;

/** What a box's meter says, beside what was counted of it before; times in ms. */
export interface MeterReading {
  box_id: number;
  device_id: number;
  before_kw: number | null;
  before_kw_at: number | null;
  before_slot: number | null;
  before_kwh: number | null;
  before_kwh_at: number | null;
  kw: number | null;
  kw_at: number | null;
  slot: number | null;
  kwh: number | null;
  kwh_at: number | null;
}

/** The newest value of a variable of the meter, the first of those that fit. */
const newest = (fits: string, order: string): string => `
  select v.slot, o.vals[v.slot + 1] as value, o.slot_ts[v.slot + 1] as at
  from plants.variable v join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
  where v.company_id = $1 and v.device_id = m.device_id and ${fits} and o.slot_ts[v.slot + 1] is not null
  order by ${order} limit 1`;

/**
 * SQL: whether a reading may be where a meter begins to count. Until then its box's controller counted: from an older one
 * on everything would be counted twice.
 */
const begins = (at: string): string => `${at} >= coalesce(i.power_at - ${meterRoom('m')}, '-infinity')`;

/** Meters that have said something since it was counted last; until it is saved nobody forgets what was counted of them. */
export async function listNewReadings(tx: Tx): Promise<MeterReading[]> {
  const { rows } = await tx.query<MeterReading>(
    `select m.box_id, m.device_id, m.power_kw as before_kw, ${epochMs('m.power_at')} as before_kw_at, m.counter_slot as before_slot,
       m.counter_kwh as before_kwh, ${epochMs('m.counter_at')} as before_kwh_at, p.value as kw, ${epochMs('p.at')} as kw_at, c.slot,
       c.value as kwh, ${epochMs('c.at')} as kwh_at
     from box_meter m
     join measurements.obs_last o on o.company_id = $1 and o.device_id = m.device_id
     left join io_controller i on i.company_id = $1 and i.box_id = m.box_id
     left join lateral (${newest("n.quantity = 'ac_power_kw' and n.kind = 'gauge'", 'v.slot')}) p
       on m.power_at is not null or ${begins('p.at')}
     left join lateral (${newest(
       "n.quantity in ('energy_import_kwh', 'energy_export_kwh') and n.kind = 'counter'",
       "n.quantity = 'energy_import_kwh' desc, v.slot",
     )}) c on m.counter_at is not null or ${begins('c.at')}
     where m.company_id = $1
       and (p.at > coalesce(m.power_at, '-infinity') or c.at > coalesce(m.counter_at, '-infinity'))
     for no key update of m`,
    [tx.scope.company_id],
    'lighting_meter_readings',
  );
  return rows;
}

/**
 * Forgets what was counted of the meters of boxes whose controllers have counted in their place: what comes next begins anew.
 * One that is being counted just now has spoken.
 */
export async function forgetCounted(tx: Tx, box_ids: readonly number[]): Promise<void> {
  if (box_ids.length === 0) return;
  await tx.query(
    `update box_meter m set power_kw = null, power_at = null, counter_slot = null, counter_kwh = null, counter_at = null
     from (select device_id from box_meter where company_id = $1 and box_id = any($2::bigint[])
         and (power_at is not null or counter_at is not null) for update skip locked) x
     where m.company_id = $1 and m.device_id = x.device_id`,
    [tx.scope.company_id, box_ids],
    'lighting_forget_counted',
  );
}

/** Keeps what was counted of meters. */
export async function saveCounted(tx: Tx, readings: readonly MeterReading[]): Promise<void> {
  await tx.query(
    `update box_meter m set power_kw = coalesce(x.kw, m.power_kw), power_at = coalesce(to_timestamp(x.kw_at / 1000), m.power_at),
       counter_slot = coalesce(x.slot, m.counter_slot), counter_kwh = coalesce(x.kwh, m.counter_kwh),
       counter_at = coalesce(to_timestamp(x.kwh_at / 1000), m.counter_at)
     from jsonb_to_recordset($2::jsonb)
       as x(device_id bigint, kw float8, kw_at float8, slot int, kwh float8, kwh_at float8)
     where m.company_id = $1 and m.device_id = x.device_id`,
    [tx.scope.company_id, JSON.stringify(readings)],
    'lighting_save_counted',
  );
}
