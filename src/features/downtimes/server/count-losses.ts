import type pg from 'pg';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS, type LocalDay, localDay } from '../../../shared/units/zones.ts';
import { type LostPrice, loadLostPrice } from '../../revenues/server/revenues.public.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import { loadHourPrices } from '../../weather/server/prices.public.ts';
import {
  type DayLoss,
  dayLoss,
  type LossTotal,
  totalLoss,
  type Unsold,
  unheardParts,
  unknownDay,
} from '../loss.model.ts';
import type { LossDetail, LossLack } from '../loss-detail.model.ts';
import { darkHours, type PartsOfDay, partsOfDay } from '../loss-parts.model.ts';
import { hourShares } from '../overlap.model.ts';
import {
  countedDevices,
  type PoweredDevice,
  type PoweredPlant,
  partOut,
  powerShare,
} from '../power-share.model.ts';
import { type MadeDay, recoveredSince, WELL } from '../recovery.model.ts';
import { loadKnownPlant } from './known-plants.ts';
import {
  type CountedDowntime,
  dropDaysOutside,
  findCounted,
  listDays,
  listStanding,
  lockCounted,
  saveDays,
  saveLoss,
} from './loss.repository.ts';
import { type KnownPlant, loadPlantDays, type NamedDay, runsOfDays } from './plant-days.ts';

export interface Counting {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly now: Date;
}

/** What is counted of a downtime: all of its days, or of one that lasts the last two. */
interface Plan {
  readonly downtime: CountedDowntime;
  readonly known: KnownPlant & PoweredPlant;
  readonly counted: readonly PoweredDevice[];
  /** Of all its days; the runs are those to count. */
  readonly window: { readonly start: number; readonly end: number };
  readonly runs: readonly LocalDay[][];
  readonly lack: LossLack | null;
  readonly zone: string;
  readonly priceOn: LostPrice;
  readonly isSoldAtMarket: (day: string) => boolean;
  readonly tariffs: string;
}

const named = ({ extent, device_ids }: CountedDowntime): ReadonlySet<number> | null =>
  extent === 'plant' ? null : new Set(device_ids);

async function planOf(tx: Tx, id: number, now: number): Promise<Plan | undefined> {
  const downtime = await findCounted(tx, id);
  if (!downtime) return undefined;
  const known = await loadKnownPlant(tx, downtime);
  if (!known) return undefined;
  const counted = countedDevices(known, named(downtime));
  const zone = known.plant.time_zone;
  const window = { start: downtime.start, end: Math.min(downtime.stop ?? now, now) };
  const price = await loadLostPrice(tx, downtime.proj_code);
  const isPricedAlike = (downtime.detail.tariffs ?? '') === price.tariffs;
  // Of one that lasts, days before yesterday stand as they were counted, unless something of them has changed.
  const isGoing = !downtime.due && downtime.counted_at !== null && isPricedAlike;
  const from = isGoing ? localDay(zone, (downtime.counted_at ?? 0) - DAY_MS).start : window.start;
  const lack = known.power_kw === 0 ? 'power' : counted.length === 0 ? 'devices' : null;
  return {
    downtime,
    known,
    counted,
    window,
    lack,
    ...price,
    runs: runsOfDays(zone, { start: lack ? window.start : Math.max(window.start, from), end: window.end }),
    zone: downtime.market_zone || NATIONAL,
  };
}

/** What was learnt while a run of days was counted. */
interface CountedRun {
  readonly losses: readonly (DayLoss & { readonly unsold?: Unsold })[];
  readonly made: readonly MadeDay[];
  readonly learnt: readonly PartsOfDay[];
}

function madeBy({ parts }: PartsOfDay, day: NamedDay): MadeDay {
  return {
    ...day,
    parts: parts.map(({ yields, device_id }) => {
      const maker = day.makers.find((one) => one.device_id === device_id);
      const power = maker?.power_kw ?? null;
      const made = power ? maker?.energy.map((kwh) => kwh / power) : undefined;
      return { yields, made: made ?? new Float64Array(day.hours).fill(Number.NaN) };
    }),
  };
}

