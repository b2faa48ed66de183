import { listReachedCompanies } from '../../../shared/server/callers.ts';
import {
  CHANGED_DAYS_CHANNEL,
  type ChangedDaysRow,
  dropChangedDays,
  listChangedDays,
} from '../../../shared/server/changed-days.repository.ts';
import {
  DAYS_AT_ONCE,
  type Keeping,
  type Kept,
  keepPlants,
  startDayKeeper,
} from '../../../shared/server/day-keeper.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { DatabaseListener } from '../../../shared/server/live/listener.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { companyIsOpen, readOpenCompany } from '../../../shared/server/open-company.ts';
import { repeatWork } from '../../../shared/server/repeated-work.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import {
  addDays,
  dayBorders,
  type LocalDay,
  localDay,
  stretchesOfDays,
} from '../../../shared/units/zones.ts';
import { pastDays } from '../../forecast/periods.model.ts';
import { listFirstDays, listLetGoDays } from '../../measurements/server/plant-days.public.ts';
import { type DeviceCount, keptPlant, plantCount } from '../availability-day.model.ts';
import { type KeptPlant, listCodes, listRatedPlants, type RatedPlant } from './availability.repository.ts';
import { basesOf } from './availability-bases.ts';
import { listKeptBases, saveAvailabilityDays } from './availability-days.repository.ts';
import { type Counting, countingFor, countRun } from './counting.ts';
import { DueCompanies } from './due-companies.ts';
import { watchGuarantees } from './guarantee-watch.ts';

const FIRST_MS = 25_000;
/** Plants in one transaction: others do not wait long. */
const PLANTS_AT_ONCE = 10;
/** So soon days are looked at whose calendar or downtimes have changed. */
const CHANGED_EVERY_MS = 1_000;

/** Kept days of a plant before a day that changes touch: older than those that are made, they go on being summed. */
async function olderTouched(
  tx: Tx,
  { plant_id, time_zone }: RatedPlant,
  { changes, before }: { readonly changes: readonly ChangedDaysRow[]; readonly before: string },
): Promise<LocalDay[]> {
  if (changes.length === 0) return [];
  const kept = await listKeptBases(tx, {
    plant_ids: [plant_id],
    from: '0001-01-01',
    to: addDays(before, -1),
  });
  const days = kept.map(({ day }) => day).sort();
  return days.map((day) => dayBorders(time_zone, day)).filter((day) => touches(changes, day));
}

/** Which of a plant's days are looked at: the last ones, all of them, or those that changed. */
type Which = 'last' | 'all' | 'changed';

const touches = (changes: readonly ChangedDaysRow[], { start, end }: LocalDay): boolean =>
  changes.some(
    ({ from_at, to_at }) => from_at.getTime() < end && (to_at?.getTime() ?? Number.POSITIVE_INFINITY) > start,
  );

/** Counts a stretch; one of too many readings by halves, a day some devices at a time, and one of which a device has too many not at all. */
async function countStretch(
  counting: Counting,
  plant: RatedPlant,
  days: readonly LocalDay[],
): Promise<Map<string, DeviceCount[]>> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  try {
    const in_parts = days.length === 1;
    return await countRun({ ...counting, start: first.start, end: last.end, in_parts }, plant);
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    if (days.length === 1) return new Map();
    const middle = Math.ceil(days.length / 2);
    return new Map([
      ...(await countStretch(counting, plant, days.slice(0, middle))),
      ...(await countStretch(counting, plant, days.slice(middle))),
    ]);
  }
}

/**
 * Makes those days of a plant that are missing, or stand on something that changed; the newest first. Days whose readings were let go
 * stay as they are, and are not made where they were not: they would only come out as missing.
 */
