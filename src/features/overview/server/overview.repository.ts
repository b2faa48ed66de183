import { epochMs } from '../../../shared/server/epoch-ms.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { readsHomes } from '../../../shared/server/homes.ts';
import { variableRhythm } from '../../../shared/server/rhythm.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays } from '../../../shared/units/zones.ts';
import { loadDays } from '../../measurements/server/stored-days.public.ts';
import type { Quantity, VARIABLE_KINDS } from '../../plants/plants.model.ts';
import type { LivePlant } from '../card.model.ts';
import { MARKED } from './follow.repository.ts';

const MS = (column: string, name: string): string => `${epochMs(column)} as ${name}`;
// A row at a time by its key: without statistics (a company that was just made) a plain join becomes all pairs.
const FROM = `
  from plants.plant p left join lateral (
    select * from plant_live l where l.company_id = $1 and l.plant_id = p.id offset 0) l on true
  where p.company_id = $1 and ($2::bigint[] is null or p.id = any($2))
    and (p.kind = 'asset' or $3::text[] is not null and $5) and ($3::text[] is null or p.proj_code = any($3))
  order by p.proj_code`;

export type SparkRow = Pick<LivePlant, 'proj_code' | 'time_zone' | 'power_kw' | 'spark_day'> & {
  spark_kw: (number | null)[];
};

/** Today's lines, at most `max` plants. @throws AppError not_found when a plant that is named is not among them */
export async function listSparks(tx: Tx, max: number, codes?: readonly string[]): Promise<SparkRow[]> {
  const { rows } = await tx.query<SparkRow>(
    `select p.proj_code, p.time_zone, l.power_kw, l.spark_day, coalesce(l.spark_kw, '{}') as spark_kw
     ${FROM} limit $4`,
    [tx.scope.company_id, plantFilter(tx.scope), codes ?? null, max, readsHomes(tx.scope)],
    'overview_sparks',
  );
  if (codes && rows.length < new Set(codes).size) notFound();
  return rows;
}

export interface DeviceRow {
  device_id: number;
  short_name: string;
  description: string;
  category: string;
  nominal_power: number | null;
  manufacturer: string;
  model: string;
  serial_number: string | null;
  interval_s: number;
  last_reading_at: number | null;
  alarm: 'E' | 'W' | null;
}

/** A plant's working devices with the instant of their last good reading and their gravest open alarm that follows from no other. */
export async function listPlantDevices(tx: Tx, plant_id: number): Promise<DeviceRow[]> {
  const { rows } = await tx.query<DeviceRow>(
    `select d.id as device_id, d.short_name, d.description, d.category, d.nominal_power, d.manufacturer, d.model,
            d.serial_number, d.interval_s,
            ${MS('(select max(t) from unnest(o.slot_ts) t)', 'last_reading_at')},
            (select min(a.type) from alarms.alarm a where a.company_id = $1 and a.plant_id = d.plant_id
              and a.device_id = d.id and a.end_date is null and a.cause_id is null) as alarm
     from plants.device d left join measurements.obs_last o on o.company_id = d.company_id and o.device_id = d.id
     where d.company_id = $1 and d.plant_id = $2 and d.enabled and not d.template
     order by d.category, length(d.short_name), d.short_name`,
    [tx.scope.company_id, plant_id],
    'overview_devices',
  );
  return rows;
}

export interface LastValueRow {
  device_id: number;
  variable_id: number;
  slot: number;
  name: string;
  label_en: string;
  label_it: string;
  unit: string;
  decimals: number;
  colour: string;
  group_name: string;
  rhythm_s: number;
  kind: (typeof VARIABLE_KINDS)[number];
  quantity: Quantity;
  value_table: string | null;
  value: number | null;
  at: number | null;
  /** Place in QUALITIES. */
  quality: number;
  /** Whether a person declared it bad. */
  marked: boolean;
}

