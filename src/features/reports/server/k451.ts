import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays } from '../../../shared/units/zones.ts';
import { PAIRED } from '../../forecast/expected-day.model.ts';
import { loadRevenues } from '../../revenues/server/revenues.public.ts';
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
import { writtenRow } from '../figures.model.ts';
import { type K451Report, type K451Row, MOST_PLANTS } from '../reports.contract.ts';
import {
  irradiationOf,
  type PairedDay,
  type ReportPeriod,
  ratioOf,
  sumKnown,
  yearFactor,
} from '../reports.model.ts';
import {
  type KeptDay,
  type LostOfCause,
  listKeptDays,
  listLosses,
  listReportedPlants,
  type ReportedPlant,
} from './reports.repository.ts';

/** Days of plants that one report may be asked for, and those whose availability is looked at again: of more, days count as they are kept. */
const MOST_PLANT_DAYS = 1200;
const MOST_RATED_DAYS = 200;

export function refuse(path: string, code: string, message: string): never {
  throw new AppError('invalid', message, { errors: [{ path, message, code }] });
}

/** The plants of a report. @throws AppError not_found where one is not seen; invalid where they are too many */
export async function plantsOfReport(tx: Tx, codes: readonly string[] | undefined): Promise<ReportedPlant[]> {
  const named = codes && [...new Set(codes)];
  const plants = await listReportedPlants(tx, named ?? null);
  if (named && plants.length < named.length) notFound();
  if (plants.length > MOST_PLANTS) refuse('codes', 'too_many_plants', 'Ask for 30 plants at most');
  return plants;
}

export function pairedOf({ sums, sun_hours, missing_hours, measured }: KeptDay): PairedDay {
  const of = (name: (typeof PAIRED)[number]) => sums[PAIRED.indexOf(name)] ?? 0;
  return {
    ...{ actual_kwh: of('actual_kwh'), expected_kwh: of('expected_kwh') },
    ...{ reference_kwh: of('reference_kwh'), thermal_kwh: of('thermal_kwh') },
    ...{ sun_hours, missing_hours, measured },
  };
}

/** All that is known of a plant's days. */
interface Material {
  readonly plant: ReportedPlant;
  /** Of the twelve months that end with the report, and all of the report. */
  readonly kept: readonly KeptDay[];
  readonly from: string;
  readonly losses: readonly LostOfCause[];
  readonly rated: ReadonlyMap<string, DayHours>;
  readonly rules: readonly CountsRule[];
  readonly year_factor: number | null;
}

function ratedOf(rated: Material['rated'], within: (day: string) => boolean) {
  const sums = { raw: noHours(), contractual: noHours() };
  for (const [day, hours] of rated)
    if (within(day))
      for (const kind of ['raw', 'contractual'] as const)
        for (const name of TIME_CLASSES) sums[kind][name] += hours[kind][name];
  const contractual = sharesOf(sums.contractual);
  return {
    availability_raw: sharesOf(sums.raw).availability,
    availability: contractual.availability,
    completeness: contractual.completeness,
  };
}

function downtimesOf(
  { losses, rules, plant }: Material,
  within: (day: string) => boolean,
): K451Row['downtimes'] {
  const causes = new Map<string, K451Row['downtimes'][number]>();
  for (const { day, cause_id, cause, availability, energy_kwh, earning_eur } of losses) {
    if (!within(day)) continue;
    const counts =
      countedAs(availability, { cause_id, plant_id: plant.plant_id, day }, rules) === 'unavailable';
    const key = `${cause_id}/${counts}`;
    const before = causes.get(key);
    causes.set(key, {
      ...{ cause_id, cause, counts },
      energy_kwh: before ? sumKnown([before.energy_kwh, energy_kwh]) : energy_kwh,
      earning_eur: before ? sumKnown([before.earning_eur, earning_eur]) : earning_eur,
    });
  }
  return [...causes.values()];
}

type Earned = Pick<K451Row, 'produced_kwh' | 'exported_kwh' | 'used_kwh' | 'revenue_eur'>;

