import { variableRhythm } from '../../../shared/server/rhythm.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { EnteredEvent, KnownValue } from '../../measurements/energy-steps.model.ts';
import { loadPreviousValues } from '../../measurements/server/stored-days.public.ts';
import type { DeviceCategory, ProductionType } from '../../plants/plants.model.ts';
import type { SlotReading } from '../day-energy.model.ts';
import type { LastPoint } from '../figures.model.ts';
import type { Figures, FollowedPlant } from '../follow.model.ts';
import type { QuarterMean } from '../quarters.model.ts';
import type { FollowedSlot, MeasuringDevice, SlotOf } from '../sources.model.ts';

interface StructureRow {
  plant_id: number;
  proj_code: string;
  production_type: ProductionType;
  time_zone: string;
  potenza_nominale: number | null;
  device_id: number | null;
  category: DeviceCategory;
  enabled: boolean;
  interval_s: number;
  nominal_power: number | null;
  slots: FollowedSlot[] | null;
  marks: string | null;
}

/** The company's plants, or the one named, and their devices with the slots that the cards look for. */
export async function listStructure(tx: Tx, plant_id?: number): Promise<FollowedPlant[]> {
  const { rows } = await tx.query<StructureRow>(
    `with n as materialized (
       select id, quantity, kind from plants.variable_name
       where company_id = $1 and quantity in ('ac_power_kw', 'energy_export_kwh', 'irradiance_poa_wm2')
     )
     select p.id as plant_id, p.proj_code, p.production_type, p.time_zone, p.potenza_nominale,
            d.id as device_id, d.category, d.enabled and not d.template as enabled, d.interval_s, d.nominal_power, v.slots,
            (select string_agg(k.id::text, ',' order by k.id) from measurements.reading_mark k
             where k.company_id = $1 and k.device_id = d.id and k.undone_at is null
               and k.end_at > now() - interval '3 days') as marks
     from plants.plant p
     left join plants.device d on d.company_id = p.company_id and d.plant_id = p.id
     left join measurements.obs_last l on l.company_id = d.company_id and l.device_id = d.id
     left join lateral (
       select json_agg(json_build_object('slot', v.slot, 'quantity', n.quantity, 'kind', n.kind,
                'rhythm_s', ${variableRhythm('v', 'd')}, 'heard', l.slot_ts[v.slot + 1] is not null) order by v.slot) as slots
       from plants.variable v join n on n.id = v.variable_name_id where v.company_id = $1 and v.device_id = d.id
     ) v on true
     where p.company_id = $1 and ($2::bigint is null or p.id = $2) order by p.id, d.id`,
    [tx.scope.company_id, plant_id ?? null],
    'follow_structure',
  );
  const plants = new Map<number, FollowedPlant & { devices: MeasuringDevice[] }>();
  for (const row of rows) {
    const { plant_id: id, proj_code, production_type, time_zone } = row;
    const plant = plants.get(id) ?? { plant_id: id, proj_code, production_type, time_zone, devices: [] };
    plants.set(id, plant);
    if (row.device_id !== null) plant.devices.push(deviceOf(row, row.device_id));
  }
  return [...plants.values()];
}

function deviceOf(row: StructureRow, device_id: number): MeasuringDevice {
  const { category, enabled, interval_s, nominal_power, potenza_nominale, slots, marks } = row;
  return {
    device_id,
    category,
    enabled,
    interval_s,
    nominal_power,
    potenza_nominale,
    slots: slots ?? [],
    marks: marks ?? '',
  };
}

const STATE = (row: string, slot: string): string =>
  `case when ${slot} < length(${row}.q) then get_byte(${row}.q, ${slot}) else 0 end`;
/** SQL: whether a person declared a row's reading bad. Such readings are counted and shown nowhere. */
export const MARKED = (row: string, slot: string, at = `${row}.ts`): string =>
  `exists (select from measurements.reading_mark k where k.company_id = $1 and k.device_id = ${row}.device_id
     and k.undone_at is null and ${at} >= k.start_at and ${at} < k.end_at
     and (k.slots is null or ${slot} = any(k.slots)))`;
