import type { Tx } from '../../../shared/server/tenancy.ts';
import type { KnownValue } from '../../measurements/energy-steps.model.ts';
import type { DeviceCategory, ProductionType } from '../../plants/plants.model.ts';
import type { LastPoint } from '../figures.model.ts';
import type { Figures, FollowedPlant, SlotOf } from '../follow.model.ts';
import type { QuarterMean } from '../quarters.model.ts';
import { type MeasuredVariable, type MeasuringDevice, slotsOf } from '../sources.model.ts';

interface StructureRow {
  plant_id: number;
  proj_code: string;
  production_type: ProductionType;
  time_zone: string;
  device_id: number | null;
  category: DeviceCategory;
  interval_s: number;
  nominal_power: number | null;
  variables: MeasuredVariable[] | null;
}

/** The company's plants and their working devices with the slots that the cards look for. */
export async function listStructure(tx: Tx): Promise<FollowedPlant[]> {
  const { rows } = await tx.query<StructureRow>(
    `select p.id as plant_id, p.proj_code, p.production_type, p.time_zone,
            d.id as device_id, d.category, d.interval_s, d.nominal_power, v.variables
     from plant p
     left join device d on d.company_id = p.company_id and d.plant_id = p.id and d.enabled
     left join lateral (
       select json_agg(json_build_object('slot', v.slot, 'quantity', n.quantity, 'kind', n.kind)) as variables
       from variable v join variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
       where v.company_id = d.company_id and v.device_id = d.id and v.enabled
         and n.quantity in ('ac_power_kw', 'energy_export_kwh', 'irradiance_poa_wm2')
     ) v on true
     where p.company_id = $1 order by p.id, d.id`,
    [tx.scope.company_id],
    'follow_structure',
  );
  const plants = new Map<number, FollowedPlant & { devices: MeasuringDevice[] }>();
  for (const row of rows) {
    const { plant_id, proj_code, production_type, time_zone } = row;
    const plant = plants.get(plant_id) ?? { plant_id, proj_code, production_type, time_zone, devices: [] };
    plants.set(plant_id, plant);
    if (row.device_id !== null) plant.devices.push(deviceOf(row, row.device_id));
  }
  return [...plants.values()];
}

function deviceOf(row: StructureRow, device_id: number): MeasuringDevice {
  const { category, interval_s, nominal_power, variables } = row;
  return { device_id, category, interval_s, nominal_power, ...slotsOf(variables ?? []) };
}

/** The last good value of each slot, in the order asked. */
export async function listLastPoints(tx: Tx, slots: readonly SlotOf[]): Promise<LastPoint[]> {
  const { rows } = await tx.query<{ value: number | null; at: number | null }>(
    `select o.vals[s.slot + 1] as value, (extract(epoch from o.slot_ts[s.slot + 1]) * 1000)::float8 as at
     from unnest($2::bigint[], $3::int[]) with ordinality s (device_id, slot, i)
     left join obs_last o on o.company_id = $1 and o.device_id = s.device_id order by s.i`,
    [tx.scope.company_id, slots.map((s) => s.device_id), slots.map((s) => s.slot)],
    'follow_last',
  );
  return rows.map(({ value, at }, i) => ({ value, at, interval_s: slots[i]?.interval_s ?? 0 }));
}

/** When each plant last had a good reading of any device (epoch ms); plants without one are left out. */
export async function listLastReadings(tx: Tx): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ plant_id: number; at: number }>(
    `select d.plant_id, max((extract(epoch from case when o.q is null then o.ts
              else (select max(t) from unnest(o.slot_ts) t) end) * 1000)::float8) as at
     from obs_last o join device d on d.company_id = o.company_id and d.id = o.device_id
     where o.company_id = $1 group by d.plant_id`,
    [tx.scope.company_id],
    'follow_last_readings',
  );
  return new Map(rows.flatMap(({ plant_id, at }) => (at === null ? [] : [[plant_id, at] as const])));
}

const GOOD = (row: string, slot: string): string =>
  `${row}.vals[${slot} + 1] is not null
   and case when ${slot} < length(${row}.q) then get_byte(${row}.q, ${slot}) = 0 else true end`;

/** What a source's slot is asked for: its day so far. */
export interface DayQuestion extends SlotOf {
  /** Local midnight, epoch ms. */
  readonly start: number;
  readonly end: number;
  /** A counter's value at midnight is its last one within the hour before. */
  readonly by: 'counter' | 'power';
}