async function keepPlant(
  tx: Tx,
  plant: RatedPlant,
  { past, keeping: { now, most_values } }: { past: readonly LocalDay[]; keeping: Keeping },
): Promise<Kept> {
  const [first, last] = [past[0], past.at(-1)];
  if (!first || !last || plant.devices.length === 0) return { made: 0, more: false };
  const { plant_id } = plant;
  const span = { start: first.start, end: last.end, now: now.getTime() };
  const counting = {
    ...(await countingFor(tx, span, [plant])),
    ...(most_values !== undefined && { most_values }),
  };
  const bases = await basesOf(counting, plant, past);
  const kept = await listKeptBases(tx, { plant_ids: [plant_id], from: first.day, to: last.day });
  const basisOf = new Map(kept.map(({ day, basis }) => [day, basis]));
  const other = past.filter(({ day }) => basisOf.get(day) !== bases.get(day));
  const [oldest, newest] = [other[0], other.at(-1)];
  if (!oldest || !newest) return { made: 0, more: false };
  const let_go = await listLetGoDays(tx, { plant_id, from: oldest.day, to: newest.day });
  const due = other.filter(({ day }) => !let_go.has(day));
  const power = new Map(plant.devices.map((one) => [one.device_id, one.nominal_power]));
  let made = 0;
  for (const stretch of stretchesOfDays(due.slice(-DAYS_AT_ONCE))) {
    const counted = await countStretch(counting, plant, stretch);
    await saveAvailabilityDays(
      tx,
      [...counted].map(([day, devices]) => ({
        plant_id,
        day,
        devices,
        basis: bases.get(day) ?? '',
        sums: keptPlant(plantCount(devices, (id) => power.get(id) ?? null)),
      })),
    );
    made += counted.size;
  }
  return { made, more: due.length > DAYS_AT_ONCE };
}

/** The days of a plant that are looked at, ascending. */
async function lookedAt(
  tx: Tx,
  plant: RatedPlant,
  {
    first,
    keeping,
    changes,
    which,
  }: {
    readonly first: string | undefined;
    readonly keeping: Pick<Keeping, 'now' | 'days'>;
    readonly changes: readonly ChangedDaysRow[];
    readonly which: Which;
  },
): Promise<LocalDay[]> {
  const { now, days } = keeping;
  const most = which === 'last' && days !== undefined ? { days } : {};
  const all = pastDays(plant.time_zone, first, { now, ...most });
  const before = all[0]?.day ?? localDay(plant.time_zone, now.getTime()).day;
  const older = await olderTouched(tx, plant, { changes, before });
  return [...older, ...(which === 'changed' ? all.filter((day) => touches(changes, day)) : all)];
}

/** What changed is read first, before all that days are made of: a change that comes meanwhile stays to be looked at. */
async function keepSome(
  keeping: Keeping,
  scope: Scope,
  { known, which }: { readonly known: readonly KeptPlant[]; readonly which: Which },
): Promise<Kept> {
  return inScope(keeping.pool, scope, async (tx) => {
    const plant_ids = known.map(({ plant_id }) => plant_id);
    const changes = which === 'last' ? [] : await listChangedDays(tx, plant_ids);
    const codes = known.map(({ proj_code }) => proj_code);
    const plants = await listRatedPlants(tx, { codes, device_id: null });
    const first = await listFirstDays(tx, plant_ids);
    const done: number[] = [];
    let [made, more] = [0, false];
    for (const plant of plants) {
      const own = changes.filter(({ plant_id }) => plant_id === plant.plant_id);
      const of = { first: first.get(plant.plant_id), keeping };
      const past = await lookedAt(tx, plant, { ...of, changes: own, which });
      const kept = await keepPlant(tx, plant, { past, keeping });
      made += kept.made;
      more ||= kept.more;
      if (!kept.more) done.push(...own.map(({ id }) => id));
    }
    await dropChangedDays(tx, done);
    if (made > 0 || done.length > 0) await notifyTopics(tx, ['availability']);
    return { made, more };
  });
}

/** Makes days of plants, so many plants at once. */
const keepAll = (
  keeping: Keeping,
  scope: Scope,
  { plants, which }: { readonly plants: readonly KeptPlant[]; readonly which: Which },
): Promise<number> =>
  keepPlants(keeping, plants, {
    at_once: PLANTS_AT_ONCE,
    keep: (known) => keepSome(keeping, scope, { known, which }),
  });