const GOOD = (row: string, slot: string): string =>
  `${row}.vals[${slot} + 1] is not null and ${STATE(row, slot)} = 0 and not ${MARKED(row, slot)}`;

/**
 * SQL: the rows of the device `s` in a window. Each device's are read by themselves: joined, PostgreSQL without statistics takes
 * a window's rows of all devices for few, and reads them for each portion of devices again.
 */
const rowsOf = (window: string): string =>
  `(select o.device_id, o.ts, o.vals, o.q from measurements.obs o
    where o.company_id = $1 and o.device_id = s.device_id and ${window} offset 0)`;

/** The last good value of a slot, and when its device last spoke at all (epoch ms). */
export interface HeardPoint extends LastPoint {
  readonly row_at: number | null;
}

interface LastRow {
  device_id: number;
  vals: (number | null)[];
  row_at: number;
  /** Instants of the values; null where all are the row's own. */
  slot_at: (number | null)[] | null;
  /** What stands declared bad of the device; null for nothing. */
  marks: { start: number; end: number; slots: number[] | null }[] | null;
}

function pointOf(row: LastRow | undefined, { slot, interval_s }: SlotOf): HeardPoint {
  if (!row) return { value: null, at: null, row_at: null, interval_s };
  const at = row.slot_at ? (row.slot_at[slot] ?? null) : slot < row.vals.length ? row.row_at : null;
  const bad = row.marks?.some(
    ({ start, end, slots }) => at !== null && at >= start && at < end && (slots?.includes(slot) ?? true),
  );
  return { value: bad ? null : (row.vals[slot] ?? null), at, row_at: row.row_at, interval_s };
}

/** The last good value of each slot, in the order asked; one row of each device is read, whatever is asked of it. */
export async function listLastPoints(tx: Tx, slots: readonly SlotOf[]): Promise<HeardPoint[]> {
  const { rows } = await tx.query<LastRow>(
    `select o.device_id, o.vals, (extract(epoch from o.ts) * 1000)::float8 as row_at,
            case when o.ts = all(o.slot_ts) then null else
              array(select (extract(epoch from t) * 1000)::float8 from unnest(o.slot_ts) with ordinality as u(t, i)
                    order by i) end as slot_at,
            (select jsonb_agg(jsonb_build_object('start', extract(epoch from k.start_at) * 1000,
                                                 'end', extract(epoch from k.end_at) * 1000, 'slots', k.slots))
             from measurements.reading_mark k
             where k.company_id = $1 and k.device_id = o.device_id and k.undone_at is null) as marks
     from measurements.obs_last o where o.company_id = $1 and o.device_id = any($2::bigint[])`,
    [tx.scope.company_id, [...new Set(slots.map((s) => s.device_id))]],
    'follow_last',
  );
  const byDevice = new Map(rows.map((row) => [row.device_id, row]));
  return slots.map((slot) => pointOf(byDevice.get(slot.device_id), slot));
}

/** When each plant last had a good reading of any device (epoch ms); plants without one are left out. */
export async function listLastReadings(tx: Tx): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ plant_id: number; at: number }>(
    `select d.plant_id, max((extract(epoch from case when o.q is null then o.ts
              else (select max(t) from unnest(o.slot_ts) t) end) * 1000)::float8) as at
     from measurements.obs_last o join plants.device d on d.company_id = o.company_id and d.id = o.device_id
     where o.company_id = $1 group by d.plant_id`,
    [tx.scope.company_id],
    'follow_last_readings',
  );
  return new Map(rows.flatMap(({ plant_id, at }) => (at === null ? [] : [[plant_id, at] as const])));
}

