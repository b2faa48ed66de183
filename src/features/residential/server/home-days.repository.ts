import { insertRows } from '../../../shared/server/columns.ts';
import { at, type Packed, packed } from '../../../shared/server/packed-rows.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import {
  BALANCE_FAULTS,
  BATTERY_DAYS,
  type BalanceFault,
  type BatterySums,
  type FlowName,
  type Meter,
} from '../home-balance.model.ts';
import type { StorageSums } from '../storage.model.ts';

type Energies = Record<`${FlowName}_kwh` | 'used_kwh' | 'self_used_kwh', number | null>;

export interface StoredHomeDay extends Energies {
  plant_id: number;
  /** YYYY-MM-DD. */
  day: string;
  /** Usable capacity that its batteries told; null where one did not. */
  capacity_kwh: number | null;
  fault: BalanceFault | null;
  wrong_meter: Meter | null;
}

/** Days whose mean says what a battery could hold at first. */
const FIRST_DAYS = 30;
const ENERGIES = `produced_kwh, imported_kwh, exported_kwh, charged_kwh, discharged_kwh, used_kwh, self_used_kwh`;

/** Days of a home that were made, oldest first. */
export async function listHomeDays(
  tx: Tx,
  { plant_id, from, to }: { plant_id: number; from: string; to: string },
): Promise<StoredHomeDay[]> {
  const { rows } = await tx.query<StoredHomeDay>(
    `select plant_id, to_char(day, 'YYYY-MM-DD') as day, ${ENERGIES}, capacity_kwh, fault, wrong_meter from home_day
     where company_id = $1 and plant_id = $2 and day between $3::date and $4::date order by day`,
    [tx.scope.company_id, plant_id, from, to],
    'residential_days',
  );
  return rows;
}

