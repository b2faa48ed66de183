import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, earlier, localDay } from '../../../shared/units/zones.ts';
import { monthEnergies, monthEnergiesOfMany } from '../../revenues/server/month-energies.public.ts';
import { k410Sums } from '../all-plants.model.ts';
import { writtenRow } from '../figures.model.ts';
import { type K410Report, type K410Row, MOST_COUNTED_PLANTS } from '../reports.contract.ts';
import {
  addSums,
  changeFrom,
  irradiationOf,
  NO_DAYS,
  type PairedSums,
  ratioOf,
  sumKnown,
  yearFactor,
} from '../reports.model.ts';
import { plantsOfReport } from './plants-of-report.ts';
import { listPeriodSums, type PeriodSums, type ReportedPlant } from './reports.repository.ts';

/** kWh by YYYY-MM. */
type Energy = ReadonlyMap<string, number>;

interface Material {
  readonly plant: ReportedPlant;
  /** Of the year by months. */
  readonly sums: readonly PeriodSums[];
  readonly energy: Energy;
  readonly year_factor: number | null;
}

function ratiosOf(paired: PairedSums, { plant, year_factor }: Material) {
  const { pr, pr_25, pr_weather } = ratioOf(paired, { nominal_kw: plant.nominal_kw, year_factor });
  return { pr, pr_25, pr_weather };
}

function rowOf(material: Material, month: string): K410Row {
  const { plant, energy } = material;
  const { proj_code, plant_name, nominal_kw } = plant;
  const own = material.sums.filter(({ period }) => period === month);
  const paired = own.reduce(addSums, NO_DAYS);
  const produced_kwh = energy.get(month) ?? null;
  const year_ago_kwh = energy.get(`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`) ?? null;
  return {
    ...{ proj_code, plant_name, month, produced_kwh, year_ago_kwh },
    irradiation_kwh_m2: irradiationOf(paired, nominal_kw),
    specific_yield:
      produced_kwh !== null && nominal_kw !== null && nominal_kw > 0 ? produced_kwh / nominal_kw : null,
    expected_kwh: sumKnown(own.map(({ day_kwh }) => day_kwh)),
    ...ratiosOf(paired, material),
    change: changeFrom(produced_kwh, year_ago_kwh),
  };
}

function totalOf(material: Material, rows: readonly K410Row[]): K410Row {
  const sum = (of: (row: K410Row) => number | null) => sumKnown(rows.map(of));
  const both = rows.filter((row) => row.produced_kwh !== null && row.year_ago_kwh !== null);
  const { proj_code, plant_name } = material.plant;
  return {
    ...{ proj_code, plant_name, month: '' },
    produced_kwh: sum((row) => row.produced_kwh),
    irradiation_kwh_m2: sum((row) => row.irradiation_kwh_m2),
    specific_yield: sum((row) => row.specific_yield),
    expected_kwh: sum((row) => row.expected_kwh),
    ...ratiosOf(material.sums.reduce(addSums, NO_DAYS), material),
    year_ago_kwh: sum((row) => row.year_ago_kwh),
    // Of months that both years know.
    change: changeFrom(
      sumKnown(both.map((row) => row.produced_kwh)),
      sumKnown(both.map((row) => row.year_ago_kwh)),
    ),
  };
}

/** What plants produced in the months of a year and of the one before: with today's readings, or where they are many of days that are over. */
async function energiesOf(
  tx: Tx,
  plants: readonly ReportedPlant[],
  { year, now }: { year: number; now: Date },
): Promise<ReadonlyMap<number, Energy>> {
  const span = { from: `${year - 1}-01-01`, to: `${year}-12-31` };
  if (plants.length > MOST_COUNTED_PLANTS) return monthEnergiesOfMany(tx, { plants, ...span }, now);
  const found = new Map<number, Energy>();
  for (const { plant_id, time_zone } of plants) {
    const start = dayBorders(time_zone, span.from).start;
    const end = dayBorders(time_zone, span.to).end;
    found.set(plant_id, await monthEnergies(tx, { plant_id, time_zone, start, end }, now));
  }
  return found;
}

/** The last day whose energy is told of many plants, where that is before the end of the year: yesterday, by the clocks that are behind. */
function lastDay(plants: readonly ReportedPlant[], { year, now }: { year: number; now: Date }) {
  if (plants.length <= MOST_COUNTED_PLANTS) return null;
  const yesterday = plants
    .map(({ time_zone }) => addDays(localDay(time_zone, now.getTime()).day, -1))
    .reduce(earlier);
  return yesterday < `${year}-12-31` ? yesterday : null;
}

/** A report whose figures are not rounded yet, and of how many plants it is. */
export interface ExactK410 extends Omit<K410Report, 'all_plants'> {
  readonly plants: number;
}

/** The report with what all its plants come to, every figure rounded by the rule. */
export const writtenK410 = ({ plants, ...exact }: ExactK410): K410Report => ({
  ...exact,
  rows: exact.rows.map(writtenRow),
  totals: exact.totals.map(writtenRow),
  all_plants: k410Sums(exact, plants).map(writtenRow),
});

interface Asked {
  readonly codes?: readonly string[] | undefined;
  readonly year: number;
}

/** The K410 report: each month of a year beside the year before. @throws AppError not_found; invalid */
export const k410Report = async (tx: Tx, asked: Asked, now: Date): Promise<K410Report> =>
  writtenK410(await exactK410(tx, asked, now));

/** The same of plants that are a part of those of the report. */
export async function exactK410(tx: Tx, { codes, year }: Asked, now: Date): Promise<ExactK410> {
  const plants = await plantsOfReport(tx, codes);
  const plant_ids = plants.map(({ plant_id }) => plant_id);
  const [from, end, today] = [`${year}-01-01`, `${year}-12-31`, now.toISOString().slice(0, 10)];
  // The twelve months that have come: of a year that is not over, those until today.
  const to = earlier(today, end);
  const of = { plant_ids, from, year_from: addDays(to, -364), to: end, letters: 7 } as const;
  const sums = Map.groupBy(await listPeriodSums(tx, of), ({ plant_id }) => plant_id);
  const energies = await energiesOf(tx, plants, { year, now });
  const months = Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}`);
  const [rows, totals]: [K410Row[], K410Row[]] = [[], []];
  for (const plant of plants) {
    const kept = sums.get(plant.plant_id) ?? [];
    const material = {
      plant,
      sums: kept.filter(({ within }) => within),
      energy: energies.get(plant.plant_id) ?? new Map<string, number>(),
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
