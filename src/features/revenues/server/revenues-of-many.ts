import { notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { sumOfCents } from '../../../shared/units/money.ts';
import { addDays, daysBetween, earlier, later, localDay } from '../../../shared/units/zones.ts';
import { listFirstDays, listLetGoOf } from '../../measurements/server/plant-days.public.ts';
import {
  dayOfLimit,
  type FedInDay,
  feeOn,
  type PaidTariff,
  periodOf,
  type RevenuePeriod,
  ridsOf,
  ridTopUp,
} from '../revenue.model.ts';
import { MAX_REVENUE_ROWS, type PlantRevenue } from '../revenues.contract.ts';
import { stepOn } from '../tariffs.model.ts';
import { type EarningPlant, listDevicesOfMany, listEarningPlants } from './energy.repository.ts';
import { type EnergySources, loadEnergyDays, sourcesOf } from './energy-days.ts';
import { modelOf, tariffsDigest } from './revenue-day-bases.ts';
import {
  listCountedDays,
  listFedIn,
  type RevenueSum,
  type SummedPeriod,
  type SummedPlant,
  sumKeptDays,
} from './revenue-days.repository.ts';
import { listTariffsOf } from './tariffs.repository.ts';

/** Days that one question may ask for. */
export const MAX_DAYS = 400;

export interface EarnedPeriod {
  readonly period: string;
  readonly produced_kwh: number | null;
  readonly exported_kwh: number | null;
  readonly used_kwh: number | null;
  readonly total_eur: number | null;
}

/** What a plant of many earned, of the days that are kept. */
export interface PlantEarned {
  readonly plant: EarningPlant;
  readonly rows: readonly EarnedPeriod[];
  readonly total_eur: number | null;
  /**
   * Days that are over, since the plant was first heard of, and are in none of the sums: not made yet, or too long ago to be made before
   * anybody asks. Those whose readings were let go before they were made are not among them: nothing is to come of them.
   */
  readonly pending_days: number;
  /** Of them those asked for that are kept of other devices or tariffs than there are now. */
  readonly remade_days: number;
}

interface Query {
  readonly codes?: readonly string[] | undefined;
  readonly from: string;
  readonly to: string;
  readonly by: RevenuePeriod;
}

interface Earning {
  readonly plant: EarningPlant;
  readonly sources: EnergySources;
  readonly tariffs: readonly PaidTariff[];
  readonly model: string;
  /** Of the tariffs. */
  readonly version: string;
  readonly first: string | undefined;
  readonly today: string;
}

async function earningOf(tx: Tx, codes: readonly string[] | null, now: Date): Promise<Earning[]> {
  const plants = await listEarningPlants(tx, codes);
  if (codes && plants.length < new Set(codes).size) notFound();
  const ids = plants.map(({ plant_id }) => plant_id);
  const devices = await listDevicesOfMany(tx, ids);
  const tariffs = await listTariffsOf(tx, ids);
  const first = await listFirstDays(tx, ids);
  const days = new Map<string, string>();
  return plants.map((plant) => {
    const { plant_id, time_zone } = plant;
    const today = days.get(time_zone) ?? localDay(time_zone, now.getTime()).day;
    days.set(time_zone, today);
    const sources = sourcesOf(devices.get(plant_id) ?? []);
    const own = tariffs.get(plant_id) ?? [];
    return {
      plant,
      sources,
      tariffs: own,
      today,
      first: first.get(plant_id),
      model: modelOf(plant, sources),
      version: tariffsDigest(own),
    };
  });
}

const countDays = (from: string, to: string): number =>
  to < from ? 0 : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

const summedOf = ({ plant, model, version }: Earning): SummedPlant => ({
  plant_id: plant.plant_id,
  model,
  tariffs: version,
});

/** Days asked for that are in no sum. */
interface Lacking {
  /** All that are over, of which fees are due anyway; none where a plant pays no fees and nothing is pending. */
  readonly days: readonly string[];
  /** Those of which something is to come, since the plant was first heard of. */
  readonly pending: readonly string[];
  /** Of these how many were made before, of something else. */
  readonly remade: number;
}

/** The last day that is asked for and over. */
const lastOver = (to: string, today: string): string => earlier(to, addDays(today, -1));

const paysFees = ({ tariffs }: Earning): boolean => tariffs.some(({ kind }) => kind === 'fee');

/** Which days of plants are in no sum. @param kept how many of each are */
async function lackingOf(
  tx: Tx,
  earning: readonly Earning[],
  { from, to, kept }: { from: string; to: string; kept: ReadonlyMap<number, number> },
): Promise<ReadonlyMap<number, Lacking>> {
  const lacking = new Map<number, Lacking>();
  const unsure: Earning[] = [];
  for (const one of earning) {
    const { plant_id } = one.plant;
    const last = lastOver(to, one.today);
    const first = one.first === undefined ? addDays(last, 1) : later(one.first, from);
    if (countDays(first, last) !== (kept.get(plant_id) ?? 0)) unsure.push(one);
    else {
      // None but those before it was heard of.
      const days = paysFees(one) ? daysBetween(from, earlier(last, addDays(first, -1))) : [];
      lacking.set(plant_id, { days, pending: [], remade: 0 });
    }
  }
  if (unsure.length === 0) return lacking;
  const plant_ids = unsure.map(({ plant }) => plant.plant_id);
  const days = await listCountedDays(tx, unsure.map(summedOf), { from, to });
  const let_go = await listLetGoOf(tx, { plant_ids, from, to });
  for (const { plant, first, today } of unsure) {
    const own = days.get(plant.plant_id);
    const gone = let_go.get(plant.plant_id);
    const none = daysBetween(from, lastOver(to, today)).filter((day) => !own?.counted.has(day));
    const isPending = (day: string) =>
      first !== undefined && day >= first && (!gone?.has(day) || own?.others.has(day) === true);
    const pending = none.filter(isPending);
    const remade = pending.filter((day) => own?.others.has(day)).length;
    lacking.set(plant.plant_id, { days: none, pending, remade });
  }
  return lacking;
}

/** Fees of days that are in no sum: they are due anyway. */
function feesOf({ tariffs }: Earning, days: readonly string[], by: RevenuePeriod): Map<string, number[]> {
  const fees = new Map<string, number[]>();
  const due = tariffs.filter(({ kind }) => kind === 'fee');
  for (const day of due.length === 0 ? [] : days)
    for (const { steps } of due) {
      const step = stepOn(steps, day);
      if (!step) continue;
      const period = periodOf(by, day);
      fees.set(period, [...(fees.get(period) ?? []), feeOn(day, step.rate)]);
    }
  return fees;
}

function periodOfSum(sum: RevenueSum): EarnedPeriod {
  const isDue = sum.heard ? sum.has_amount : sum.has_fee;
  const known = <T>(value: T): T | null => (sum.heard ? value : null);
  return {
    period: sum.period,
    produced_kwh: known(sum.produced_kwh),
    exported_kwh: known(sum.exported_kwh),
    used_kwh: known(sum.used_kwh),
    total_eur: isDue ? sum.amount_cents / 100 : null,
  };
}

const NOTHING = { produced_kwh: null, exported_kwh: null, used_kwh: null, total_eur: null };

/** Adds an amount to the period that it falls into. */
function addTo(rows: Map<string, EarnedPeriod>, period: string, eur: readonly number[]): void {
  const row = rows.get(period) ?? { period, ...NOTHING };
  rows.set(period, { ...row, total_eur: sumOfCents([row.total_eur ?? 0, ...eur]) });
}

/** Years that end within the days asked for and are over. */
function closedYears({ from, to }: Query, today: string): number[] {
  const years: number[] = [];
  for (let year = Number(from.slice(0, 4)); `${year}-12-31` <= to; year++)
    if (`${year}-12-31` >= from && `${year}-12-31` < today) years.push(year);
  return years;
}

/** The periods of days, each with its first and its last of them. */
function periodsBetween(from: string, to: string, by: RevenuePeriod): SummedPeriod[] {
  const periods = Map.groupBy(daysBetween(from, to), (day) => periodOf(by, day));
  return [...periods].map(([period, days]) => ({ period, from: days[0] ?? from, to: days.at(-1) ?? to }));
}

/**
 * What the end of years adds to guaranteed minimum prices, of years of which all is known that will be. Answers how many days outside of
 * those asked for are awaited for it, by plant.
 */
async function addTopUps(
  tx: Tx,
  asked: Query,
  earning: readonly Earning[],
  rows: ReadonlyMap<number, Map<string, EarnedPeriod>>,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const awaited = new Map<number, number>();
  const ofYears = Map.groupBy(
    earning
      .filter(({ tariffs }) => tariffs.some(({ kind }) => kind === 'rid'))
      .flatMap((one) => closedYears(asked, one.today).map((year) => ({ year, one }))),
    ({ year }) => year,
  );
  for (const [year, of] of ofYears) {
    const span = { from: `${year}-01-01`, to: `${year}-12-31` };
    const paid = of.map(({ one }) => one);
    const days = await listFedIn(tx, paid.map(summedOf), span);
    const kept = new Map([...days].map(([plant_id, own]) => [plant_id, own.length]));
    const lacking = await lackingOf(tx, paid, { ...span, kept });
    for (const one of paid) {
      const { plant_id } = one.plant;
      const own = days.get(plant_id) ?? [];
      const pending = lacking.get(plant_id)?.pending ?? [];
      if (pending.length > 0) {
        const outside = pending.filter((day) => day < asked.from || day > asked.to).length;
        awaited.set(plant_id, (awaited.get(plant_id) ?? 0) + outside);
        continue;
      }
      const hours = await limitHours(tx, one, { year, days: own, now });
      const rids = ridsOf(one.tariffs);
      for (const tariff of rids) {
        const top = ridTopUp(tariff, { year, days: own, hours, rids });
        const to = rows.get(plant_id);
        if (top && top.kwh > 0 && to) addTo(to, periodOf(asked.by, span.to), [top.eur]);
      }
    }
  }
  return awaited;
}

/** The hours of the day on which a year's energy goes beyond what the guaranteed price holds for; undefined where it does not. */
export async function limitHours(
  tx: Tx,
  { plant, sources, tariffs }: Pick<Earning, 'plant' | 'sources' | 'tariffs'>,
  { year, days, now }: { year: number; days: readonly FedInDay[]; now: Date },
) {
  const day = dayOfLimit(ridsOf(tariffs), year, days);
  if (day === null) return undefined;
  const [of] = await loadEnergyDays(tx, { plant, sources, from: day, to: day, now: now.getTime() });
  return of?.hours;
}

/**
 * What many plants earned by periods, as sums of their days that are kept. Today is not among them, and days that are not made yet are told
 * as pending. @throws AppError not_found
 */
export async function revenuesOfMany(tx: Tx, asked: Query, now: Date): Promise<PlantEarned[]> {
  const { from, to, by } = asked;
  const earning = await earningOf(tx, asked.codes ?? null, now);
  const sums = await sumKeptDays(tx, earning.map(summedOf), periodsBetween(from, to, by));
  const own = Map.groupBy(sums, ({ plant_id }) => plant_id);
  const kept = new Map(
    [...own].map(([id, periods]) => [id, periods.reduce((sum, { days }) => sum + days, 0)]),
  );
  const lacking = await lackingOf(tx, earning, { from, to, kept });
  const rows = new Map<number, Map<string, EarnedPeriod>>();
  for (const one of earning) {
    const { plant_id } = one.plant;
    const periods = new Map((own.get(plant_id) ?? []).map((sum) => [sum.period, periodOfSum(sum)]));
    for (const [period, fees] of feesOf(one, lacking.get(plant_id)?.days ?? [], by))
      addTo(periods, period, fees);
    rows.set(plant_id, periods);
  }
  const awaited = await addTopUps(tx, asked, earning, rows, now);
  return earning.map(({ plant }) => {
    const { plant_id } = plant;
    const periods = [...(rows.get(plant_id)?.values() ?? [])].sort((a, b) => (a.period < b.period ? -1 : 1));
    const totals = periods.flatMap(({ total_eur }) => total_eur ?? []);
    return {
      plant,
      rows: periods,
      total_eur: totals.length === 0 ? null : sumOfCents(totals),
      pending_days: (lacking.get(plant_id)?.pending.length ?? 0) + (awaited.get(plant_id) ?? 0),
      remade_days: lacking.get(plant_id)?.remade ?? 0,
    };
  });
}

/** What all plants earned, as the call answers it. @throws AppError invalid where the days are none or too many */
export async function answerRevenuesOf(tx: Tx, asked: Query, now: Date): Promise<PlantRevenue[]> {
  const { from, to, by } = asked;
  if (to < from) refuseField('to', 'end_before_start', 'The last day lies before the first');
  if (addDays(from, MAX_DAYS) < to) refuseField('to', 'too_many_days', 'Ask for 400 days at most');
  const periods = new Set(daysBetween(from, to).map((day) => periodOf(by, day))).size;
  const told = await revenuesOfMany(tx, asked, now);
  if (told.length * periods > MAX_REVENUE_ROWS) refuseField('to', 'too_much', 'Ask for fewer days');
  return told.map(({ plant: { proj_code, plant_name }, ...rest }) => ({
    proj_code,
    plant_name,
    ...rest,
    rows: [...rest.rows],
  }));
}
