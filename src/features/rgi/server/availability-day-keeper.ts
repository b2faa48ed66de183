import type pg from 'pg';
import { listReachedCompanies } from '../../../shared/server/callers.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { repeatWork } from '../../../shared/server/repeated-work.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, type LocalDay, localDay } from '../../../shared/units/zones.ts';
import { keptFrom } from '../../forecast/periods.model.ts';
import { type DeviceCount, keptPlant, plantCount } from '../availability-day.model.ts';
import {
  listCodes,
  listFirstDays,
  listLetGoDays,
  listRatedPlants,
  type RatedPlant,
} from './availability.repository.ts';
import { basesOf } from './availability-bases.ts';
import { listKeptBases, saveAvailabilityDays } from './availability-days.repository.ts';
import { type Counting, countingFor, countRun } from './counting.ts';

const FIRST_MS = 25_000;
const EVERY_MS = 5 * 60_000;
/** So often all days are looked at; in between the last ones, into which readings still come. */
const WHOLE_EVERY = 12;
const RECENT_DAYS = 4;
/** Plants in one transaction, and days of a plant: others wait for neither long. */
const PLANTS_AT_ONCE = 10;
const DAYS_AT_ONCE = 62;

export interface Keeping {
  readonly pool: pg.Pool;
  readonly now: Date;
  /** How many days back; as far as readings go without. */
  readonly days?: number;
  readonly isStopped?: () => boolean;
}

/** The days of a plant that are over and have readings, ascending. */
function pastDays(plant: RatedPlant, first: string | undefined, { now, days: most }: Keeping): LocalDay[] {
  const today = localDay(plant.time_zone, now.getTime()).day;
  const kept = keptFrom(first, today);
  if (kept === null) return [];
  const [from = kept] = [kept, most === undefined ? kept : addDays(today, -most)].sort().reverse();
  const days: LocalDay[] = [];
  for (let day = from; day < today; day = addDays(day, 1)) days.push(dayBorders(plant.time_zone, day));
  return days;
}

const STRETCH = 31;

/** Days that follow each other, in stretches that can be read at once. */
function stretchesOf(days: readonly LocalDay[]): LocalDay[][] {
  const stretches: LocalDay[][] = [];
  for (const day of days) {
    const before = stretches.at(-1);
    if (before && before.at(-1)?.end === day.start && before.length < STRETCH) before.push(day);
    else stretches.push([day]);
  }
  return stretches;
}

/** Counts a stretch; one of too many readings by halves, and a day of too many not at all. */
async function countStretch(
  counting: Counting,
  plant: RatedPlant,
  days: readonly LocalDay[],
): Promise<Map<string, DeviceCount[]>> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  try {
    return await countRun({ ...counting, start: first.start, end: last.end }, plant);
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
  { past, now }: { past: readonly LocalDay[]; now: Date },
): Promise<{ made: number; more: boolean }> {
  const [first, last] = [past[0], past.at(-1)];
  if (!first || !last || plant.devices.length === 0) return { made: 0, more: false };
  const { plant_id } = plant;
  const counting = await countingFor(tx, { start: first.start, end: last.end, now: now.getTime() }, [plant]);
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
  for (const stretch of stretchesOf(due.slice(-DAYS_AT_ONCE))) {
    const counted = await countStretch(counting, plant, stretch);
    await saveAvailabilityDays(
      tx,
      [...counted].map(([day, devices]) => ({
        ...{ plant_id, day, devices, basis: bases.get(day) ?? '' },
        sums: keptPlant(plantCount(devices, (id) => power.get(id) ?? null)),
      })),
    );
    made += counted.size;
  }
  return { made, more: due.length > DAYS_AT_ONCE };
}

async function keepSome(keeping: Keeping, scope: Scope, codes: readonly string[]) {
  return inScope(keeping.pool, scope, async (tx) => {
    const plants = await listRatedPlants(tx, { codes, device_id: null });
    const first = await listFirstDays(
      tx,
      plants.map(({ plant_id }) => plant_id),
    );
    let [made, more] = [0, false];
    for (const plant of plants) {
      const past = pastDays(plant, first.get(plant.plant_id), keeping);
      const done = await keepPlant(tx, plant, { past, now: keeping.now });
      made += done.made;
      more ||= done.more;
    }
    return { made, more };
  });
}

/** Brings a company's days of availability up to what they are made of. Answers how many were made. */
export async function keepAvailabilityDays(keeping: Keeping, company_id: number): Promise<number> {
  const scope = scopeOfWork(company_id);
  const codes = await inScope(
    keeping.pool,
    scope,
    async (tx) => ((await companyIsOpen(tx)) ? listCodes(tx) : []),
    'read only',
  );
  let made = 0;
  for (let at = 0; at < codes.length; at += PLANTS_AT_ONCE) {
    const some = codes.slice(at, at + PLANTS_AT_ONCE);
    for (let more = true; more && !keeping.isStopped?.(); ) {
      const done = await keepSome(keeping, scope, some);
      made += done.made;
      more = done.more && done.made > 0;
    }
  }
  return made;
}

/** Keeps the days of availability of all companies, until it is closed. Two workers that do so at once do no harm. */
export async function startAvailabilityDayKeeper({ pool, log, now }: WorkerServices): Promise<Running> {
  let turns = 0;
  const turn = async (isStopped: () => boolean): Promise<void> => {
    const whole = turns++ % WHOLE_EVERY === 0;
    for (const company_id of await listReachedCompanies(pool)) {
      if (isStopped()) return;
      const keeping = { pool, now: now(), isStopped, ...(whole ? {} : { days: RECENT_DAYS }) };
      await keepAvailabilityDays(keeping, company_id).catch((err: unknown) =>
        log.warn({ err, company_id }, 'days of availability could not be made; they are tried again'),
      );
    }
  };
  const failed = (err: unknown) => log.warn({ err }, 'days of availability could not be made');
  return repeatWork(turn, { first_ms: FIRST_MS, every_ms: EVERY_MS, failed });
}
