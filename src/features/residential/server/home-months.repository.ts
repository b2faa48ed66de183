import { at, type Packed, packed } from '../../../shared/server/packed-rows.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { BALANCE_FAULTS, BATTERY_DAYS, type BalanceFault, type Meter } from '../home-balance.model.ts';
import type { StorageSums } from '../storage.model.ts';

/** Days of which the sums stand at a home, up to the last that was made. */
export const MONTH_DAYS = 30;

/** Both of a battery's energies on the days that a condition chooses, as columns of a name. */
const batteryOf = (days: string, name: string): string => `
  coalesce(sum(charged_kwh) filter (where ${days} and discharged_kwh is not null), 0) as ${name}_into,
  coalesce(sum(discharged_kwh) filter (where ${days} and charged_kwh is not null), 0) as ${name}_out,
  count(*) filter (where ${days} and charged_kwh is not null and discharged_kwh is not null)::int as ${name}_days`;
/** The faults that some days have, without sorting the days by them. */
const FAULTS = `array_remove(array[${BALANCE_FAULTS.map((fault) => `case when bool_or(fault = '${fault}') then '${fault}' end`).join(', ')}], null)`;

const NAMES = [
  'produced_kwh',
  'produced_days',
  'faults',
  'wrong_meter',
  'capacity_kwh',
  'whole_into',
  'whole_out',
  'whole_days',
  'week_into',
  'week_out',
  'week_days',
] as const;

/** What the days of a home come to in the month until $3, where `more` holds. */
const sumsOf = (home: string, more: string): string => `
  (select sum(produced_kwh) as produced_kwh, count(produced_kwh)::int as produced_days, ${FAULTS} as faults,
          max(wrong_meter) as wrong_meter, avg(capacity_kwh) as capacity_kwh,
          ${batteryOf('true', 'whole')}, ${batteryOf(`day > $3::date - ${BATTERY_DAYS}`, 'week')}
   from home_day where company_id = $1 and plant_id = ${home} and day between $3::date - ${MONTH_DAYS - 1} and $3::date ${more})`;

/** Sums as they stand at a home, else made of its days: after midnight, until its day is made, or when a program made it that kept none. */
const kept = (name: string): string =>
  `case when h.month_until = $3::date then h.month_${name} else d.${name} end as ${name}`;
const MONTHS = `
  from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
  cross join lateral ${sumsOf('h.plant_id', 'and h.month_until is distinct from $3::date')} d
  where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
    and ($4::bigint is null or h.project_id = $4)`;

export interface AskedMonths {
  readonly project_id: number | undefined;
  /** The last day of the month, YYYY-MM-DD. */
  readonly to: string;
}
const valuesOf = ({ scope }: Tx, { project_id, to }: AskedMonths): unknown[] => [
  scope.company_id,
  plantFilter(scope),
  to,
  project_id ?? null,
];

interface PackedYield {
  plant_id: number;
  district: string;
  tilt_deg: number | null;
  azimuth_deg: number | null;
  nominal_kwp: number | null;
  storage_kwh: number | null;
  produced_kwh: number | null;
  produced_days: number;
  faults: BalanceFault[];
  wrong_meter: Meter | null;
  week_into: number;
  week_out: number;
  week_days: number;
}
const YIELD = [
  'plant_id',
  'district',
  'tilt_deg',
  'azimuth_deg',
  'nominal_kwp',
  'storage_kwh',
  'produced_kwh',
  'produced_days',
  'faults',
  'wrong_meter',
  'week_into',
  'week_out',
  'week_days',
] as const;

/** A home with what it made in a month. */
export interface HomeYield
  extends Omit<PackedYield, 'week_into' | 'week_out' | 'week_days'>,
    Pick<StorageSums, 'week'> {}