function rowOf(material: Material, period: string, earned: Earned): K451Row {
  const within = (day: string) => day >= material.from && day.startsWith(period);
  const kept = material.kept.filter(({ day }) => within(day));
  const days = kept.map(pairedOf);
  const downtimes = downtimesOf(material, within);
  const { proj_code, plant_name, nominal_kw } = material.plant;
  return {
    ...{ proj_code, plant_name, period, ...earned, downtimes },
    irradiation_kwh_m2: irradiationOf(days, nominal_kw),
    expected_kwh: sumKnown(kept.map(({ day_kwh }) => day_kwh)),
    ...ratioOf(days, { nominal_kw, year_factor: material.year_factor }),
    ...ratedOf(material.rated, within),
    lost_kwh: sumKnown(downtimes.map(({ energy_kwh }) => energy_kwh)),
    lost_eur: sumKnown(downtimes.map(({ earning_eur }) => earning_eur)),
  };
}

/** Whether anything at all is known in a row. */
const knowsSomething = (row: K451Row): boolean =>
  row.produced_kwh !== null ||
  row.expected_kwh !== null ||
  row.downtimes.length > 0 ||
  row.availability !== null ||
  row.revenue_eur !== null;

interface Asked {
  readonly codes?: readonly string[] | undefined;
  readonly from: string;
  readonly to: string;
  readonly by: ReportPeriod;
  /** Whether availability is counted however many days that is: nobody waits for it. */
  readonly rates_all?: boolean;
}

/** The K451 report. @throws AppError not_found; invalid where it is too much at once */
export async function k451Report(
  tx: Tx,
  { codes, from, to, by, rates_all = false }: Asked,
  now: Date,
): Promise<K451Report> {
  if (to < from) refuse('to', 'end_before_start', 'The last day lies before the first');
  if (addDays(from, 400) < to) refuse('to', 'too_many_days', 'Ask for 400 days at most');
  const plants = await plantsOfReport(tx, codes);
  const span = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (plants.length * span > MOST_PLANT_DAYS) refuse('to', 'too_much', 'Ask for fewer plants or days');
  const counts_now = rates_all || plants.length * span <= MOST_RATED_DAYS;
  const plant_ids = plants.map(({ plant_id }) => plant_id);
  const year_from = addDays(to, -364);
  const [kept, losses] = [
    await listKeptDays(tx, { plant_ids, from: year_from < from ? year_from : from, to }),
    await listLosses(tx, { plant_ids, from, to }),
  ];
  const rules = await loadCountsRules(tx);
  const rated_days = counts_now ? null : await keptAvailability(tx, { plant_ids, from, to }, 'day');
  const codes_of = plants.map(({ proj_code }) => proj_code);
  const pending = rated_days ? await pendingDays(tx, { codes: codes_of, from, to }, now) : 0;
  const [rows, totals]: [K451Row[], K451Row[]] = [[], []];
  for (const plant of plants) {
    const { plant_id, proj_code } = plant;
    const rated = rated_days
      ? (rated_days.get(plant_id) ?? new Map())
      : await availabilityByDay(tx, { proj_code, from, to }, now);
    const own = <T extends { plant_id: number }>(list: readonly T[]) =>
      list.filter((one) => one.plant_id === plant_id);
    const year = own(kept).filter(({ day }) => day >= year_from);
    const year_factor = yearFactor(year.map(pairedOf));
    const material = { plant, from, kept: own(kept), losses: own(losses), rated, rules, year_factor };
    const earned = await loadRevenues(tx, { proj_code, from, to, by }, now);
    const periods = new Map(earned.rows.map((row) => [row.period, { ...row, revenue_eur: row.total_eur }]));
    const known = [...periods].map(([period, { produced_kwh, exported_kwh, used_kwh, revenue_eur }]) =>
      rowOf(material, period, { produced_kwh, exported_kwh, used_kwh, revenue_eur }),
    );
    const told = known.filter(knowsSomething);
    rows.push(...told);
    if (told.length > 0)
      totals.push({
        ...rowOf(material, '', {
          produced_kwh: sumKnown(told.map((row) => row.produced_kwh)),
          exported_kwh: sumKnown(told.map((row) => row.exported_kwh)),
          used_kwh: sumKnown(told.map((row) => row.used_kwh)),
          revenue_eur: earned.total_eur,
        }),
        period: '',
      });
  }
  return {
    ...{ from, to, by, with_availability: pending === 0 },
    rows: rows.map(writtenRow),
    totals: totals.map(writtenRow),
  };
}
