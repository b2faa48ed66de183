import type pg from 'pg';
import { listReachedCompanies } from '../../../shared/server/callers.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { repeatWork } from '../../../shared/server/repeated-work.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, daysBetween, localDay } from '../../../shared/units/zones.ts';
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
const EVERY_MS = 5 * 60_000;
/** So often all days are looked at; in between the last ones, into which readings still come, and plants that changed. */
const WHOLE_EVERY = 12;
const RECENT_DAYS = 4;
/** So long an import of prices may take from the time that it says until it is stored. */
const IMPORT_MS = 5 * 60_000;
/** Plants in one transaction, and days of a plant: others wait for neither long. */
const PLANTS_AT_ONCE = 10;
const DAYS_AT_ONCE = 62;

export interface Keeping {
  readonly pool: pg.Pool;
  readonly now: Date;
  /** How many days back; as far as readings go without. */
  readonly days?: number;
  readonly isStopped?: () => boolean;
  /** What plants were when all of their days were last looked at and made, by company and plant: one that is another is looked at as a whole. */
  readonly models?: Map<string, string>;
  /** Since when prices are looked for that came meanwhile: days from the first of these on are looked at, however long ago they are. */
  readonly prices_since?: Date;
  /** Told of a plant whose days could not be made. */
  readonly failed?: (err: unknown, proj_code: string) => void;
  /** Days that were too many readings at once, from one turn to the next. */
  readonly aside?: DaysSetAside;
  /** Told of days of a plant that are set aside. */
  readonly setAside?: (days: readonly string[], proj_code: string) => void;
  /** Values of readings that are counted at once, at most. */
  readonly most_values?: number;
}

interface Kept {
  readonly plant: EarningPlant;
  readonly sources: EnergySources;
  readonly first: FirstHeard;
  readonly tariffs: readonly PaidTariff[];
}

interface Hours {
  readonly from: string;
  readonly to: string;
  readonly keeping: Pick<Keeping, 'now' | 'most_values'>;
}

/**
 * Days by their hours; where these are too many readings at once, by halves, one day some devices at a time, and a day of which one device
 * has too many not at all.
 */
async function hoursOf(tx: Tx, kept: Kept, { from, to, keeping }: Hours): Promise<EnergyDay[]> {
  const { now, most_values: mostValues } = keeping;
  try {
    const most = { in_parts: true, ...(mostValues !== undefined && { mostValues }) };
    return await loadEnergyDays(tx, { ...kept, ...most, from, to, now: now.getTime() });
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    if (from === to) return [];
    const days = daysBetween(from, to);
    const middle = days[Math.floor((days.length - 1) / 2)] ?? from;
    return [
      ...(await hoursOf(tx, kept, { from, to: middle, keeping })),
      ...(await hoursOf(tx, kept, { from: addDays(middle, 1), to, keeping })),
    ];
  }
}