/** Of a downtime without a figure days are kept with nothing but their hours of light, in place of what was known of them. */
function unknownDays({ downtime, known, window }: Plan, run: readonly LocalDay[]): DayLoss[] {
  const { plant } = known;
  const isSolar = !plant.lacks.includes('not_photovoltaic') && !plant.lacks.includes('place');
  const own = { ...downtime, stop: window.end, device_ids: null };
  return run.map(({ day, start, end }) => {
    const of = { start, hours: Math.ceil((end - start) / HOUR_MS) };
    const dark = darkHours(isSolar ? plant : null, of);
    const { out } = hourShares(own, { device_id: 0, others: [], hours: of });
    return unknownDay(
      day,
      out.reduce((sum, share, hour) => sum + (dark[hour] ? 0 : share), 0),
    );
  });
}

async function countRun(
  tx: Tx,
  plan: Plan,
  { run, now }: { run: LocalDay[]; now: number },
): Promise<CountedRun> {
  if (plan.lack) return { losses: unknownDays(plan, run), made: [], learnt: [] };
  const { downtime, known, counted, zone, priceOn, isSoldAtMarket } = plan;
  const span = { start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 };
  const days = await loadPlantDays(tx, known, { run, now });
  const standing = (await listStanding(tx, { plant_ids: [downtime.plant_id], ...span })).map((one) => ({
    ...one,
    part: partOut(known, one.device_ids, one),
  }));
  const prices = await loadHourPrices(tx, { zone, ...span });
  const unheard = downtime.cause_kind === 'communication';
  const own = {
    ...downtime,
    device_ids: named(downtime),
    unheard,
    part: partOut(known, named(downtime), downtime),
  };
  const losses: CountedRun['losses'][number][] = [];
  const made: MadeDay[] = [];
  const learnt: PartsOfDay[] = [];
  for (const day of days) {
    const of = partsOfDay(day, { own, standing, counted });
    const { percentage } = downtime;
    // Prices are those of full hours; a zone may count its own from half past.
    const marketAt = (at: number) => prices.get(Math.floor(at / HOUR_MS) * HOUR_MS) ?? null;
    const perKwh = (eur_mwh: number | null) => (eur_mwh === null ? null : eur_mwh / 1000);
    const isPaid = priceOn(day.day, 0) !== undefined;
    const priceAt = (at: number) =>
      isPaid ? (priceOn(day.day, marketAt(at)) ?? null) : perKwh(marketAt(at));
    const isSold = isSoldAtMarket(day.day);
    const lacksSale = (at: number) => isSold && marketAt(at) === null;
    const priced = { power_kw: known.power_kw, priceAt, lacksSale, by_tariff: isPaid };
    const produced = madeBy(of, day);
    // Silence alone is no loss of production.
    const parts = unheard
      ? unheardParts(
          of.parts,
          produced.parts.map((part) => part.made),
        )
      : of.parts;
    losses.push(dayLoss({ ...day, parts, percentage, ...priced }));
    made.push(produced);
    learnt.push(of);
  }
  return { losses, made, learnt };
}

/** Whether so little of what is named was said to be out of service that it made what counts as well all along. */
function isSaidSmall({ downtime, known }: Plan): boolean {
  if (downtime.percentage_by !== 'hand') return false;
  const share = powerShare(known, named(downtime));
  return share === null || downtime.percentage <= share * (1 - WELL);
}

/** Since when all makes what it should again, of a downtime that lasts. */
function recovery(plan: Plan, made: readonly MadeDay[]): Date | null {
  const { downtime, counted } = plan;
  const { stop, recovered_at, start } = downtime;
  if (stop !== null || isSaidSmall(plan) || !counted.every(({ makes }) => makes)) return null;
  const found = recoveredSince(made, start + HOUR_MS);
  if (found === null) return null;
  return new Date(recovered_at !== null && recovered_at < found ? recovered_at : found);
}

const unionOf = <T>(lists: Iterable<readonly T[]>): T[] => [...new Set([...lists].flat())];

/** Whether nothing of it was over yet when it was counted but what is dark: then it has lost nobody knows how much, not nothing. */
function isEarly({ known, window }: Plan, { hours, given_hours }: LossTotal, now: number): boolean {
  if (hours > 0 || given_hours > 0) return false;
  const { plant } = known;
  const isSolar = !plant.lacks.includes('not_photovoltaic') && !plant.lacks.includes('place');
  const day = localDay(plant.time_zone, now).start;
  const start = day + Math.floor((now - day) / HOUR_MS) * HOUR_MS;
  return window.end > start && !darkHours(isSolar ? plant : null, { start, hours: 1 })[0];
}