/** The last value of each variable of a plant's working devices, or of one of them. */
export async function listPlantValues(
  tx: Tx,
  plant_id: number,
  device_id: number | null = null,
): Promise<LastValueRow[]> {
  const { rows } = await tx.query<LastValueRow>(
    `select v.device_id, v.id as variable_id, v.slot, ${variableRhythm('v', 'd')} as rhythm_s, n.name, n.label_en, n.label_it,
            coalesce(v.unit, n.unit) as unit, coalesce(v.decimals, n.decimals) as decimals,
            coalesce(v.colour, n.colour) as colour, coalesce(v.group_name, n.group_name) as group_name, n.kind, n.quantity, v.value_table, o.vals[v.slot + 1] as value,
            ${MS('o.slot_ts[v.slot + 1]', 'at')},
            case when v.slot < length(o.q) then get_byte(o.q, v.slot) else 0 end as quality,
            ${MARKED('o', 'v.slot', 'o.slot_ts[v.slot + 1]')} as marked
     from plants.device d
     join plants.variable v on v.company_id = d.company_id and v.device_id = d.id and v.enabled
     join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
     left join measurements.obs_last o on o.company_id = d.company_id and o.device_id = d.id
     where d.company_id = $1 and d.plant_id = $2 and d.enabled and not d.template and ($3::bigint is null or d.id = $3)
     order by v.device_id, v.slot`,
    [tx.scope.company_id, plant_id, device_id],
    'overview_values',
  );
  return rows;
}

export interface NamedDevice {
  readonly short_name: string;
  /** kWp of its modules; null where nobody entered it. */
  readonly kw_peak: number | null;
}

/** Short names of devices with the peak power of their modules, by id. */
export async function listNamedDevices(
  tx: Tx,
  device_ids: readonly number[],
): Promise<ReadonlyMap<number, NamedDevice>> {
  const { rows } = await tx.query<NamedDevice & { device_id: number }>(
    'select id as device_id, short_name, kw_peak from plants.device where company_id = $1 and id = any($2::bigint[])',
    [tx.scope.company_id, device_ids],
    'overview_device_names',
  );
  return new Map(rows.map(({ device_id, ...device }) => [device_id, device]));
}

export interface PastEnergy {
  month_kwh: number | null;
  year_kwh: number | null;
  month_days: number;
  year_days: number;
  recovered_kwh: number;
}

/** Null is not zero: nothing alone stays nothing. */
function totalOf(values: readonly (number | undefined)[]): number | null {
  const known = values.flatMap((value = Number.NaN) => (Number.isNaN(value) ? [] : [value]));
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Energy of the ended days of this month and year: sums of day rows of the given slots. Days are YYYY-MM-DD. */
export async function findPastEnergy(
  tx: Tx,
  slots: readonly { device_id: number; slot: number }[],
  days: { year: string; month: string; today: string },
): Promise<PastEnergy> {
  const wanted = new Set(slots.map(({ device_id, slot }) => `${device_id}/${slot}`));
  const own = [...new Set(slots.map(({ slot }) => slot))].sort((a, b) => a - b);
  const found = await loadDays(tx, {
    device_ids: [...new Set(slots.map(({ device_id }) => device_id))],
    slots: own,
    from: days.year,
    to: addDays(days.today, -1),
    fields: ['n', 'energy', 'recovered'],
  });
  const past: PastEnergy = { month_kwh: null, year_kwh: null, month_days: 0, year_days: 0, recovered_kwh: 0 };
  const counted = new Set<string>();
  for (const { device_id, day, row } of found) {
    const places = [...own.keys()].filter((i) => wanted.has(`${device_id}/${own[i]}`));
    if (places.some((i) => (row.n[i] ?? 0) > 0)) counted.add(day);
    past.recovered_kwh += totalOf(places.map((i) => row.recovered[i])) ?? 0;
    const energy = totalOf(places.map((i) => row.energy[i]));
    if (energy === null) continue;
    past.year_kwh = (past.year_kwh ?? 0) + energy;
    if (day >= days.month) past.month_kwh = (past.month_kwh ?? 0) + energy;
  }
  past.year_days = counted.size;
  past.month_days = [...counted].filter((day) => day >= days.month).length;
  return past;
}