interface Making {
  /** Days that are looked at, ascending. */
  readonly past: readonly string[];
  readonly keeping: Keeping;
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
async function keepPlant(tx: Tx, kept: Kept, { past, keeping, prices, isAside }: Making): Promise<Done> {
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
  for (const { from, to } of stretchesOf(some)) {
    const days = (await hoursOf(tx, kept, { from, to, keeping }))
      .filter(({ day }) => wanted.has(day))
      .map(sumDay);
    await saveRevenueDays(
      tx,
      days.map((day) => ({
        ...{ ...day, ...basisOf(day.day), plant_id: plant.plant_id, tariffs: version },
        ...dayPrice(tariffs, day),
      })),
    );
    for (const { day } of days) done.add(day);
  }
  const aside = some.filter((day) => !done.has(day)).map(basisOf);
  return { made: done.size, aside, more: due.length > some.length };
}

const STRETCH = 31;
/** Days that follow each other, in stretches that can be read at once. */
function stretchesOf(days: readonly string[]): { from: string; to: string }[] {
  const stretches: { from: string; to: string; days: number }[] = [];
  for (const day of days) {
    const before = stretches.at(-1);
    if (before && before.days < STRETCH && addDays(before.to, 1) === day) {
      before.to = day;
      before.days += 1;
    } else stretches.push({ from: day, to: day, days: 1 });
  }
  return stretches;
}

/** The first of the hours of whose prices some came meanwhile, epoch ms by zone. */
type Priced = ReadonlyMap<string, number>;

interface Looking {
  readonly keeping: Keeping;
  readonly company_id: number;
  readonly priced: Priced;
}

const keyOf = (company_id: number, plant_id: number): string => `${company_id}/${plant_id}`;

/** The days of a plant that are over and have readings, ascending; older ones where they are kept of other devices. */
async function pastDays(
  tx: Tx,
  { plant }: Kept,
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

interface Some extends Looking {
  readonly scope: Scope;
  readonly codes: readonly string[];
  readonly prices: PriceDigests;
  readonly aside: DaysSetAside;
}

/** Which days of a plant are looked at, and what the plant was when that was found out. */
interface Past {
  readonly model: string;
  readonly days: readonly string[];
}

async function keepSome(some: Some, past: Map<number, Past>) {
  const { scope, codes, prices, keeping, company_id, aside } = some;
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
  return done;
}

/** Makes the days of some plants, as often as something is left. */
async function keepWhole(some: Some): Promise<number> {
  const past = new Map<number, Past>();
  let made = 0;
  for (let more = true; more && !some.keeping.isStopped?.(); ) {
    const done = await keepSome(some, past);
    made += done.made;
    more = done.more && done.made + done.left.length > 0;
  }
  return made;
}

/** The same, each plant by itself where together they fail: one keeps no others back. */
async function keepEach(some: Some): Promise<number> {
  try {
    return await keepWhole(some);
  } catch (err) {
    const { codes, keeping } = some;
    const [code] = codes;
    if (code === undefined || !keeping.failed) throw err;
    if (codes.length === 1) {
      keeping.failed(err, code);
      return 0;
    }
    let made = 0;
    for (const one of codes) made += await keepEach({ ...some, codes: [one] });
    return made;
  }
}

/** Brings a company's days of revenue up to what they are made of. Answers how many were made. */
export async function keepRevenueDays(keeping: Keeping, company_id: number): Promise<number> {
  const scope = scopeOfWork(company_id);
  const { codes, priced } = await inScope(
    keeping.pool,
    scope,
    async (tx) => {
      const isOpen = await companyIsOpen(tx);
      const came =
        isOpen && keeping.prices_since ? await loadImportedStretches(tx, keeping.prices_since) : [];
      return {
        codes: isOpen ? (await listEarningPlants(tx, null)).map(({ proj_code }) => proj_code) : [],
        priced: new Map(came.map(({ zone, start }) => [zone, start])),
      };
    },
    'read only',
  );
  const prices = new PriceDigests();
  const { aside = new DaysSetAside() } = keeping;
  let made = 0;
  for (let at = 0; at < codes.length && !keeping.isStopped?.(); at += PLANTS_AT_ONCE)
    made += await keepEach({
      ...{ keeping, company_id, priced, scope, prices, aside },
      codes: codes.slice(at, at + PLANTS_AT_ONCE),
    });
  return made;
}

/** Keeps the days of revenue of all companies, until it is closed. Two workers that do so at once do no harm. */
export async function startRevenueDayKeeper({ pool, log, now }: WorkerServices): Promise<Running> {
  let turns = 0;
  const models = new Map<string, string>();
  const aside = new DaysSetAside();
  /** When each company's prices were last looked at to the end. */
  const looked = new Map<number, Date>();
  const turn = async (isStopped: () => boolean): Promise<void> => {
    const whole = turns++ % WHOLE_EVERY === 0;
    for (const company_id of await listReachedCompanies(pool)) {
      if (isStopped()) return;
      const at = now();
      const since = looked.get(company_id);
      const keeping = {
        ...{ pool, now: at, isStopped, models, aside, ...(whole ? {} : { days: RECENT_DAYS }) },
        // What was being imported then may have been stored since.
        ...(since && { prices_since: new Date(since.getTime() - IMPORT_MS) }),
        failed: (err: unknown, proj_code: string) =>
          log.warn(
            { err, company_id, proj_code },
            'days of revenue of a plant could not be made; they are tried again',
          ),
        setAside: (days: readonly string[], proj_code: string) =>
          log.warn(
            { company_id, proj_code, days },
            'days of a plant hold too many readings to be counted: they are set aside, and tried again once a day',
          ),
      };
      try {
        await keepRevenueDays(keeping, company_id);
        looked.set(company_id, at);
      } catch (err) {
        log.warn({ err, company_id }, 'days of revenue could not be made; they are tried again');
      }
    }
  };
  const failed = (err: unknown) => log.warn({ err }, 'days of revenue could not be made');
  return repeatWork(turn, { first_ms: FIRST_MS, every_ms: EVERY_MS, failed });
}
