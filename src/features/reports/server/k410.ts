import type { Tx } from '../../../shared/server/tenancy.ts';
import { monthsOfYear } from '../../../shared/units/months.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { addDays, earlier, localDay } from '../../../shared/units/zones.ts';
import type { PeriodEnergy } from '../../revenues/server/period-energies.public.ts';
import { loadBudgets } from '../../revenues/server/revenues.public.ts';
import { changeOfMonths, type ExactK410Row, k410Sums } from '../all-plants.model.ts';
import { writtenRow } from '../figures.model.ts';
import { type K410Report, type K410Row, MAX_COUNTED_PLANTS } from '../reports.contract.ts';
import { addSums, irradiationOf, NO_DAYS, type PairedSums, ratioOf, yearFactor } from '../reports.model.ts';
import { loadEnergies } from './energies-of-report.ts';
import { plantsOfReport } from './plants-of-report.ts';
import { listPeriodSums, type PeriodSums, type ReportedPlant } from './reports.repository.ts';

interface Material {
  readonly plant: ReportedPlant;
  /** Of the year by months. */
  readonly sums: readonly PeriodSums[];
  readonly energy: PeriodEnergy;
  /** kWh by months; empty where nothing is planned. */
  readonly budget: readonly (number | null)[];
  readonly year_factor: number | null;
  /** The month that is not over yet, by the plant's clock. */
  readonly current: string;
}

function ratiosOf(paired: PairedSums, { plant, year_factor }: Material) {
  const { pr, pr_25, pr_weather } = ratioOf(paired, { nominal_kw: plant.model_kw, year_factor });
  return { pr, pr_25, pr_weather };
}

/** How the energy of months of a plant changed, from the year before and from the budget. */
const changesOf = (rows: readonly ExactK410Row[]) => ({
  change: changeOfMonths(rows, 'year_ago_kwh').value,
  budget_change: changeOfMonths(rows, 'budget_kwh').value,
});

function rowOf(material: Material, month: string): ExactK410Row {
  const { plant, energy } = material;
  const { proj_code, plant_name, nominal_kw } = plant;
  const own = material.sums.filter(({ period }) => period === month);
  const paired = own.reduce(addSums, NO_DAYS);
  const produced_kwh = energy.get(month) ?? null;
  const year_ago_kwh = energy.get(`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`) ?? null;
  const row = {
    proj_code,
    plant_name,
    month,
    produced_kwh,
    year_ago_kwh,
    change: null,
    budget_change: null,
    budget_kwh: material.budget[Number(month.slice(5)) - 1] ?? null,
    over: month < material.current,
    irradiation_kwh_m2: irradiationOf(own, plant.sections_kw),
    specific_yield:
      produced_kwh !== null && nominal_kw !== null && nominal_kw > 0 ? produced_kwh / nominal_kw : null,
    expected_kwh: sumKnown(own.map(({ day_kwh }) => day_kwh)),
    ...ratiosOf(paired, material),
  };
  return { ...row, ...changesOf([row]) };
}

function totalOf(material: Material, rows: readonly ExactK410Row[]): ExactK410Row {
  const sum = (of: (row: K410Row) => number | null | undefined) =>
    sumKnown(rows.map((row) => of(row) ?? null));
  const { proj_code, plant_name } = material.plant;
  return {
    proj_code,
    plant_name,
    month: '',
    over: true,
    produced_kwh: sum((row) => row.produced_kwh),
    irradiation_kwh_m2: sum((row) => row.irradiation_kwh_m2),
    specific_yield: sum((row) => row.specific_yield),
    expected_kwh: sum((row) => row.expected_kwh),
    ...ratiosOf(material.sums.reduce(addSums, NO_DAYS), material),
    year_ago_kwh: sum((row) => row.year_ago_kwh),
    budget_kwh: sum((row) => row.budget_kwh),
    ...changesOf(rows),
  };
}

