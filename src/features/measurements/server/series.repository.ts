import { readsHomes } from '../../../shared/server/homes.ts';
import { variableRhythm } from '../../../shared/server/rhythm.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { knownZone } from '../../../shared/units/zones.ts';
import type { DeviceCategory, ProductionType } from '../../plants/plants.model.ts';
import type { SlotMeta } from '../day-row.model.ts';
import { int8Array } from './binary-arrays.ts';

export interface SeriesVariable extends SlotMeta {
  /** Seconds between two readings, by its polling plan. */
  rhythm_s: number;
  /** Whether it ever had a good reading. */
  heard: boolean;
  name: string;
  label_en: string;
  label_it: string;
  unit: string;
  decimals: number;
  colour: string;
  value_table: string | null;
}

export interface SeriesDevice {
  device_id: number;
  plant_id: number;
  proj_code: string;
  short_name: string;
  description: string;
  category: DeviceCategory;
  /** Its number on a Modbus line. */
  unit_id: number | null;
  nominal_power: number | null;
  potenza_nominale: number | null;
  latitude: number | null;
  longitude: number | null;
  production_type: ProductionType;
  time_zone: string;
  interval_s: number;
  enabled: boolean;
  slots: SeriesVariable[];
}

/** Whether the scope may see a plant of this code. */
export async function plantExists(tx: Tx, proj_code: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from plants.plant where company_id = $1 and proj_code = $2 and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, proj_code, plantFilter(tx.scope)],
    'series_plant',
  );
  return rowCount > 0;
}

