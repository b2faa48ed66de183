import type { Tx } from '../../../shared/server/tenancy.ts';
import type { BudgetMonth, KeptSun } from '../budget.model.ts';

interface Of {
  readonly plant_id: number;
  readonly year: number;
}

/** A year's plan; undefined where there is none. */
export async function findBudget(
  tx: Tx,
  { plant_id, year }: Of,
): Promise<{ months: BudgetMonth[]; version: number } | undefined> {
  const { rows } = await tx.query<{ months: BudgetMonth[]; version: number }>(
    'select months, version from plant_budget where company_id = $1 and plant_id = $2 and year = $3',
    [tx.scope.company_id, plant_id, year],
  );
  return rows[0];
}

export interface PlannedEnergy {
  plant_id: number;
  version: number;
  /** kWh of the twelve months. */
  months: (number | null)[];
}

/** What plants are to make in a year, of those that are planned. */
export async function listPlannedEnergy(
  tx: Tx,
  { plant_ids, year }: { readonly plant_ids: readonly number[]; readonly year: number },
): Promise<PlannedEnergy[]> {
  const { rows } = await tx.query<PlannedEnergy>(
    `select b.plant_id, b.version,
       (select json_agg(m.value -> 'kwh' order by m.place) from jsonb_array_elements(b.months) with ordinality m (value, place)) as months
     from plant_budget b where b.company_id = $1 and b.plant_id = any($2::bigint[]) and b.year = $3 order by b.plant_id`,
    [tx.scope.company_id, plant_ids, year],
  );
  return rows;
}

/** Waits for others who plan the same year. */
export async function holdBudget(tx: Tx, { plant_id, year }: Of): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtext('plant_budget'), hashtext($1))", [
    `${tx.scope.company_id}/${plant_id}/${year}`,
  ]);
}

export async function saveBudget(
  tx: Tx,
  { plant_id, year, months }: Of & { readonly months: readonly BudgetMonth[] },
): Promise<void> {
  await tx.query(
    `insert into plant_budget as b (company_id, plant_id, year, months, created_by) values ($1, $2, $3, $4, $5)
     on conflict (company_id, plant_id, year) do update set months = excluded.months, version = b.version + 1, changed_at = excluded.changed_at`,
    [tx.scope.company_id, plant_id, year, JSON.stringify(months), tx.scope.user_id],
  );
}

export interface SunOfMonth extends KeptSun {
  readonly month: string;
}

/** Places of sums among those of a day, from 1. */
interface SunPlaces {
  readonly reference: number;
  readonly irradiation: number;
  readonly unknown: number;
}

/** What is kept of a year's days whose sun was measured, by month. */
export async function listSun(tx: Tx, { plant_id, year }: Of, places: SunPlaces): Promise<SunOfMonth[]> {
  const { rows } = await tx.query<SunOfMonth>(
    `select left(e.day::text, 7) as month, count(*)::int as days, sum(e.sums[$4]) as reference_kwh,
       case when bool_and(coalesce(e.sums[$5] <> 'NaN', false)) then sum(e.sums[$5]) end as irradiation_kwh_m2,
       sum(e.sums[$6]) as unknown_hours,
       sum(e.sun_hours)::float8 as sun_hours, sum(e.missing_hours) as missing_hours
     from forecast.expected_day e
     where e.company_id = $1 and e.plant_id = $2 and e.measured and left(e.day::text, 4) = $3::int::text group by 1`,
    [tx.scope.company_id, plant_id, year, places.reference, places.irradiation, places.unknown],
  );
  return rows;
}