/** What plants produced in the months of a year and of the one before: with today's readings, or where they are many of days that are over. */
async function energiesOf(
  tx: Tx,
  plants: readonly ReportedPlant[],
  { year, now }: { year: number; now: Date },
): Promise<ReadonlyMap<number, PeriodEnergy>> {
  return loadEnergies(tx, plants, {
    energy: 'produced',
    from: `${year - 1}-01-01`,
    to: `${year}-12-31`,
    by: 'month',
    now,
  });
}

/** The last day whose energy is told of many plants, where that is before the end of the year: yesterday, by the clocks that are behind. */
function lastDay(plants: readonly ReportedPlant[], { year, now }: { year: number; now: Date }) {
  if (plants.length <= MAX_COUNTED_PLANTS) return null;
  const yesterday = plants
    .map(({ time_zone }) => addDays(localDay(time_zone, now.getTime()).day, -1))
    .reduce(earlier);
  return yesterday < `${year}-12-31` ? yesterday : null;
}

/** A report whose figures are not rounded yet, and of how many plants it is. */
export interface ExactK410 extends Omit<K410Report, 'all_plants' | 'rows' | 'totals'> {
  readonly rows: ExactK410Row[];
  readonly totals: ExactK410Row[];
  readonly plants: number;
}

const writtenK410Row = ({ over: _, ...row }: ExactK410Row): K410Row => writtenRow(row);

/** The report with what all its plants come to, every figure rounded by the rule. */
export const writtenK410 = ({ plants, ...exact }: ExactK410): K410Report => ({
  ...exact,
  rows: exact.rows.map(writtenK410Row),
  totals: exact.totals.map(writtenK410Row),
  all_plants: k410Sums(exact, plants).map(writtenRow),
});

interface Query {
  readonly codes?: readonly string[] | undefined;
  readonly year: number;
}

/** The K410 report: each month of a year beside the year before and the budget. @throws AppError not_found; invalid */
export const k410Report = async (tx: Tx, asked: Query, now: Date): Promise<K410Report> =>
  writtenK410(await exactK410(tx, asked, now));

/** The same of plants that are a part of those of the report. */
export async function exactK410(tx: Tx, { codes, year }: Query, now: Date): Promise<ExactK410> {
  const plants = await plantsOfReport(tx, codes);
  const plant_ids = plants.map(({ plant_id }) => plant_id);
  const [from, end, today] = [`${year}-01-01`, `${year}-12-31`, now.toISOString().slice(0, 10)];
  // The twelve months that have come: of a year that is not over, those until today.
  const to = earlier(today, end);
  const of = { plant_ids, from, year_from: addDays(to, -364), to: end, letters: 7 } as const;
  const sums = Map.groupBy(await listPeriodSums(tx, of), ({ plant_id }) => plant_id);
  const energies = await energiesOf(tx, plants, { year, now });
  const budgets = await loadBudgets(tx, { plant_ids, year });
  const months = monthsOfYear(year);
  const [rows, totals]: [ExactK410Row[], ExactK410Row[]] = [[], []];
  for (const plant of plants) {
    const kept = sums.get(plant.plant_id) ?? [];
    const material = {
      plant,
      sums: kept.filter(({ within }) => within),
      energy: energies.get(plant.plant_id) ?? new Map<string, number>(),
      budget: budgets.get(plant.plant_id)?.months ?? [],
      current: localDay(plant.time_zone, now.getTime()).day.slice(0, 7),
      year_factor: yearFactor(kept.filter(({ of_year }) => of_year).reduce(addSums, NO_DAYS)),
    };
    const own = months
      .map((month) => rowOf(material, month))
      .filter((row) => row.produced_kwh !== null || row.expected_kwh !== null);
    rows.push(...own);
    if (own.length > 0) totals.push(totalOf(material, own));
  }
  const until = lastDay(plants, { year, now });
  return { year, until, plants: plants.length, rows, totals };
}