/** Which of these plants the scope may see. */
export async function listSeenPlants(tx: Tx, codes: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ proj_code: string }>(
    `select proj_code from plants.plant
     where company_id = $1 and proj_code = any($2::text[]) and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, codes, plantFilter(tx.scope)],
    'series_plants',
  );
  return rows.map((row) => row.proj_code);
}

/** The ids of a page of the devices that the scope may see, by plant and short name, and how many there are in all. */
export async function listDevicePage(
  tx: Tx,
  query: {
    proj_code: string | null;
    category: DeviceCategory | null;
    /** Devices with a variable of one of these names; null for all. */
    names: readonly string[] | null;
    /** These only; null for all. */
    device_ids: readonly number[] | null;
    limit: number;
    offset: number;
  },
): Promise<{ count: number; device_ids: number[] }> {
  const { rows } = await tx.query<{ count: number; ids: number[] }>(
    `with seen as (
       select d.id, p.proj_code, d.short_name from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
       where d.company_id = $1 and ($2::text is null or p.proj_code = $2) and ($3::bigint[] is null or d.plant_id = any($3))
         and ($4::text is null or d.category = $4) and ($8::bigint[] is null or d.id = any($8))
         and (p.kind = 'asset' or $9 and ($2::text is not null or $8::bigint[] is not null))
         and ($5::text[] is null or exists (
           select from plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
           where v.company_id = $1 and v.device_id = d.id and n.name = any($5)))),
     page as (select id from seen order by proj_code, short_name, id limit $6 offset $7)
     select (select count(*) from seen)::int as count, (select coalesce(jsonb_agg(id), '[]') from page) as ids`,
    [
      tx.scope.company_id,
      query.proj_code,
      plantFilter(tx.scope),
      query.category,
      query.names,
      query.limit,
      query.offset,
      query.device_ids,
      readsHomes(tx.scope),
    ],
    'series_device_page',
  );
  return { count: rows[0]?.count ?? 0, device_ids: rows[0]?.ids ?? [] };
}

/** A range of a device's readings that a person declared bad; null slots are all of them. Epoch ms. */
export interface SeriesMark {
  device_id: number;
  slots: number[] | null;
  start: number;
  end: number;
  reason: string;
}

const instant = (ts: number) => new Date(ts).toISOString();

/** The marks of some devices that touch [start, end) and were not undone, oldest first: the newest 1,000. */
export async function listSeriesMarks(
  tx: Tx,
  device_ids: readonly number[],
  window: { start: number; end: number },
): Promise<SeriesMark[]> {
  const { rows } = await tx.query<SeriesMark>(
    `select device_id, slots, date_part('epoch', start_at) * 1000 as start, date_part('epoch', end_at) * 1000 as end, reason
     from (select id, device_id, slots, start_at, end_at, reason from reading_mark
           where company_id = $1 and device_id = any($2::bigint[]) and undone_at is null and start_at < $4 and end_at > $3
           order by start_at desc, id desc limit 1000) newest
     order by start_at, id`,
    [tx.scope.company_id, int8Array(device_ids), instant(window.start), instant(window.end)],
    'series_marks',
  );
  return rows;
}

/** Devices that the scope may see with their variables: those of these ids, and all of these plants. */
export async function listSeriesDevices(
  tx: Tx,
  query: {
    device_ids: readonly number[];
    plants: readonly string[];
    /** Also of plants that the scope does not see, for what works with every plant in sight. */
    everyPlant?: boolean;
  },
): Promise<SeriesDevice[]> {
  const { rows } = await tx.query<SeriesDevice>(
    `select d.id as device_id, d.plant_id, p.proj_code, d.short_name, d.description, d.category, d.unit_id, d.nominal_power,
            p.potenza_nominale, p.latitude, p.longitude, p.production_type, p.time_zone, d.interval_s,
            d.enabled and not d.template as enabled,
            coalesce((select jsonb_agg(jsonb_build_object('slot', v.slot, 'kind', n.kind, 'quantity', n.quantity,
                        'rhythm_s', ${variableRhythm('v', 'd')},
                        'name', n.name, 'label_en', n.label_en, 'label_it', n.label_it,
                        'unit', coalesce(v.unit, n.unit), 'decimals', coalesce(v.decimals, n.decimals),
                        'colour', coalesce(v.colour, n.colour), 'value_table', v.value_table,
                        'heard', l.slot_ts[v.slot + 1] is not null) order by v.slot)
                      from plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
                      where v.company_id = $1 and v.device_id = d.id), '[]') as slots
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     left join obs_last l on l.company_id = d.company_id and l.device_id = d.id
     where d.company_id = $1 and (d.id = any($2::bigint[]) or d.plant_id = any(array(
       select id from plants.plant where company_id = $1 and proj_code = any($3::text[]))))
       and ($4::bigint[] is null or d.plant_id = any($4)) and ($5 or p.kind = 'asset')
     order by p.proj_code, d.short_name`,
    [
      tx.scope.company_id,
      int8Array(query.device_ids),
      query.plants,
      query.everyPlant ? null : plantFilter(tx.scope),
      query.everyPlant === true || readsHomes(tx.scope),
    ],
    'series_devices',
  );
  return rows.map((device) => ({ ...device, time_zone: knownZone(device.time_zone) }));
}

/** Which of these names the company's catalogue does not have. */
export async function listUnknownNames(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select w.name from unnest($2::text[]) as w(name)
     where not exists (select from plants.variable_name n where n.company_id = $1 and n.name = w.name)`,
    [tx.scope.company_id, names],
    'series_unknown_names',
  );
  return rows.map((row) => row.name);
}

export interface LastValues {
  device_id: number;
  ts: Date;
  vals: (number | null)[];
  slot_ts: (Date | null)[];
  q: Buffer | null;
  /** By slot: whether a person declared its reading bad. */
  marked: boolean[];
}

/** The last row of a device, if it ever delivered. */
export async function findLast(tx: Tx, device_id: number): Promise<LastValues | undefined> {
  const { rows } = await tx.query<LastValues>(
    `select o.device_id, o.ts, o.vals, o.slot_ts, o.q,
            array(select exists (select from reading_mark k
                    where k.company_id = $1 and k.device_id = o.device_id and k.undone_at is null
                      and u.t >= k.start_at and u.t < k.end_at and (k.slots is null or u.i - 1 = any(k.slots)))
                  from unnest(o.slot_ts) with ordinality as u(t, i) order by u.i) as marked
     from obs_last o where o.company_id = $1 and o.device_id = $2`,
    [tx.scope.company_id, device_id],
    'series_last',
  );
  return rows[0];
}
