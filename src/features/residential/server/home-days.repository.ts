import { insertRows } from '../../../shared/server/columns.ts';
import { at, type Packed, packed } from '../../../shared/server/packed-rows.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { BalanceFault, FlowName, Meter } from '../home-balance.model.ts';

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

const KEPT = [
  'day',
  'produced_kwh',
  'imported_kwh',
  'exported_kwh',
  'used_kwh',
  'capacity_kwh',
  'fault',
] as const;
export type KeptDay = Pick<StoredHomeDay, (typeof KEPT)[number]>;

/** All days of a home that are kept, oldest first: what its months and years are made of. */
export async function listKeptHomeDays(tx: Tx, plant_id: number): Promise<KeptDay[]> {
  const statement = `
    select to_char(day, 'YYYY-MM-DD') as day, ${KEPT.slice(1).join(', ')} from home_day
    where company_id = $1 and plant_id = $2 order by home_day.day`;
  const { rows } = await tx.query<Packed<KeptDay>>(
    packed(KEPT, statement),
    [tx.scope.company_id, plant_id],
    'residential_kept_days',
  );
  const [columns] = rows;
  return (columns?.day ?? []).map((day, i) => ({
    day,
    produced_kwh: at(columns?.produced_kwh ?? null, i),
    imported_kwh: at(columns?.imported_kwh ?? null, i),
    exported_kwh: at(columns?.exported_kwh ?? null, i),
    used_kwh: at(columns?.used_kwh ?? null, i),
    capacity_kwh: at(columns?.capacity_kwh ?? null, i),
    fault: at(columns?.fault ?? null, i),
  }));
}

const MADE = [...ENERGIES.split(', '), 'capacity_kwh', 'fault', 'wrong_meter'];
const listed = (row: string): string => MADE.map((name) => `${row}.${name}`).join(', ');

/**
 * Days of a home that were made anew, all that tell something in a stretch: those that stand there beside them go. Answers which are
 * others than before.
 */
export async function saveHomeDays(
  tx: Tx,
  { plant_id, from, to }: { plant_id: number; from: string; to: string },
  days: readonly StoredHomeDay[],
): Promise<string[]> {
  const gone = await tx.query<{ day: string }>(
    `delete from home_day
     where company_id = $1 and plant_id = $2 and day between $3::date and $4::date and day <> all($5::date[])
     returning day`,
    [tx.scope.company_id, plant_id, from, to, days.map(({ day }) => day)],
    'residential_days_gone',
  );
  if (days.length === 0) return gone.rows.map(({ day }) => day);
  const changed = await insertRows<{ day: string }>(
    tx,
    'home_day',
    days.map((day) => ({ ...day, company_id: tx.scope.company_id })),
    `on conflict (company_id, plant_id, day) do update set ${MADE.map((name) => `${name} = excluded.${name}`).join(', ')}
     where (${listed('home_day')}) is distinct from (${listed('excluded')}) returning day`,
  );
  return [...gone.rows, ...changed].map(({ day }) => day);
}

export interface DaySum extends Energies {
  day: string;
  homes: number;
  /** Homes whose balance is known and that are in no sum: beside the projects that are told by themselves they are too few. */
  left_out: number;
}

const SUMMED = ['homes', ...ENERGIES.split(', ')];

/**
 * Columns of sums of a day, of rows `s` of its projects, each with its homes: projects of `least` homes or more, which are told by
 * themselves, and all others together where these are as many. Else what all come to would tell them by difference.
 */
export function sumsTold(least: string): string {
  const told = `(s.project_id is not null and s.homes >= ${least})`;
  const of = (name: string, which: string) => `coalesce(sum(s.${name}) filter (where ${which}), 0)`;
  const rest = of('homes', `not ${told}`);
  const sums = SUMMED.map(
    (name) =>
      `(${of(name, told)} + case when ${rest} >= ${least} then ${of(name, `not ${told}`)} else 0 end)::${name === 'homes' ? 'int' : 'float8'} as ${name}`,
  );
  return [...sums, `(case when ${rest} >= ${least} then 0 else ${rest} end)::int as left_out`].join(', ');
}

/** Sums of homes day by day, of those whose balance of the day is known; days of fewer homes than `least` are left out. */
export async function listDaySums(
  tx: Tx,
  query: { project_id?: number | undefined; from: string; to: string; least: number },
): Promise<DaySum[]> {
  const sums = ENERGIES.split(', ').map((name) => `coalesce(sum(y.${name}), 0) as ${name}`);
  const { rows } = await tx.query<DaySum>(
    `with s as (
       select y.day, h.project_id, count(*)::int as homes, ${sums.join(', ')}
       from home_day y join home h on h.company_id = $1 and h.plant_id = y.plant_id
       join plants.plant p on p.company_id = $1 and p.id = h.plant_id
       where y.company_id = $1 and y.day between $2::date and $3::date and y.used_kwh is not null
         and ($4::bigint[] is null or y.plant_id = any($4))
         and h.erased_at is null and ($5::bigint is null or h.project_id = $5)
       group by y.day, h.project_id)
     select * from (select to_char(s.day, 'YYYY-MM-DD') as day, ${sumsTold('$6')} from s group by s.day) d
     where d.homes >= $6 order by d.day`,
    [tx.scope.company_id, query.from, query.to, plantFilter(tx.scope), query.project_id ?? null, query.least],
  );
  return rows;
}

export interface DueHome {
  plant_id: number;
  made_until: string | null;
}

/** The last day that was made of each of some homes. */
export async function listMadeUntil(tx: Tx, plant_ids: readonly number[]): Promise<DueHome[]> {
  const { rows } = await tx.query<DueHome>(
    `select plant_id, to_char(made_until, 'YYYY-MM-DD') as made_until from home where company_id = $1 and plant_id = any($2::bigint[])`,
    [tx.scope.company_id, plant_ids],
    'residential_made_until',
  );
  return rows;
}

/** Keeps a home as it is until the transaction ends; false where it was erased. */
export async function lockHome(tx: Tx, plant_id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select plant_id from home where company_id = $1 and plant_id = $2 and erased_at is null for update',
    [tx.scope.company_id, plant_id],
    'residential_lock',
  );
  return rowCount > 0;
}

/** Deletes the days of a home; answers how many. */
export async function deleteHomeDays(tx: Tx, plant_id: number): Promise<number> {
  const { rowCount } = await tx.query('delete from home_day where company_id = $1 and plant_id = $2', [
    tx.scope.company_id,
    plant_id,
  ]);
  return rowCount;
}
