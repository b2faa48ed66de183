import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders } from '../../../shared/units/zones.ts';
import { PAIRED } from '../../forecast/expected-day.model.ts';
import { monthEnergies } from '../../revenues/server/month-energies.public.ts';
import { writtenRow } from '../figures.model.ts';
import type { K410Report, K410Row } from '../reports.contract.ts';
import {
  changeFrom,
  irradiationOf,
  type PairedDay,
  ratioOf,
  sumKnown,
  sumPaired,
  yearFactor,
} from '../reports.model.ts';
import { plantsOfReport } from './plants-of-report.ts';
import { type KeptDay, listKeptDays, type ReportedPlant } from './reports.repository.ts';

function pairedOf({ sums, sun_hours, missing_hours, measured }: KeptDay): PairedDay {
  const of = (name: (typeof PAIRED)[number]) => sums[PAIRED.indexOf(name)] ?? 0;
  return {
    ...{ actual_kwh: of('actual_kwh'), expected_kwh: of('expected_kwh') },
    ...{ reference_kwh: of('reference_kwh'), thermal_kwh: of('thermal_kwh') },
    ...{ sun_hours, missing_hours, measured },
  };
}

interface Months {
  /** kWh by YYYY-MM. */
  readonly now: ReadonlyMap<string, number>;
  readonly year_ago: ReadonlyMap<string, number>;
}

function ratiosOf(
  days: readonly PairedDay[],
  of: { readonly nominal_kw: number | null; readonly year_factor: number | null },
) {
  const { pr, pr_25, pr_weather } = ratioOf(sumPaired(days), of);
  return { pr, pr_25, pr_weather };
}

function rowOf(
  plant: ReportedPlant,
  month: string,
  { days, energy, year_factor }: { days: readonly KeptDay[]; energy: Months; year_factor: number | null },
): K410Row {
  const { proj_code, plant_name, nominal_kw } = plant;
  const paired = days.map(pairedOf);
  const produced_kwh = energy.now.get(month) ?? null;
  const year_ago_kwh = energy.year_ago.get(`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`) ?? null;
  return {
    ...{ proj_code, plant_name, month, produced_kwh, year_ago_kwh },
    irradiation_kwh_m2: irradiationOf(sumPaired(paired), nominal_kw),
    specific_yield:
      produced_kwh !== null && nominal_kw !== null && nominal_kw > 0 ? produced_kwh / nominal_kw : null,
    expected_kwh: sumKnown(days.map(({ day_kwh }) => day_kwh)),
    ...ratiosOf(paired, { nominal_kw, year_factor }),
    change: changeFrom(produced_kwh, year_ago_kwh),
  };
}

function totalOf(
  plant: ReportedPlant,
  rows: readonly K410Row[],
  { days, year_factor }: { days: readonly KeptDay[]; year_factor: number | null },
): K410Row {
  const sum = (of: (row: K410Row) => number | null) => sumKnown(rows.map(of));
  const both = rows.filter((row) => row.produced_kwh !== null && row.year_ago_kwh !== null);
  return {
    ...{ proj_code: plant.proj_code, plant_name: plant.plant_name, month: '' },
    produced_kwh: sum((row) => row.produced_kwh),
    irradiation_kwh_m2: sum((row) => row.irradiation_kwh_m2),
    specific_yield: sum((row) => row.specific_yield),
    expected_kwh: sum((row) => row.expected_kwh),
    ...ratiosOf(days.map(pairedOf), { nominal_kw: plant.nominal_kw, year_factor }),
    year_ago_kwh: sum((row) => row.year_ago_kwh),
    // Of months that both years know.
    change: changeFrom(
      sumKnown(both.map((row) => row.produced_kwh)),
      sumKnown(both.map((row) => row.year_ago_kwh)),
    ),
  };
}

/** The K410 report: each month of a year beside the year before. @throws AppError not_found; invalid */
export async function k410Report(
  tx: Tx,
  { codes, year }: { codes?: readonly string[] | undefined; year: number },
  now: Date,
): Promise<K410Report> {
  const plants = await plantsOfReport(tx, codes);
  const plant_ids = plants.map(({ plant_id }) => plant_id);
  // The twelve months that have come: of a year that is not over, those until today.
  const to =
    now.toISOString().slice(0, 10) < `${year}-12-31` ? now.toISOString().slice(0, 10) : `${year}-12-31`;
  const year_from = addDays(to, -365);
  const kept = await listKeptDays(tx, { plant_ids, from: `${year - 1}-01-01`, to: `${year}-12-31` });
  const [rows, totals]: [K410Row[], K410Row[]] = [[], []];
  for (const plant of plants) {
    const of = async (which: number) => {
      const start = dayBorders(plant.time_zone, `${which}-01-01`).start;
      const end = dayBorders(plant.time_zone, `${which + 1}-01-01`).start;
      return monthEnergies(tx, { plant_id: plant.plant_id, time_zone: plant.time_zone, start, end }, now);
    };
    const energy = { now: await of(year), year_ago: await of(year - 1) };
    const known = kept.filter(({ plant_id }) => plant_id === plant.plant_id);
    const days = known.filter(({ day }) => day.startsWith(`${year}`));
    const year_factor = yearFactor(sumPaired(known.filter(({ day }) => day > year_from).map(pairedOf)));
    const own = Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}`)
      .map((month) =>
        rowOf(plant, month, { energy, year_factor, days: days.filter(({ day }) => day.startsWith(month)) }),
      )
      .filter((row) => row.produced_kwh !== null || row.expected_kwh !== null);
    rows.push(...own);
    if (own.length > 0) totals.push(totalOf(plant, own, { days, year_factor }));
  }
  return { year, rows: rows.map(writtenRow), totals: totals.map(writtenRow) };
}