/** The hours of days whose sale has no price: of those that are counted now, and of the others as it was. */
function unsoldOf(
  days: readonly DayLoss[],
  counted: readonly CountedRun[],
  before: LossDetail['unsold'] = {},
): LossDetail['unsold'] {
  const now = new Map(
    counted.flatMap(({ losses }) => losses.map(({ day, unsold }) => [day, unsold] as const)),
  );
  return Object.fromEntries(
    days.flatMap(({ day }) => {
      const unsold = now.has(day) ? now.get(day) : before[day];
      return unsold && unsold.hours > 0 ? [[day, unsold]] : [];
    }),
  );
}

function detailOf(plan: Plan, days: readonly DayLoss[], counted: readonly CountedRun[]): LossDetail {
  const { downtime, known, zone, lack, runs, tariffs, isSoldAtMarket } = plan;
  const learnt = counted.flatMap((run) => run.learnt);
  const before = downtime.due ? null : downtime.detail;
  const { hours, missing_hours, given_hours, model_kwh, uncertainty, energy_kwh, ...money } = totalLoss(days);
  const { priced_eur, tariff_eur, tariff_kwh, unpriced_hours, unpriced_kwh } = money;
  return {
    power_kw: known.power_kw || null,
    hours,
    missing_hours,
    given_hours,
    model_kwh,
    uncertainty,
    tariffs,
    by_tariff: days.some((day) => day.by_tariff),
    tariff_eur,
    tariff_kwh,
    sold_at_market: days.some(({ day }) => isSoldAtMarket(day)),
    unsold: unsoldOf(days, counted, before?.unsold),
    priced_eur,
    unpriced_hours,
    unpriced_kwh,
    zone,
    zone_named: downtime.market_zone !== '',
    sister_ids: unionOf([before?.sister_ids ?? [], ...learnt.map(({ sister_ids }) => sister_ids)]),
    inputs: unionOf([before?.inputs ?? [], ...learnt.map(({ inputs }) => inputs)]),
    days: days.length,
    lack: lack ?? (energy_kwh === null && runs.length > 0 ? 'data' : null),
  };
}

/** Keeps what was counted; answers false, and keeps nothing, where tariffs have changed meanwhile. */
async function finish(tx: Tx, made: Plan, runs: readonly CountedRun[], now: Date): Promise<boolean> {
  const { downtime, known, window } = made;
  // Two counts of one downtime each keep all that they counted, one after the other: none keeps days of the other's prices.
  await lockCounted(tx, downtime.id);
  const { tariffs } = await loadLostPrice(tx, downtime.proj_code);
  if (tariffs !== made.tariffs) return false;
  const zone = known.plant.time_zone;
  const [from, to] = [
    localDay(zone, window.start).day,
    localDay(zone, Math.max(window.start, window.end - 1)).day,
  ];
  await dropDaysOutside(tx, { id: downtime.id, from, to });
  await saveDays(
    tx,
    downtime,
    runs.flatMap(({ losses }) => losses),
  );
  const days = made.lack ? [] : await listDays(tx, downtime.id);
  const total = totalLoss(days);
  const lack = made.lack ?? (isEarly(made, total, now.getTime()) ? 'early' : null);
  const plan = { ...made, lack };
  await saveLoss(tx, {
    id: downtime.id,
    asked: downtime.asked,
    counted_at: now,
    model: total.model,
    energy_kwh: lack ? null : total.energy_kwh,
    earning_eur: lack ? null : total.earning_eur,
    detail: detailOf(plan, days, runs),
    recovered_at: recovery(
      plan,
      runs.flatMap((run) => run.made),
    ),
  });
  return true;
}

/**
 * Works out what a downtime lost, and keeps it by days. Each run of days is read in a transaction of its own, so that nobody waits
 * for a long one. What was counted by tariffs that have changed meanwhile is counted again. Answers whether the downtime was there.
 */
export async function countDowntime({ pool, scope, now }: Counting, id: number): Promise<boolean> {
  for (;;) {
    const plan = await inScope(pool, scope, (tx) => planOf(tx, id, now.getTime()));
    if (!plan) return false;
    const runs: CountedRun[] = [];
    for (const run of plan.runs)
      runs.push(await inScope(pool, scope, (tx) => countRun(tx, plan, { run, now: now.getTime() })));
    if (await inScope(pool, scope, (tx) => finish(tx, plan, runs, now))) return true;
  }
}
