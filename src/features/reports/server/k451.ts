import { refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { addDays, daysBetween } from '../../../shared/units/zones.ts';
import { horizontalOf } from '../../forecast/inputs.model.ts';
import { KEPT_DAYS } from '../../forecast/periods.model.ts';
import type { Revenues } from '../../revenues/revenues.contract.ts';
import type { PeriodEnergy } from '../../revenues/server/period-energies.public.ts';
import {
  countDaysBefore,
  type EarnedPeriod,
  loadRevenues,
  loadRevenuesOfMany,
} from '../../revenues/server/revenues.public.ts';
import { type CountsRule, countedAs } from '../../rgi/availability.model.ts';
import {
  availabilityByDay,
  type DayHours,
  keptAvailability,
  noHours,
  pendingDays,
  sharesOf,
  TIME_CLASSES,
} from '../../rgi/server/availability-days.public.ts';
import { loadCountsRules } from '../../rgi/server/counts-rules.public.ts';
import { type ExactK451Row, k451Sums } from '../all-plants.model.ts';
import { writtenRow } from '../figures.model.ts';
import { type K451Report, type K451Row, MAX_COUNTED_PLANTS, MAX_REPORT_PLANTS } from '../reports.contract.ts';
import { addSums, irradiationOf, NO_DAYS, type ReportPeriod, ratioOf, yearFactor } from '../reports.model.ts';
import { loadEnergies } from './energies-of-report.ts';
import { plantsOfReport } from './plants-of-report.ts';
import {
  type LostOfCause,
  listLosses,
  listPeriodSums,
  type PeriodSums,
  type ReportedPlant,
} from './reports.repository.ts';

/** Up to so many plants and days of theirs everything is held against what it was made of; of more, days count as they are kept. */
const MAX_COUNTED = { plants: MAX_COUNTED_PLANTS, plant_days: 1200 };
/** Of years back days are kept for nobody: up to so many are worked out from readings all the same. */
const MAX_OLD_DAYS = 4000;
/** Of these availability is counted from readings where its days are not kept. */
const MAX_RATED_DAYS = 200;
/** Days of homes, of which nothing is kept: all of them are worked out from readings, five homes' year at most. */
const MAX_HOME_DAYS = 2000;
/** Plants times periods of a report: two thousand plants by the months of a year. */
export const MAX_ROWS = 25_000;

/** All that is known of a plant's days. */
interface Material {
  readonly plant: ReportedPlant;
  /** Of the report by period, and of the twelve months that end with it. */
  readonly sums: readonly PeriodSums[];
  readonly losses: readonly LostOfCause[];
  /** By days or by the periods of the report, and of no other days than its own. */
  readonly rated: ReadonlyMap<string, DayHours>;
  readonly rules: readonly CountsRule[];
  /** Taken from the grid, by the periods of the report. */
  readonly imported: PeriodEnergy;
  readonly year_factor: number | null;
}

function ratedOf(rated: Material['rated'], period: string) {
  const sums = { raw: noHours(), contractual: noHours() };
  for (const [of, hours] of rated)
    if (of.startsWith(period))
      for (const kind of ['raw', 'contractual'] as const)
        for (const name of TIME_CLASSES) sums[kind][name] += hours[kind][name];
  const contractual = sharesOf(sums.contractual);
  return {
    availability_raw: sharesOf(sums.raw).availability,
    availability: contractual.availability,
    completeness: contractual.completeness,
  };
}

function downtimesOf({ losses, rules, plant }: Material, period: string): K451Row['downtimes'] {
  const causes = new Map<string, K451Row['downtimes'][number]>();
  for (const { day, cause_id, cause, availability, energy_kwh, earning_eur } of losses) {
    if (!day.startsWith(period)) continue;
    const counts =
      countedAs(availability, { cause_id, plant_id: plant.plant_id, day }, rules) === 'unavailable';
    const key = `${cause_id}/${counts}`;
    const before = causes.get(key);
    causes.set(key, {
      cause_id,
      cause,
      counts,
      energy_kwh: before ? sumKnown([before.energy_kwh, energy_kwh]) : energy_kwh,
      earning_eur: before ? sumKnown([before.earning_eur, earning_eur]) : earning_eur,
    });
  }
  return [...causes.values()];
}

/** What is not known of some of the downtimes of a period. */
const lacksOf = ({ losses }: Material, period: string): ExactK451Row['lacks'] => {
  const own = losses.filter(({ day }) => day.startsWith(period));
  return {
    energy_kwh: own.some(({ lacks_kwh }) => lacks_kwh),
    earning_eur: own.some(({ lacks_eur }) => lacks_eur),
  };
};

type Earned = Pick<K451Row, 'produced_kwh' | 'exported_kwh' | 'used_kwh' | 'revenue_eur'>;

/** A part of the days is not told as the whole of them. */
const horizontalIn = (own: readonly PeriodSums[]) =>
  own.some(({ horizontal_lacks }) => horizontal_lacks)
    ? { irradiation_horizontal_kwh_m2: null, irradiation_horizontal_from: [] }
    : {
        irradiation_horizontal_kwh_m2: sumKnown(own.map(({ horizontal_kwh_m2 }) => horizontal_kwh_m2)),
        irradiation_horizontal_from: horizontalOf(own.reduce((bits, one) => bits | one.horizontal_bits, 0)),
      };

function rowOf(material: Material, period: string, earned: Earned): ExactK451Row {
  const own = material.sums.filter((sum) => sum.within && sum.period.startsWith(period));
  const paired = own.reduce(addSums, NO_DAYS);
  const downtimes = downtimesOf(material, period);
  const { proj_code, plant_name, sections_kw, model_kw } = material.plant;
  return {
    proj_code,
    plant_name,
    period,
    ...earned,
    downtimes,
    imported_kwh: sumKnown([...material.imported].map(([of, kwh]) => (of.startsWith(period) ? kwh : null))),
    irradiation_kwh_m2: irradiationOf(own, sections_kw),
    ...horizontalIn(own),
    expected_kwh: sumKnown(own.map(({ day_kwh }) => day_kwh)),
    ...ratioOf(paired, { nominal_kw: model_kw, year_factor: material.year_factor }),
    ...ratedOf(material.rated, period),
    lost_kwh: sumKnown(downtimes.map(({ energy_kwh }) => energy_kwh)),
    lost_eur: sumKnown(downtimes.map(({ earning_eur }) => earning_eur)),
    lacks: lacksOf(material, period),
  };
}

/** Whether anything at all is known in a row. */
const knowsSomething = (row: K451Row): boolean =>
  row.produced_kwh !== null ||
  (row.imported_kwh ?? null) !== null ||
  row.expected_kwh !== null ||
  row.downtimes.length > 0 ||
  row.availability !== null ||
  row.revenue_eur !== null;

interface Query {
  readonly codes?: readonly string[] | undefined;
  readonly from: string;
  readonly to: string;
  readonly by: ReportPeriod;
  /** Plants at most. */
  readonly most?: number;
  /** Whether availability, and revenue of up to thirty plants, is counted however many days that is: nobody waits for it. */
  readonly counts_all?: boolean;
}

const LETTERS = { day: 10, month: 7, year: 4 } as const;

/** The periods of a report, ascending. */
const periodsOf = ({ from, to, by }: Query): string[] => [
  ...new Set(daysBetween(from, to).map((day) => day.slice(0, LETTERS[by]))),
];

/** Plants whose days are worked out from readings where they are not kept, and those that are sums of kept days: homes are never. */
function sharedOut(plants: readonly ReportedPlant[], counts: boolean) {
  const { read = [], summed = [] } = Object.groupBy(plants, ({ is_home }) =>
    counts || is_home ? 'read' : 'summed',
  );
  return { read, summed };
}

/** How the time of the plants was counted, and whether days of it are not kept yet. */
async function ratedPlants(
  tx: Tx,
  plants: readonly ReportedPlant[],
  { asked, counts, now }: { asked: Query; counts: boolean; now: Date },
): Promise<{ rated: ReadonlyMap<number, ReadonlyMap<string, DayHours>>; pending: number }> {
  const { from, to, by } = asked;
  const rated = new Map<number, ReadonlyMap<string, DayHours>>();
  const { read, summed } = sharedOut(plants, counts);
  for (const { plant_id, proj_code } of read)
    rated.set(plant_id, await availabilityByDay(tx, { proj_code, from, to }, now));
  if (summed.length === 0) return { rated, pending: 0 };
  const plant_ids = summed.map(({ plant_id }) => plant_id);
  const kept = await keptAvailability(tx, { plant_ids, from, to }, by);
  for (const [plant_id, { periods }] of kept) rated.set(plant_id, periods);
  const codes = summed.map(({ proj_code }) => proj_code);
  return { rated, pending: await pendingDays(tx, { codes, from, to, kept }, now) };
}

interface PlantEarned {
  readonly periods: ReadonlyMap<string, Earned>;
  readonly total_eur: number | null;
}

/** What the plants earned, and how many of their days are not made yet. */
async function earnedBy(
  tx: Tx,
  plants: readonly ReportedPlant[],
  { asked, counts, now }: { asked: Query; counts: boolean; now: Date },
): Promise<{ earned: ReadonlyMap<number, PlantEarned>; pending: number }> {
  const { from, to, by } = asked;
  const earned = new Map<number, PlantEarned>();
  let pending = 0;
  const add = (
    plant_id: number,
    { rows, total_eur }: Pick<Revenues, 'total_eur'> & { rows: readonly EarnedPeriod[] },
  ) =>
    earned.set(plant_id, {
      total_eur,
      periods: new Map(
        rows.map(({ period, produced_kwh, exported_kwh, used_kwh, total_eur: revenue_eur }) => [
          period,
          { produced_kwh, exported_kwh, used_kwh, revenue_eur },
        ]),
      ),
    });
  const { read, summed } = sharedOut(plants, counts);
  for (const { plant_id, proj_code } of read) {
    const one = await loadRevenues(tx, { proj_code, from, to, by, in_full: asked.counts_all === true }, now);
    pending += one.awaited_days;
    add(plant_id, one);
  }
  if (summed.length === 0) return { earned, pending };
  const codes = summed.map(({ proj_code }) => proj_code);
  for (const [plant_id, one] of await loadRevenuesOfMany(tx, { codes, from, to, by }, now)) {
    pending += one.pending_days;
    add(plant_id, one);
  }
  return { earned, pending };
}

const NOTHING: Earned = { produced_kwh: null, exported_kwh: null, used_kwh: null, revenue_eur: null };

function rowsOf(
  material: Material,
  { periods, total_eur }: PlantEarned,
  all: readonly string[],
): { rows: ExactK451Row[]; total: ExactK451Row | undefined } {
  const rows = all
    .map((period) => rowOf(material, period, periods.get(period) ?? NOTHING))
    .filter(knowsSomething);
  if (rows.length === 0) return { rows, total: undefined };
  const total = rowOf(material, '', {
    produced_kwh: sumKnown(rows.map((row) => row.produced_kwh)),
    exported_kwh: sumKnown(rows.map((row) => row.exported_kwh)),
    used_kwh: sumKnown(rows.map((row) => row.used_kwh)),
    revenue_eur: total_eur,
  });
  return { rows, total };
}

/** Whether energy and revenue are held against what they are made of, and what is not kept is worked out from readings. */
function countsEnergy({ from, to, counts_all }: Query, plants: number, now: Date): boolean {
  if (plants > MAX_COUNTED.plants) return false;
  // Days before these are made for nobody who does not ask.
  const is_old = from < addDays(now.toISOString().slice(0, 10), -KEPT_DAYS);
  const most = is_old ? MAX_OLD_DAYS : MAX_COUNTED.plant_days;
  return counts_all === true || plants * daysBetween(from, to).length <= most;
}

/** A report whose figures are not rounded yet, and of how many plants it is. */
export interface ExactK451 extends Omit<K451Report, 'all_plants' | 'rows' | 'totals'> {
  readonly rows: ExactK451Row[];
  readonly totals: ExactK451Row[];
  readonly plants: number;
}

const writtenK451Row = ({ lacks: _, ...row }: ExactK451Row): K451Row => writtenRow(row);

/** The report with what all its plants come to, every figure rounded by the rule. */
export const writtenK451 = ({ plants, ...exact }: ExactK451): K451Report => ({
  ...exact,
  rows: exact.rows.map(writtenK451Row),
  totals: exact.totals.map(writtenK451Row),
  all_plants: k451Sums(exact, plants).map(writtenRow),
});

/** The K451 report. @throws AppError not_found; invalid where it is too much at once */
export const k451Report = async (tx: Tx, asked: Query, now: Date): Promise<K451Report> =>
  writtenK451(await exactK451(tx, asked, now));

/** The same of plants that are a part of those of the report. */
export async function exactK451(tx: Tx, asked: Query, now: Date): Promise<ExactK451> {
  const { codes, from, to, by, most = MAX_REPORT_PLANTS, counts_all = false } = asked;
  if (to < from) refuseField('to', 'end_before_start', 'The last day lies before the first');
  if (addDays(from, 400) < to) refuseField('to', 'too_many_days', 'Ask for 400 days at most');
  const plants = await plantsOfReport(tx, codes, most);
  const periods = periodsOf(asked);
  if (plants.length * periods.length > MAX_ROWS)
    refuseField('to', 'too_much', 'Ask for fewer plants or days');
  const days = daysBetween(from, to).length;
  const plant_days = plants.length * days;
  const homes = plants.filter(({ is_home }) => is_home);
  // The end of a year may need all days of it. What is too much already is not asked further.
  const homeDays = async () => homes.length * days + (await countDaysBefore(tx, homes, { from, to }, now));
  if (!counts_all && (homes.length * days > MAX_HOME_DAYS || (await homeDays()) > MAX_HOME_DAYS))
    refuseField(
      'codes',
      'too_many_homes',
      'Nothing is kept of homes: name fewer of them, or ask for fewer days',
    );
  const plant_ids = plants.map(({ plant_id }) => plant_id);
  const year_from = addDays(to, -364);
  const sums = await listPeriodSums(tx, { plant_ids, from, year_from, to, letters: LETTERS[by] });
  const losses = Map.groupBy(await listLosses(tx, { plant_ids, from, to }), ({ plant_id }) => plant_id);
  const rules = await loadCountsRules(tx);
  const rating = { asked, now, counts: counts_all || plant_days <= MAX_RATED_DAYS };
  const rated = await ratedPlants(tx, plants, rating);
  const earned = await earnedBy(tx, plants, { asked, now, counts: countsEnergy(asked, plants.length, now) });
  const imported = await loadEnergies(tx, plants, { energy: 'imported', from, to, by, now });
  const own = Map.groupBy(sums, ({ plant_id }) => plant_id);
  const told = plants.map((plant) => {
    const { plant_id } = plant;
    const of = own.get(plant_id) ?? [];
    const year = of.filter(({ of_year }) => of_year).reduce(addSums, NO_DAYS);
    const material = {
      plant,
      sums: of,
      losses: losses.get(plant_id) ?? [],
      rules,
      year_factor: yearFactor(year),
      rated: rated.rated.get(plant_id) ?? new Map<string, DayHours>(),
      imported: imported.get(plant_id) ?? new Map<string, number>(),
    };
    return rowsOf(material, earned.earned.get(plant_id) ?? { periods: new Map(), total_eur: null }, periods);
  });
  return {
    from,
    to,
    by,
    with_availability: rated.pending === 0,
    with_revenue: earned.pending === 0,
    plants: plants.length,
    rows: told.flatMap(({ rows }) => rows),
    totals: told.flatMap(({ total }) => total ?? []),
  };
}
