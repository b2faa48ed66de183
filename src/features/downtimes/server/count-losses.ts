import type pg from 'pg';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS, type LocalDay, localDay } from '../../../shared/units/zones.ts';
import { loadExpectedPlants } from '../../forecast/server/expected-hours.public.ts';
import { type LostPrice, loadLostPrice } from '../../revenues/server/revenues.public.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import { loadHourPrices } from '../../weather/server/prices.public.ts';
import { type DayLoss, dayLoss, totalLoss } from '../loss.model.ts';
import type { LossDetail, LossLack } from '../loss-detail.model.ts';
import { type PartsOfDay, partsOfDay } from '../loss-parts.model.ts';
import { countedDevices, type PoweredDevice, plantPower } from '../power-share.model.ts';
import { type MadeDay, recoveredSince } from '../recovery.model.ts';
import {
  type CountedDowntime,
  dropDaysOutside,
  findCounted,
  listDays,
  listDevicePowers,
  listStanding,
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
  readonly known: KnownPlant;
  readonly counted: readonly PoweredDevice[];
  /** Of all its days; the runs are those to count. */
  readonly window: { readonly start: number; readonly end: number };
  readonly runs: readonly LocalDay[][];
  readonly lack: LossLack | null;
  readonly zone: string;
  readonly priceOn: LostPrice;
  readonly tariffs: string;
}

/** A plant with the power of its devices; undefined where the scope does not see it. */
export async function loadKnownPlant(tx: Tx, plant: { plant_id: number; proj_code: string }) {
  const [expected] = await loadExpectedPlants(tx, [plant.proj_code]);
  if (!expected) return undefined;
  const { devices, nominal_kw } = await listDevicePowers(tx, plant.plant_id);
  const { inverters, energy } = expected.plant;
  // What was switched off makes nothing any more.
  const gone = new Set(
    [...inverters, ...energy].filter((one) => one.ended_at !== null).map((one) => one.device_id),
  );
  const makers = new Set(expected.makers.map(({ device_id }) => device_id).filter((id) => !gone.has(id)));
  const powered = devices.map((device) => ({ ...device, makes: makers.has(device.device_id) }));
  const power_kw = plantPower({ devices: powered, nominal_kw });
  return { ...expected, devices: powered, nominal_kw, power_kw: power_kw ?? 0 };
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
  // Of one that lasts, days before yesterday stand as they were counted, unless something of them has changed.
  const isGoing = !downtime.due && downtime.counted_at !== null;
  const from = isGoing ? localDay(zone, (downtime.counted_at ?? 0) - DAY_MS).start : window.start;
  const lack = known.power_kw === 0 ? 'power' : counted.length === 0 ? 'devices' : null;
  return {
    ...{ downtime, known, counted, window, lack },
    ...(await loadLostPrice(tx, downtime.proj_code)),
    runs: lack ? [] : runsOfDays(zone, { start: Math.max(window.start, from), end: window.end }),
    zone: downtime.market_zone || NATIONAL,
  };
}

