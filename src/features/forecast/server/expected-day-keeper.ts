import type pg from 'pg';
import { listReachedCompanies } from '../../../shared/server/callers.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { repeatWork } from '../../../shared/server/repeated-work.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, type LocalDay, localDay } from '../../../shared/units/zones.ts';
import { listFirstDays } from '../../measurements/server/plant-days.public.ts';
import { KEPT_DAYS, keptFrom } from '../periods.model.ts';
import { loadBases } from './day-basis.ts';
import { listSums, saveDays } from './expected-days.repository.ts';
import { type Making, makeDays } from './make-days.ts';
import { PastIrradiance } from './past-irradiance.ts';
import { loadContexts, type PlantContext } from './plant-contexts.ts';
import { listVisibleCodes } from './plants.repository.ts';
import { loadSince } from './since.ts';

const FIRST_MS = 15_000;
const EVERY_MS = 5 * 60_000;
/** So often all days are looked at; in between the last ones, into which readings still come. */
const WHOLE_EVERY = 12;
const RECENT_DAYS = 4;
/** Plants in one transaction, and days of a plant: others wait for neither long. */
const PLANTS_AT_ONCE = 5;
const DAYS_AT_ONCE = 62;

export interface Keeping {
  readonly pool: pg.Pool;
  readonly now: Date;
  /** How many days back; from a plant's first readings on at most. */
  readonly days?: number;
  readonly isStopped?: () => boolean;
  /** Values of readings that are counted at once, at most. */
  readonly most_values?: number;
}

/** The days of a plant that are over and have readings, the newest first. */
function pastDays({ plant }: PlantContext, first: string | undefined, now: number, most: number): LocalDay[] {
  const today = localDay(plant.time_zone, now).day;
  const from = keptFrom(first, today);
  const oldest = addDays(today, -most);
  const days: LocalDay[] = [];
  for (let day = addDays(today, -1); from !== null && day >= from && day >= oldest; day = addDays(day, -1))
    days.push(dayBorders(plant.time_zone, day));
  return days;
}

/** Makes those days of a plant that are missing, or stand on something that changed. */
async function keepPlant(
  making: Making,
  context: PlantContext,
  past: readonly LocalDay[],
): Promise<{ made: number; more: boolean }> {
  const [newest, oldest] = [past[0], past.at(-1)];
  if (!newest || !oldest) return { made: 0, more: false };
  const span = { from: oldest.day, to: newest.day };
  const { tx } = making;
  const bases = await loadBases(tx, [context], { ...span, ...making });
  const sums = await listSums(tx, { plant_ids: [context.plant.plant_id], ...span });
  const kept = new Map(sums.map((one) => [one.day, one]));
  const due = past.filter((day) => {
    const known = kept.get(day.day);
    return !known || !bases.stands(known, context, day);
  });
  const wanted = due.slice(0, DAYS_AT_ONCE).reverse();
  const basisOf = new Map(wanted.map((day) => [day.day, bases.of(context, day)]));
  const fresh = await makeDays(making, context, wanted);
  await saveDays(
    tx,
    fresh.map((day) => ({ ...day, basis: basisOf.get(day.day) ?? '' })),
  );
  return { made: fresh.length, more: due.length > DAYS_AT_ONCE };
}

/** Makes what is due of some plants. Answers how many days, and whether more are due. */
async function keepSome(
  { pool, now, days = KEPT_DAYS, most_values }: Keeping,
  scope: Scope,
  codes: readonly string[],
): Promise<{ made: number; more: boolean }> {
  return inScope(pool, scope, async (tx) => {
    const contexts = (await loadContexts(tx, codes)).filter(({ plant }) => plant.lacks.length === 0);
    const first = await listFirstDays(
      tx,
      contexts.map(({ plant }) => plant.plant_id),
    );
    const pasts = contexts.map((context) => ({
      context,
      past: pastDays(context, first.get(context.plant.plant_id), now.getTime(), days),
    }));
    const weather = await PastIrradiance.load(
      tx,
      pasts.map(({ context: { plant }, past }) => ({ plant, days: past.toReversed() })),
    );
    const since = await loadSince(
      tx,
      contexts.flatMap(({ plant }) => plant.energy),
    );
    let [made, more] = [0, false];
    for (const { context, past } of pasts) {
      const most = most_values === undefined ? {} : { most_values };
      const making = { tx, now: now.getTime(), weather, since, in_parts: true, ...most };
      const done = await keepPlant(making, context, past);
      made += done.made;
      more ||= done.more;
    }
    return { made, more };
  });
}

/** Brings a company's expected days up to their inputs. Answers how many were made. */
export async function keepExpectedDays(keeping: Keeping, company_id: number): Promise<number> {
  const scope = scopeOfWork(company_id);
  const codes = await inScope(
    keeping.pool,
    scope,
    async (tx) => ((await companyIsOpen(tx)) ? listVisibleCodes(tx, null) : []),
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

/** Keeps the expected days of all companies, until it is closed. Two workers that do so at once do no harm. */
export async function startExpectedDayKeeper({ pool, log, now }: WorkerServices): Promise<Running> {
  let turns = 0;
  const turn = async (isStopped: () => boolean): Promise<void> => {
    const whole = turns++ % WHOLE_EVERY === 0;
    for (const company_id of await listReachedCompanies(pool)) {
      if (isStopped()) return;
      const keeping = { pool, now: now(), isStopped, ...(whole ? {} : { days: RECENT_DAYS }) };
      await keepExpectedDays(keeping, company_id).catch((err: unknown) =>
        log.warn({ err, company_id }, 'expected days could not be made; they are tried again'),
      );
    }
  };
  const failed = (err: unknown) => log.warn({ err }, 'expected days could not be made');
  return repeatWork(turn, { first_ms: FIRST_MS, every_ms: EVERY_MS, failed });
}