/** What each home made in the month until a day, with what it is compared by. */
export async function listYields(tx: Tx, asked: AskedMonths): Promise<HomeYield[]> {
  const statement = `
    select h.plant_id, h.district, p.tilt_deg, p.azimuth_deg, p.potenza_nominale as nominal_kwp, h.storage_kwh,
           ${kept('produced_kwh')}, ${kept('produced_days')}, ${kept('faults')}, ${kept('wrong_meter')},
           ${kept('week_into')}, ${kept('week_out')}, ${kept('week_days')}
    ${MONTHS}`;
  const { rows } = await tx.query<Packed<PackedYield>>(packed(YIELD, statement), valuesOf(tx, asked));
  const [columns] = rows;
  if (!columns) return [];
  return (columns.plant_id ?? []).map((plant_id, i) => ({
    plant_id,
    district: at(columns.district, i),
    tilt_deg: at(columns.tilt_deg, i),
    azimuth_deg: at(columns.azimuth_deg, i),
    nominal_kwp: at(columns.nominal_kwp, i),
    storage_kwh: at(columns.storage_kwh, i),
    produced_kwh: at(columns.produced_kwh, i),
    produced_days: at(columns.produced_days, i),
    faults: at(columns.faults, i),
    wrong_meter: at(columns.wrong_meter, i),
    week: {
      into_kwh: at(columns.week_into, i),
      out_kwh: at(columns.week_out, i),
      known_days: at(columns.week_days, i),
    },
  }));
}

interface PackedStorage {
  plant_id: number;
  storage_kwh: number | null;
  capacity_kwh: number | null;
  first_kwh: number | null;
  first_day: string | null;
  whole_into: number;
  whole_out: number;
  whole_days: number;
  week_into: number;
  week_out: number;
  week_days: number;
}
const STORAGE = [
  'plant_id',
  'storage_kwh',
  'capacity_kwh',
  'first_kwh',
  'first_day',
  'whole_into',
  'whole_out',
  'whole_days',
  'week_into',
  'week_out',
  'week_days',
] as const;

export interface StoredStorage extends StorageSums {
  readonly plant_id: number;
  readonly storage_kwh: number | null;
}

/** What the storage of each home that has one did in the month until a day, as homes are called. */
export async function listStorageSums(tx: Tx, asked: AskedMonths): Promise<StoredStorage[]> {
  const statement = `
    select * from (
      select h.plant_id, h.storage_kwh, h.first_capacity_kwh as first_kwh, to_char(h.first_capacity_day, 'YYYY-MM-DD') as first_day,
             ${kept('capacity_kwh')}, ${kept('whole_into')}, ${kept('whole_out')}, ${kept('whole_days')},
             ${kept('week_into')}, ${kept('week_out')}, ${kept('week_days')}, p.name, p.proj_code
      ${MONTHS}) s
    where storage_kwh is not null or whole_days > 0 or capacity_kwh is not null
    order by name, proj_code`;
  const { rows } = await tx.query<Packed<PackedStorage>>(packed(STORAGE, statement), valuesOf(tx, asked));
  const [columns] = rows;
  if (!columns) return [];
  return (columns.plant_id ?? []).map((plant_id, i) => ({
    plant_id,
    storage_kwh: at(columns.storage_kwh, i),
    capacity_kwh: at(columns.capacity_kwh, i),
    first_kwh: at(columns.first_kwh, i),
    first_day: at(columns.first_day, i),
    whole: {
      into_kwh: at(columns.whole_into, i),
      out_kwh: at(columns.whole_out, i),
      known_days: at(columns.whole_days, i),
    },
    week: {
      into_kwh: at(columns.week_into, i),
      out_kwh: at(columns.week_out, i),
      known_days: at(columns.week_days, i),
    },
  }));
}

/** Days whose mean says what a battery could hold at first. */
const FIRST_DAYS = 30;

/** Notes the last day that was made of a home, what its month until then came to, and what its storage could hold at first. */
export async function noteMadeUntil(tx: Tx, plant_id: number, day: string): Promise<void> {
  const columns = NAMES.map((name) => `month_${name} = d.${name}`);
  await tx.query(
    `update home h set made_until = $3::date, month_until = $3::date, first_capacity_kwh = f.kwh, first_capacity_day = f.day, ${columns.join(', ')}
     from (select avg(e.capacity_kwh) as kwh, min(e.day) as day
           from (select capacity_kwh, day from home_day
                 where company_id = $1 and plant_id = $2 and capacity_kwh is not null order by day limit $4) e) f,
          ${sumsOf('$2', '')} d
     where h.company_id = $1 and h.plant_id = $2 and h.erased_at is null`,
    [tx.scope.company_id, plant_id, day, FIRST_DAYS],
  );
}