/** What was learnt while a run of days was counted. */
interface CountedRun {
  readonly losses: readonly DayLoss[];
  readonly made: readonly MadeDay[];
  readonly learnt: readonly PartsOfDay[];
  readonly by_tariff: boolean;
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

async function countRun(
  tx: Tx,
  plan: Plan,
  { run, now }: { run: LocalDay[]; now: number },
): Promise<CountedRun> {
  const { downtime, known, counted, zone, priceOn } = plan;
  const span = { start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 };
  const days = await loadPlantDays(tx, known, { run, now });
  const standing = await listStanding(tx, { plant_ids: [downtime.plant_id], ...span });
  const prices = await loadHourPrices(tx, { zone, ...span });
  const own = { ...downtime, device_ids: named(downtime) };
  const losses: DayLoss[] = [];
  const made: MadeDay[] = [];
  const learnt: PartsOfDay[] = [];
  let by_tariff = false;
  for (const day of days) {
    const of = partsOfDay(day, { own, standing, counted });
    const { percentage } = downtime;
    // Prices are those of full hours; a zone may count its own from half past.
    const marketAt = (at: number) => prices.get(Math.floor(at / HOUR_MS) * HOUR_MS) ?? null;
    const perKwh = (eur_mwh: number | null) => (eur_mwh === null ? null : eur_mwh / 1000);
    const isPaid = priceOn(day.day, 0) !== undefined;
    by_tariff ||= isPaid;
    const priceAt = (at: number) =>
      isPaid ? (priceOn(day.day, marketAt(at)) ?? null) : perKwh(marketAt(at));
    losses.push(dayLoss({ ...day, parts: of.parts, percentage, power_kw: known.power_kw, priceAt }));
    made.push(madeBy(of, day));
    learnt.push(of);
  }
  await saveDays(tx, downtime, losses);
  return { losses, made, learnt, by_tariff };
}

/** Since when all makes what it should again, of a downtime that lasts and that nobody said a share of. */
function recovery({ downtime, counted }: Plan, made: readonly MadeDay[]): Date | null {
  const { stop, recovered_at, percentage_by, start } = downtime;
  if (stop !== null || percentage_by === 'hand' || !counted.every(({ makes }) => makes)) return null;
  const found = recoveredSince(made, start + HOUR_MS);
  if (found === null) return null;
  return new Date(recovered_at !== null && recovered_at < found ? recovered_at : found);
}

const unionOf = <T>(lists: Iterable<readonly T[]>): T[] => [...new Set([...lists].flat())];

function detailOf(plan: Plan, days: readonly DayLoss[], counted: readonly CountedRun[]): LossDetail {
  const { downtime, known, zone, lack, runs, tariffs } = plan;
  const learnt = counted.flatMap((run) => run.learnt);
  const before = downtime.due ? null : downtime.detail;
  const { hours, missing_hours, given_hours, model_kwh, uncertainty, energy_kwh, ...money } = totalLoss(days);
  const { priced_eur, unpriced_hours, unpriced_kwh } = money;
  return {
    power_kw: known.power_kw || null,
    ...{ hours, missing_hours, given_hours, model_kwh, uncertainty },
    ...{ tariffs, by_tariff: before?.by_tariff === true || counted.some((run) => run.by_tariff) },
    ...{ priced_eur, unpriced_hours, unpriced_kwh, zone, zone_named: downtime.market_zone !== '' },
    sister_ids: unionOf([before?.sister_ids ?? [], ...learnt.map(({ sister_ids }) => sister_ids)]),
    inputs: unionOf([before?.inputs ?? [], ...learnt.map(({ inputs }) => inputs)]),
    days: days.length,
    lack: lack ?? (energy_kwh === null && runs.length > 0 ? 'data' : null),
  };
}

async function finish(tx: Tx, plan: Plan, runs: readonly CountedRun[], now: Date): Promise<void> {
  const { downtime, known, window, lack } = plan;
  const zone = known.plant.time_zone;
  const [from, to] = [
    localDay(zone, window.start).day,
    localDay(zone, Math.max(window.start, window.end - 1)).day,
  ];
  await dropDaysOutside(tx, { id: downtime.id, from, to });
  const days = lack ? [] : await listDays(tx, downtime.id);
  const total = totalLoss(days);
  await saveLoss(tx, {
    ...{ id: downtime.id, asked: downtime.asked, counted_at: now, model: total.model },
    energy_kwh: lack ? null : total.energy_kwh,
    earning_eur: lack ? null : total.earning_eur,
    detail: detailOf(plan, days, runs),
    recovered_at: recovery(
      plan,
      runs.flatMap((run) => run.made),
    ),
  });
}

/**
 * Works out what a downtime lost, and keeps it by days. Each run of days has a transaction of its own, so that nobody waits for a
 * long one. Answers whether the downtime was there.
 */
export async function countDowntime({ pool, scope, now }: Counting, id: number): Promise<boolean> {
  const plan = await inScope(pool, scope, (tx) => planOf(tx, id, now.getTime()));
  if (!plan) return false;
  const runs: CountedRun[] = [];
  for (const run of plan.runs)
    runs.push(await inScope(pool, scope, (tx) => countRun(tx, plan, { run, now: now.getTime() })));
  await inScope(pool, scope, (tx) => finish(tx, plan, runs, now));
  return true;
}