/** Days of these homes made anew. */
export async function saveHomeDays(tx: Tx, days: readonly StoredHomeDay[]): Promise<void> {
  if (days.length === 0) return;
  await insertRows(
    tx,
    'home_day',
    days.map((day) => ({ ...day, company_id: tx.scope.company_id })),
    `on conflict (company_id, plant_id, day) do update set
       ${[...ENERGIES.split(', '), 'capacity_kwh', 'fault', 'wrong_meter'].map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );
}

export interface DaySum extends Energies {
  day: string;
  homes: number;
}

/** Sums of homes day by day, of those whose balance of the day is known; days of fewer homes than `least` are left out. */
export async function listDaySums(
  tx: Tx,
  query: { project_id?: number | undefined; from: string; to: string; least: number },
): Promise<DaySum[]> {
  const sums = ENERGIES.split(', ').map((name) => `coalesce(sum(y.${name}), 0) as ${name}`);
  const { rows } = await tx.query<DaySum>(
    `select to_char(y.day, 'YYYY-MM-DD') as day, count(*)::int as homes, ${sums.join(', ')}
     from home_day y
     where y.company_id = $1 and y.day between $2::date and $3::date and y.used_kwh is not null
       and ($4::bigint[] is null or y.plant_id = any($4))
       and ($5::bigint is null or y.plant_id in (select h.plant_id from home h where h.company_id = $1 and h.project_id = $5))
     group by y.day having count(*) >= $6 order by y.day`,
    [tx.scope.company_id, query.from, query.to, plantFilter(tx.scope), query.project_id ?? null, query.least],
  );
  return rows;
}

export interface ProducedSum {
  plant_id: number;
  produced_kwh: number | null;
  known_days: number;
  faults: BalanceFault[];
  wrong_meter: Meter | null;
  /** Of the last week of them. */
  battery: BatterySums;
}

/** Both of a battery's energies on the days that a condition chooses, as columns of a name. */
const batteryOf = (days: string, name: string): string => `
  coalesce(sum(charged_kwh) filter (where ${days} and discharged_kwh is not null), 0) as ${name}_into,
  coalesce(sum(discharged_kwh) filter (where ${days} and charged_kwh is not null), 0) as ${name}_out,
  count(*) filter (where ${days} and charged_kwh is not null and discharged_kwh is not null)::int as ${name}_days`;
type Battery<N extends string> = Record<`${N}_into` | `${N}_out` | `${N}_days`, number>;
type Numbers = readonly number[] | null;

/** Those energies of a place in their columns. */
const batteryAt = (
  { into, out, days }: { into: Numbers; out: Numbers; days: Numbers },
  i: number,
): BatterySums => ({
  into_kwh: at(into, i),
  out_kwh: at(out, i),
  known_days: at(days, i),
});
const LAST_WEEK = `day > $3::date - ${BATTERY_DAYS}`;

/** The faults that some days have, without sorting the days by them. */
const FAULTS_OF = `array_remove(array[${BALANCE_FAULTS.map((fault) => `case when bool_or(fault = '${fault}') then '${fault}' end`).join(', ')}], null)`;

type PackedProduced = Omit<ProducedSum, 'battery'> & Battery<'week'>;
const PRODUCED = [
  ...(['plant_id', 'produced_kwh', 'known_days', 'faults', 'wrong_meter'] as const),
  ...(['week_into', 'week_out', 'week_days'] as const),
] as const;

/** What each home produced in some days. */
export async function listProduced(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<Map<number, ProducedSum>> {
  const statement = `
    select plant_id, sum(produced_kwh) as produced_kwh, count(produced_kwh)::int as known_days,
           ${FAULTS_OF} as faults, max(wrong_meter) as wrong_meter, ${batteryOf(LAST_WEEK, 'week')}
    from home_day where company_id = $1 and day between $2::date and $3::date and ($4::bigint[] is null or plant_id = any($4))
    group by plant_id`;
  const { rows } = await tx.query<Packed<PackedProduced>>(packed(PRODUCED, statement), [
    ...[tx.scope.company_id, from, to, plantFilter(tx.scope)],
  ]);
  const [columns] = rows;
  if (!columns) return new Map();
  const week = { into: columns.week_into, out: columns.week_out, days: columns.week_days };
  return new Map(
    (columns.plant_id ?? []).map((plant_id, i): [number, ProducedSum] => [
      plant_id,
      {
        plant_id,
        produced_kwh: at(columns.produced_kwh, i),
        known_days: at(columns.known_days, i),
        faults: at(columns.faults, i),
        wrong_meter: at(columns.wrong_meter, i),
        battery: batteryAt(week, i),
      },
    ]),
  );
}

type PackedStorage = Omit<StorageSums, 'whole' | 'week'> & { plant_id: number } & Battery<'whole' | 'week'>;
const STORED = [
  ...(['plant_id', 'whole_into', 'whole_out', 'whole_days', 'week_into', 'week_out', 'week_days'] as const),
  ...(['capacity_kwh', 'first_kwh', 'first_day'] as const),
] as const;

/** What the storage of each home did in some days, and what it could hold then and when that was first told. */
export async function listStorageSums(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<Map<number, StorageSums>> {
  const statement = `
    select d.*, h.first_capacity_kwh as first_kwh, to_char(h.first_capacity_day, 'YYYY-MM-DD') as first_day
    from (select plant_id, ${batteryOf('true', 'whole')}, ${batteryOf(LAST_WEEK, 'week')}, avg(capacity_kwh) as capacity_kwh
          from home_day where company_id = $1 and day between $2::date and $3::date and ($4::bigint[] is null or plant_id = any($4))
          group by plant_id) d
    join home h on h.company_id = $1 and h.plant_id = d.plant_id`;
  const { rows } = await tx.query<Packed<PackedStorage>>(packed(STORED, statement), [
    ...[tx.scope.company_id, from, to, plantFilter(tx.scope)],
  ]);
  const [columns] = rows;
  if (!columns) return new Map();
  const week = { into: columns.week_into, out: columns.week_out, days: columns.week_days };
  const whole = { into: columns.whole_into, out: columns.whole_out, days: columns.whole_days };
  return new Map(
    (columns.plant_id ?? []).map((plant_id, i): [number, StorageSums] => [
      plant_id,
      {
        whole: batteryAt(whole, i),
        week: batteryAt(week, i),
        capacity_kwh: at(columns.capacity_kwh, i),
        first_kwh: at(columns.first_kwh, i),
        first_day: at(columns.first_day, i),
      },
    ]),
  );
}

export interface DueHome {
  plant_id: number;
  made_until: string | null;
}

/** The last day that was made of each home. */
export async function listMadeUntil(tx: Tx): Promise<DueHome[]> {
  const { rows } = await tx.query<DueHome>(
    `select plant_id, to_char(made_until, 'YYYY-MM-DD') as made_until from home where company_id = $1 order by plant_id`,
    [tx.scope.company_id],
    'residential_made_until',
  );
  return rows;
}

/** Notes the last day that was made of a home, and what its storage could hold in the first days of which that is known. */
export async function noteMadeUntil(tx: Tx, plant_id: number, day: string): Promise<void> {
  await tx.query(
    `update home h set made_until = $3::date, first_capacity_kwh = f.kwh, first_capacity_day = f.day
     from (select avg(e.capacity_kwh) as kwh, min(e.day) as day
           from (select capacity_kwh, day from home_day
                 where company_id = $1 and plant_id = $2 and capacity_kwh is not null order by day limit $4) e) f
     where h.company_id = $1 and h.plant_id = $2`,
    [tx.scope.company_id, plant_id, day, FIRST_DAYS],
  );
}

/** Deletes the days of a home; answers how many. */
export async function deleteHomeDays(tx: Tx, plant_id: number): Promise<number> {
  const { rowCount } = await tx.query('delete from home_day where company_id = $1 and plant_id = $2', [
    tx.scope.company_id,
    plant_id,
  ]);
  return rowCount;
}
