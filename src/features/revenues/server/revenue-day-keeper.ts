import {
  DAYS_AT_ONCE,
  type Keeping,
  type Kept,
  keepPlants,
  startDayKeeper,
} from '../../../shared/server/day-keeper.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { readOpenCompany } from '../../../shared/server/open-company.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, daysBetween, localDay, stretchesOfDays } from '../../../shared/units/zones.ts';
import { keptFrom } from '../../forecast/periods.model.ts';
import { listFirstDays, listLetGoDays } from '../../measurements/server/plant-days.public.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import { loadImportedStretches } from '../../weather/server/prices.public.ts';
import { dayPrice, type PaidTariff } from '../revenue.model.ts';
import { type EnergyDay, sumDay } from '../revenue-day.model.ts';
import { type AsideDay, DaysSetAside } from './days-set-aside.ts';
import { type EarningPlant, listDevicesOfMany, listEarningPlants } from './energy.repository.ts';
import {
  type EnergySources,
  type FirstHeard,
  loadEnergyDays,
  loadFirstHeard,
  sourcesOf,
} from './energy-days.ts';
import { repricePlant } from './reprice.ts';
import { basesOf, modelOf, PriceDigests, tariffsDigest } from './revenue-day-bases.ts';
import {
  listKeptBases,
  listOtherDaysBefore,
  lockRevenueDays,
  restampDays,
  saveRevenueDays,
} from './revenue-days.repository.ts';
import { listTariffsOf } from './tariffs.repository.ts';

const FIRST_MS = 30_000;
/** So long an import of prices may take from the time that it says until it is stored. */
const IMPORT_MS = 5 * 60_000;
/** Plants in one transaction: others do not wait long. */
const PLANTS_AT_ONCE = 10;

export interface RevenueKeeping extends Keeping {
  /** What plants were when all of their days were last looked at and made, by company and plant: one that is another is looked at as a whole. */
  readonly models?: Map<string, string>;
  /** Since when prices are looked for that came meanwhile: days from the first of these on are looked at, however long ago they are. */
  readonly prices_since?: Date;
  /** Days that were too many readings at once, from one turn to the next. */
  readonly aside?: DaysSetAside;
  /** Told of days of a plant that are set aside. */
  readonly setAside?: (days: readonly string[], proj_code: string) => void;
}

interface KeptPlant {
  readonly plant: EarningPlant;
  readonly sources: EnergySources;
  readonly first: FirstHeard;
  readonly tariffs: readonly PaidTariff[];
}

/**
 * Days that follow each other by their hours; where these are too many readings at once, by halves, one day some devices at a time, and a
 * day of which one device has too many not at all.
 */
async function hoursOf(
  tx: Tx,
  kept: KeptPlant,
  { days, keeping }: { readonly days: readonly string[]; readonly keeping: Keeping },
): Promise<EnergyDay[]> {
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  const { now, most_values: mostValues } = keeping;
  try {
    const most = { in_parts: true, ...(mostValues !== undefined && { mostValues }) };
    return await loadEnergyDays(tx, { ...kept, ...most, from, to, now: now.getTime() });
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    if (days.length === 1) return [];
    const middle = Math.ceil(days.length / 2);
    return [
      ...(await hoursOf(tx, kept, { days: days.slice(0, middle), keeping })),
      ...(await hoursOf(tx, kept, { days: days.slice(middle), keeping })),
    ];
  }
}

interface Making {
  /** Days that are looked at, ascending. */
  readonly past: readonly string[];
  readonly keeping: RevenueKeeping;
  readonly prices: PriceDigests;
  readonly isAside: (day: { readonly day: string; readonly basis: string }) => boolean;
}

interface Done {
  readonly made: number;
  /** Days that could not be made. */
  readonly aside: readonly { readonly day: string; readonly basis: string }[];
  readonly more: boolean;
}
const NOTHING_DONE: Done = { made: 0, aside: [], more: false };

/**
 * Makes those days of a plant that are missing, or stand on something that changed; the newest first. Days whose readings were let go
 * stay as they are, and count as made of what there is now; they are not made where they were not: they would only come out as not known.
 */
