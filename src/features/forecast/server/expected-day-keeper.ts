import {
  DAYS_AT_ONCE,
  type Keeping,
  type Kept,
  keepPlants,
  startDayKeeper,
} from '../../../shared/server/day-keeper.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { readOpenCompany } from '../../../shared/server/open-company.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import type { LocalDay } from '../../../shared/units/zones.ts';
import { listFirstDays } from '../../measurements/server/plant-days.public.ts';
import { pastDays } from '../periods.model.ts';
import { loadBases } from './day-basis.ts';
import { listSums, saveDays } from './expected-days.repository.ts';
import { type Making, makeDays } from './make-days.ts';
import { PastIrradiance } from './past-irradiance.ts';
import { loadContexts, type PlantContext } from './plant-contexts.ts';
import { listVisibleCodes } from './plants.repository.ts';
import { loadSince } from './since.ts';

const FIRST_MS = 15_000;
/** Plants in one transaction: others do not wait long. */
const PLANTS_AT_ONCE = 5;

/** Makes those days of a plant that are missing, or stand on something that changed; the newest first. */
async function keepPlant(making: Making, context: PlantContext, past: readonly LocalDay[]): Promise<Kept> {
  const [oldest, newest] = [past[0], past.at(-1)];
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
  const wanted = due.slice(-DAYS_AT_ONCE);
  const basisOf = new Map(wanted.map((day) => [day.day, bases.of(context, day)]));
  const fresh = await makeDays(making, context, wanted);
  await saveDays(
    tx,
    fresh.map((day) => ({ ...day, basis: basisOf.get(day.day) ?? '' })),
  );
  return { made: fresh.length, more: due.length > DAYS_AT_ONCE };
}

/** Makes what is due of some plants. */
async function keepSome(keeping: Keeping, scope: Scope, codes: readonly string[]): Promise<Kept> {
  const { pool, now, most_values } = keeping;
  return inScope(pool, scope, async (tx) => {
    const contexts = (await loadContexts(tx, codes)).filter(({ plant }) => plant.lacks.length === 0);
    const first = await listFirstDays(
      tx,
      contexts.map(({ plant }) => plant.plant_id),
    );
    const pasts = contexts.map((context) => {
      const { plant_id, time_zone } = context.plant;
      return { context, past: pastDays(time_zone, first.get(plant_id), keeping) };
    });
    const weather = await PastIrradiance.load(
      tx,
      pasts.map(({ context: { plant }, past }) => ({ plant, days: past })),
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
  const codes = (await readOpenCompany(keeping.pool, company_id, (tx) => listVisibleCodes(tx, null))) ?? [];
  return keepPlants(
    keeping,
    codes.map((proj_code) => ({ proj_code })),
    {
      at_once: PLANTS_AT_ONCE,
      keep: (plants) =>
        keepSome(
          keeping,
          scope,
          plants.map(({ proj_code }) => proj_code),
        ),
    },
  );
}

/** Keeps the expected days of all companies, until it is closed. */
export const startExpectedDayKeeper = (services: WorkerServices): Running =>
  startDayKeeper(services, { what: 'expected days', first_ms: FIRST_MS, keep: keepExpectedDays });