/** A source's local day; epoch ms. */
export interface DayQuery extends SlotOf {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

/** What a slot's day begins with. */
export interface DayBegin {
  /** What it last showed before midnight. */
  readonly previous: KnownValue | undefined;
  /** Instant of the day's first good reading. */
  readonly first_at: number | null;
}

/**
 * What days begin with, in the order asked. What stood before midnight is found as day rows and charts find it: in the
 * hot rows of the last two hours, else in the figures of days.
 */
export async function listDayBegins(tx: Tx, queries: readonly DayQuery[]): Promise<DayBegin[]> {
  if (queries.length === 0) return [];
  const { rows } = await tx.query<{ ts: number | null; value: number | null; first_at: number | null }>(
    `select (extract(epoch from b.ts) * 1000)::float8 as ts, b.value,
            (extract(epoch from f.ts) * 1000)::float8 as first_at
     from unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::timestamptz[])
       with ordinality s (device_id, slot, start_at, end_at, i)
     left join lateral (
       select o.ts, o.vals[s.slot + 1] as value from measurements.obs o
       where o.company_id = $1 and o.device_id = s.device_id
         and o.ts < s.start_at and o.ts >= s.start_at - interval '2 hours' and ${GOOD('o', 's.slot')}
       order by o.ts desc limit 1) b on true
     left join lateral (
       select o.ts from measurements.obs o
       where o.company_id = $1 and o.device_id = s.device_id
         and o.ts >= s.start_at and o.ts <= s.end_at and ${GOOD('o', 's.slot')}
       order by o.ts limit 1) f on true
     order by s.i`,
    [
      tx.scope.company_id,
      queries.map((q) => q.device_id),
      queries.map((q) => q.slot),
      queries.map((q) => new Date(q.start)),
      queries.map((q) => new Date(q.end)),
    ],
    'follow_day_begins',
  );
  const unknown = queries.filter((_, i) => rows[i]?.ts === null);
  const before = await loadPreviousValues(tx, unknown);
  return rows.map(({ ts, value, first_at }) => ({
    previous: ts === null || value === null ? before.shift() : { ts, value },
    first_at,
  }));
}

/** Events of these devices' counters that people entered. */
export async function listEntered(
  tx: Tx,
  device_ids: readonly number[],
): Promise<(EnteredEvent & { device_id: number; slot: number })[]> {
  const { rows } = await tx.query<EnteredEvent & { device_id: number; slot: number }>(
    `select device_id, slot, (extract(epoch from at) * 1000)::float8 as at, value_before, value_after
     from measurements.counter_event where company_id = $1 and device_id = any($2::bigint[]) and not found
     order by counter_event.at`,
    [tx.scope.company_id, device_ids],
    'follow_entered',
  );
  return rows;
}

/** A slot's readings in (after, until], epoch ms. */
export interface ReadingsQuery {
  readonly device_id: number;
  readonly slot: number;
  readonly after: number;
  readonly until: number;
}

/** What each slot said, ascending, in the order asked; a reading that was not good has no value. */
export async function listReadings(tx: Tx, queries: readonly ReadingsQuery[]): Promise<SlotReading[][]> {
  const found: SlotReading[][] = queries.map(() => []);
  if (queries.length === 0) return found;
  const { rows } = await tx.query<{ i: number; ts: number; value: number | null }>(
    `select s.i::int as i, (extract(epoch from o.ts) * 1000)::float8 as ts,
            case when ${STATE('o', 's.slot')} = 0 and not ${MARKED('o', 's.slot')} then o.vals[s.slot + 1] end as value
     from unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::timestamptz[])
       with ordinality s (device_id, slot, after_at, until_at, i)
     cross join lateral ${rowsOf('o.ts > s.after_at and o.ts <= s.until_at and o.ts > $6 and o.ts <= $7')} o
     where o.vals[s.slot + 1] is not null or ${STATE('o', 's.slot')} <> 0
     order by s.i, o.ts`,
    [
      tx.scope.company_id,
      queries.map((q) => q.device_id),
      queries.map((q) => q.slot),
      queries.map((q) => new Date(q.after)),
      queries.map((q) => new Date(q.until)),
      new Date(Math.min(...queries.map((q) => q.after))),
      new Date(Math.max(...queries.map((q) => q.until))),
    ],
    'follow_readings',
  );
  for (const { i, ts, value } of rows) found[i - 1]?.push({ ts, value });
  return found;
}

/** A source's quarters that are asked for: [from, until) epoch ms, counted from `start`. */
export interface QuarterQuery {
  readonly device_id: number;
  readonly slot: number;
  readonly start: number;
  readonly from: number;
  readonly until: number;
}

/** Mean power of each source in each quarter that holds good readings; `source` is the place among the questions. */
export async function listQuarterMeans(tx: Tx, queries: readonly QuarterQuery[]): Promise<QuarterMean[]> {
  if (queries.length === 0) return [];
  const { rows } = await tx.query<QuarterMean>(
    `select (s.i - 1)::int as source, floor(extract(epoch from o.ts - s.start_at) / 900)::int as quarter,
            avg(o.vals[s.slot + 1]) as power_kw
     from unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
       with ordinality s (device_id, slot, start_at, from_at, until_at, i)
     cross join lateral ${rowsOf('o.ts >= s.from_at and o.ts < s.until_at and o.ts >= $7 and o.ts < $8')} o
     where ${GOOD('o', 's.slot')}
     group by 1, 2`,
    [
      tx.scope.company_id,
      queries.map((q) => q.device_id),
      queries.map((q) => q.slot),
      queries.map((q) => new Date(q.start)),
      queries.map((q) => new Date(q.from)),
      queries.map((q) => new Date(q.until)),
      new Date(Math.min(...queries.map((q) => q.from))),
      new Date(Math.max(...queries.map((q) => q.until))),
    ],
  );
  return rows;
}

/** Keeps figures; answers the plants whose row is new or changed. A new day empties the line of the old one. */
export async function saveFigures(tx: Tx, figures: readonly Figures[]): Promise<number[]> {
  if (figures.length === 0) return [];
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  const { rows } = await tx.query<{ plant_id: number }>(
    `insert into plant_live as l (company_id, plant_id, power_kw, power_partial, production, irradianza,
                                  last_reading_at, spark_day)
     select c.id_client, u.* from companies.company c,
       unnest($2::bigint[], $3::float8[], $4::bool[], $5::float8[], $6::float8[], $7::timestamptz[], $8::date[]) u
     where c.id_client = $1 order by 2
     on conflict (company_id, plant_id) do update set
       power_kw = excluded.power_kw, power_partial = excluded.power_partial, production = excluded.production,
       irradianza = excluded.irradianza, last_reading_at = excluded.last_reading_at,
       spark_day = excluded.spark_day,
       spark_kw = case when l.spark_day = excluded.spark_day then l.spark_kw else '{}' end, updated_at = excluded.updated_at
     where (l.power_kw, l.power_partial, l.production, l.irradianza, l.last_reading_at, l.spark_day)
       is distinct from (excluded.power_kw, excluded.power_partial, excluded.production, excluded.irradianza,
                         excluded.last_reading_at, excluded.spark_day)
     returning l.plant_id`,
    [
      tx.scope.company_id,
      figures.map((f) => f.plant_id),
      figures.map((f) => f.power_kw),
      figures.map((f) => f.power_partial),
      figures.map((f) => f.production),
      figures.map((f) => f.irradianza),
      figures.map((f) => at(f.last_reading_at)),
      figures.map((f) => f.spark_day),
    ],
    'follow_save',
  );
  return rows.map((row) => row.plant_id);
}

/** Keeps today's lines; answers the plants whose line changed. */
export async function saveSparks(
  tx: Tx,
  sparks: readonly { plant_id: number; spark_kw: readonly (number | null)[] }[],
): Promise<number[]> {
  if (sparks.length === 0) return [];
  const text = (spark: readonly (number | null)[]) => spark.map((v) => v ?? '').join(',');
  const { rows } = await tx.query<{ plant_id: number }>(
    `update plant_live l set spark_kw = u.spark, updated_at = now()
     from (select plant_id, string_to_array(spark, ',', '')::float8[] as spark
           from unnest($2::bigint[], $3::text[]) u (plant_id, spark)) u
     where l.company_id = $1 and l.plant_id = u.plant_id and l.spark_kw is distinct from u.spark
     returning l.plant_id`,
    [tx.scope.company_id, sparks.map((s) => s.plant_id), sparks.map((s) => text(s.spark_kw))],
    'follow_save_sparks',
  );
  return rows.map((row) => row.plant_id);
}