async function keepPlant(tx: Tx, kept: KeptPlant, { past, keeping, prices, isAside }: Making): Promise<Done> {
  const { plant, sources, first: heard, tariffs } = kept;
  const [first, last] = [past[0], past.at(-1)];
  if (first === undefined || last === undefined) return NOTHING_DONE;
  const of = { plant_id: plant.plant_id, from: first, to: last };
  const bases = await basesOf(
    tx,
    { plant, sources, prices, first: heard },
    past.map((day) => dayBorders(plant.time_zone, day)),
  );
  const known = new Map((await listKeptBases(tx, of)).map((one) => [one.day, one]));
  const version = tariffsDigest(tariffs);
  if ([...known.values()].some((one) => one.tariffs !== version)) await repricePlant(tx, plant.plant_id, of);
  const other = past.filter((day) => known.get(day)?.basis !== bases.get(day));
  if (other.length === 0) return NOTHING_DONE;
  const basisOf = (day: string) => ({ day, basis: bases.get(day) ?? '' });
  const let_go = await listLetGoDays(tx, of);
  const standing = other.filter((day) => let_go.has(day) && known.has(day));
  await restampDays(tx, {
    plant_id: plant.plant_id,
    days: standing.map(basisOf),
  });
  const due = other.filter((day) => !let_go.has(day) && !isAside(basisOf(day)));
  const some = due.slice(-DAYS_AT_ONCE);
  const wanted = new Set(some);
  const done = new Set<string>();
  for (const stretch of stretchesOfDays(some)) {
    const days = (await hoursOf(tx, kept, { days: stretch, keeping }))
      .filter(({ day }) => wanted.has(day))
      .map(sumDay);
    await saveRevenueDays(
      tx,
      days.map((day) => ({
        ...day,
        ...basisOf(day.day),
        plant_id: plant.plant_id,
        tariffs: version,
        ...dayPrice(tariffs, day),
      })),
    );
    for (const { day } of days) done.add(day);
  }
  const aside = some.filter((day) => !done.has(day)).map(basisOf);
  return { made: done.size, aside, more: due.length > some.length };
}

/** The first of the hours of whose prices some came meanwhile, epoch ms by zone. */
type Priced = ReadonlyMap<string, number>;

interface Looking {
  readonly keeping: RevenueKeeping;
  readonly company_id: number;
  readonly priced: Priced;
}

const keyOf = (company_id: number, plant_id: number): string => `${company_id}/${plant_id}`;

/** The days of a plant that are over and have readings, ascending; older ones where they are kept of other devices. */
async function pastDays(
  tx: Tx,
  { plant }: KeptPlant,
  { first, model, keeping, company_id, priced }: Looking & { first: string | undefined; model: string },
): Promise<string[]> {
  const { plant_id, time_zone } = plant;
  const today = localDay(time_zone, keeping.now.getTime()).day;
  const since = keptFrom(first, today);
  if (since === null) return [];
  const isSame = keeping.models?.get(keyOf(company_id, plant_id)) === model;
  let from = keeping.days === undefined || !isSame ? since : addDays(today, -keeping.days);
  const price = priced.get(plant.market_zone ?? NATIONAL);
  const priced_from = price === undefined ? from : localDay(time_zone, price).day;
  if (priced_from < from) from = priced_from;
  if (from < since) from = since;
  const days = daysBetween(from, addDays(today, -1));
  return isSame ? days : [...(await listOtherDaysBefore(tx, { plant_id, before: since, model })), ...days];
}

/** Which days of a plant are looked at, and what the plant was when that was found out. */
interface Past {
  readonly model: string;
  readonly days: readonly string[];
}

interface Some extends Looking {
  readonly scope: Scope;
  readonly prices: PriceDigests;
  readonly aside: DaysSetAside;
  /** What was found out of plants of which something is left. */
  readonly past: Map<number, Past>;
}