/** Brings a company's days of availability up to what they are made of. Answers how many were made. */
export async function keepAvailabilityDays(keeping: Keeping, company_id: number): Promise<number> {
  const scope = scopeOfWork(company_id);
  const plants = (await readOpenCompany(keeping.pool, company_id, (tx) => listCodes(tx))) ?? [];
  return keepAll(keeping, scope, { plants, which: keeping.days === undefined ? 'all' : 'last' });
}

/**
 * Counts those of a company's days anew of which calendar or downtimes have changed, and judges what was promised of these plants.
 * Answers how many were made. @throws Error naming the plants whose days could not be made, once those of all others are
 */
export async function keepChangedDays(
  keeping: Omit<Keeping, 'days'> & { readonly log: Pick<Logger, 'warn'> },
  company_id: number,
): Promise<number> {
  const scope = scopeOfWork(company_id);
  const plants = await inScope(keeping.pool, scope, async (tx) => {
    const changes = (await companyIsOpen(tx)) ? await listChangedDays(tx) : [];
    if (changes.length === 0) return [];
    const plants = await listCodes(tx, [...new Set(changes.map(({ plant_id }) => plant_id))]);
    // Nothing is kept of what lies in the bin.
    const kept = new Set(plants.map(({ plant_id }) => plant_id));
    await dropChangedDays(
      tx,
      changes.flatMap(({ id, plant_id }) => (kept.has(plant_id) ? [] : [id])),
    );
    return plants;
  });
  let [lost, fault]: [string[], unknown] = [[], undefined];
  const failed = (err: unknown, proj_code: string) => {
    [lost, fault] = [[...lost, proj_code], err];
  };
  const made = await keepAll({ ...keeping, failed }, scope, { plants, which: 'changed' });
  const codes = plants.map(({ proj_code }) => proj_code);
  if (codes.length > 0) await watchGuarantees({ ...keeping, codes }, company_id);
  if (lost.length > 0) throw new Error(`changed days of ${lost.join(', ')} were not made`, { cause: fault });
  return made;
}

/** Counts changed days anew as soon as it is told of them. */
async function startChangedDays({ pool, log, now, database }: WorkerServices): Promise<Running> {
  const due = new DueCompanies();
  const known = new Set(await listReachedCompanies(pool));
  for (const company_id of known) due.add(company_id);
  const listener = new DatabaseListener({
    database,
    log,
    name: 'meridiana-availability',
    channels: [CHANGED_DAYS_CHANNEL],
    onNotice: (_, payload) => {
      known.add(Number(payload));
      due.add(Number(payload));
    },
    // What was announced meanwhile was not heard.
    onReturn: () => {
      for (const company_id of known) due.add(company_id);
    },
  });
  await listener.start();
  const turn = async (isStopped: () => boolean): Promise<void> => {
    for (const company_id of due.take(now().getTime())) {
      if (isStopped()) return;
      try {
        await keepChangedDays({ pool, log, now: now(), isStopped }, company_id);
        due.done(company_id);
      } catch (err) {
        due.failed(company_id, now().getTime());
        log.warn({ err, company_id }, 'changed days of availability could not be made; they are tried again');
      }
    }
  };
  const failed = (err: unknown) => log.warn({ err }, 'changed days of availability could not be made');
  const work = repeatWork(turn, { first_ms: FIRST_MS, every_ms: CHANGED_EVERY_MS, failed });
  return {
    async close() {
      await listener.close();
      await work.close();
    },
  };
}

/** Keeps the days of availability of all companies, until it is closed. */
export async function startAvailabilityDayKeeper(services: WorkerServices): Promise<readonly Running[]> {
  const keep = async (keeping: Keeping, company_id: number): Promise<void> => {
    await keepAvailabilityDays(keeping, company_id);
    if (keeping.days === undefined) await watchGuarantees({ ...keeping, log: services.log }, company_id);
  };
  return [
    startDayKeeper(services, { what: 'days of availability', first_ms: FIRST_MS, keep }),
    await startChangedDays(services),
  ];
}