/** The reading that a slot's day begins with, in the order asked; undefined where there is none yet. */
export async function listDayBegins(
  tx: Tx,
  questions: readonly DayQuestion[],
): Promise<(KnownValue | undefined)[]> {
  const { rows } = await tx.query<{ ts: number | null; value: number | null }>(
    `select (extract(epoch from coalesce(b.ts, f.ts)) * 1000)::float8 as ts, coalesce(b.value, f.value) as value
     from unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::timestamptz[], $6::bool[])
       with ordinality s (device_id, slot, start_at, end_at, counts, i)
     left join lateral (
       select o.ts, o.vals[s.slot + 1] as value from obs o
       where s.counts and o.company_id = $1 and o.device_id = s.device_id
         and o.ts <= s.start_at and o.ts >= s.start_at - interval '1 hour' and ${GOOD('o', 's.slot')}
       order by o.ts desc limit 1) b on true
     left join lateral (
       select o.ts, o.vals[s.slot + 1] as value from obs o
       where b.ts is null and o.company_id = $1 and o.device_id = s.device_id
         and o.ts >= s.start_at and o.ts < s.end_at and ${GOOD('o', 's.slot')}
       order by o.ts limit 1) f on true
     order by s.i`,
    [
      tx.scope.company_id,
      questions.map((q) => q.device_id),
      questions.map((q) => q.slot),
      questions.map((q) => new Date(q.start)),
      questions.map((q) => new Date(q.end)),
      questions.map((q) => q.by === 'counter'),
    ],
    'follow_day_begins',
  );
  return rows.map(({ ts, value }) => (ts === null || value === null ? undefined : { ts, value }));
}

/** A slot's good readings from an instant to the end of its day, ascending. */
export async function listDayReadings(tx: Tx, question: DayQuestion, from: number): Promise<KnownValue[]> {
  const { rows } = await tx.query<KnownValue>(
    `select (extract(epoch from o.ts) * 1000)::float8 as ts, o.vals[$3::int + 1] as value from obs o
     where o.company_id = $1 and o.device_id = $2 and o.ts >= $4 and o.ts < $5 and ${GOOD('o', '$3::int')}
     order by o.ts`,
    [tx.scope.company_id, question.device_id, question.slot, new Date(from), new Date(question.end)],
    'follow_day_readings',
  );
  return rows;
}

/** A source's quarters that are asked for: [from, until) epoch ms, counted from `start`. */
export interface QuarterQuestion {
  readonly device_id: number;
  readonly slot: number;
  readonly start: number;
  readonly from: number;
  readonly until: number;
}

/** Mean power of each source in each quarter that holds good readings; `source` is the place among the questions. */
export async function listQuarterMeans(
  tx: Tx,
  questions: readonly QuarterQuestion[],
): Promise<QuarterMean[]> {
  if (questions.length === 0) return [];
  const { rows } = await tx.query<QuarterMean>(
    `select (s.i - 1)::int as source, floor(extract(epoch from o.ts - s.start_at) / 900)::int as quarter,
            avg(o.vals[s.slot + 1]) as power_kw
     from unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
       with ordinality s (device_id, slot, start_at, from_at, until_at, i)
     join obs o on o.company_id = $1 and o.device_id = s.device_id and o.ts >= s.from_at and o.ts < s.until_at
     where o.ts >= $7 and o.ts < $8 and ${GOOD('o', 's.slot')}
     group by 1, 2`,
    [
      tx.scope.company_id,
      questions.map((q) => q.device_id),
      questions.map((q) => q.slot),
      questions.map((q) => new Date(q.start)),
      questions.map((q) => new Date(q.from)),
      questions.map((q) => new Date(q.until)),
      new Date(Math.min(...questions.map((q) => q.from))),
      new Date(Math.max(...questions.map((q) => q.until))),
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
     select $1::int, u.* from unnest($2::bigint[], $3::float8[], $4::bool[], $5::float8[], $6::float8[],
                                     $7::timestamptz[], $8::date[]) u order by 2
     on conflict (company_id, plant_id) do update set
       power_kw = excluded.power_kw, power_partial = excluded.power_partial, production = excluded.production,
       irradianza = excluded.irradianza, last_reading_at = excluded.last_reading_at,
       spark_day = excluded.spark_day,
       spark_kw = case when l.spark_day = excluded.spark_day then l.spark_kw else '{}' end, updated_at = now()
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
  const text = (spark: readonly (number | null)[]) => `{${spark.map((v) => v ?? 'NULL').join(',')}}`;
  const { rows } = await tx.query<{ plant_id: number }>(
    `update plant_live l set spark_kw = u.spark::float8[], updated_at = now()
     from unnest($2::bigint[], $3::text[]) u (plant_id, spark)
     where l.company_id = $1 and l.plant_id = u.plant_id and l.spark_kw is distinct from u.spark::float8[]
     returning l.plant_id`,
    [tx.scope.company_id, sparks.map((s) => s.plant_id), sparks.map((s) => text(s.spark_kw))],
    'follow_save_sparks',
  );
  return rows.map((row) => row.plant_id);
}