async function keepSome(some: Some, codes: readonly string[]): Promise<Kept> {
  const { scope, prices, keeping, company_id, aside, past } = some;
  const now_ms = keeping.now.getTime();
  const done = await inScope(keeping.pool, scope, async (tx) => {
    const plants = await listEarningPlants(tx, codes);
    const ids = plants.map(({ plant_id }) => plant_id);
    // Before tariffs are read: those that change meanwhile wait, and price what was made.
    await lockRevenueDays(tx, ids);
    const first = await listFirstDays(tx, ids);
    const devices = await listDevicesOfMany(tx, ids);
    const tariffs = await listTariffsOf(tx, ids);
    const told = new Map(ids.map((id) => [id, sourcesOf(devices.get(id) ?? [])]));
    const heard = await loadFirstHeard(tx, [...told.values()]);
    const models = new Map<string, string>();
    const left: (AsideDay & { proj_code: string })[] = [];
    let [made, more] = [0, false];
    for (const plant of plants) {
      const { plant_id, proj_code } = plant;
      const sources = told.get(plant_id) ?? sourcesOf([]);
      const kept = { plant, sources, first: heard, tariffs: tariffs.get(plant_id) ?? [] };
      const model = modelOf(plant, sources);
      // What was found out of a plant that has changed since would leave its older days as they are.
      const held = past.get(plant_id);
      const days =
        held?.model === model
          ? held.days
          : await pastDays(tx, kept, { ...some, model, first: first.get(plant_id) });
      past.set(plant_id, { model, days });
      const isAside: Making['isAside'] = (day) => aside.has({ ...day, company_id, plant_id }, now_ms);
      const one = await keepPlant(tx, kept, { past: days, keeping, prices, isAside });
      made += one.made;
      more ||= one.more;
      left.push(...one.aside.map((day) => ({ ...day, company_id, plant_id, proj_code })));
      if (!one.more) models.set(keyOf(company_id, plant_id), model);
    }
    return { made, more, models, left };
  });
  // Only what is stored, and of which nothing is left to do.
  for (const [key, model] of done.models) keeping.models?.set(key, model);
  for (const day of done.left) aside.add(day, now_ms);
  for (const [code, days] of Map.groupBy(done.left, ({ proj_code }) => proj_code))
    keeping.setAside?.(
      days.map(({ day }) => day),
      code,
    );
  if (!done.more) past.clear();
  return { made: done.made, more: done.more, aside: done.left.length };
}

/** Brings a company's days of revenue up to what they are made of. Answers how many were made. */
export async function keepRevenueDays(keeping: RevenueKeeping, company_id: number): Promise<number> {
  const { pool, prices_since, aside = new DaysSetAside() } = keeping;
  const known = await readOpenCompany(pool, company_id, async (tx) => ({
    came: prices_since ? await loadImportedStretches(tx, prices_since) : [],
    plants: await listEarningPlants(tx, null),
  }));
  if (!known) return 0;
  const priced = new Map(known.came.map(({ zone, start }) => [zone, start]));
  const of = { scope: scopeOfWork(company_id), prices: new PriceDigests(), past: new Map() };
  const some = { ...of, keeping, company_id, priced, aside };
  return keepPlants(keeping, known.plants, {
    at_once: PLANTS_AT_ONCE,
    keep: (plants) =>
      keepSome(
        some,
        plants.map(({ proj_code }) => proj_code),
      ),
  });
}

/** Keeps the days of revenue of all companies, until it is closed. */
export function startRevenueDayKeeper(services: WorkerServices): Running {
  const models = new Map<string, string>();
  const aside = new DaysSetAside();
  /** When each company's prices were last looked at to the end. */
  const looked = new Map<number, Date>();
  const keep = async (keeping: Keeping, company_id: number): Promise<void> => {
    const since = looked.get(company_id);
    const setAside = (days: readonly string[], proj_code: string) =>
      services.log.warn(
        { company_id, proj_code, days },
        'days of a plant hold too many readings to be counted: they are set aside, and tried again once a day',
      );
    // What was being imported then may have been stored since.
    const prices = since && { prices_since: new Date(since.getTime() - IMPORT_MS) };
    await keepRevenueDays({ ...keeping, models, aside, setAside, ...prices }, company_id);
    looked.set(company_id, keeping.now);
  };
  return startDayKeeper(services, { what: 'days of revenue', first_ms: FIRST_MS, keep });
}
