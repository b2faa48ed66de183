import type pg from 'pg';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, HOUR_MS, knownZone, localDay } from '../../../shared/units/zones.ts';
import {
  deleteOldScans,
  listChangedScans,
  listScanned,
  listSearched,
  type SearchedPlant,
} from './scans.repository.ts';
import { searchDay } from './search-days.ts';

export interface SearchWork {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly now: Date;
  readonly isStopped?: () => boolean;
}

/** Plants of one transaction: others wait for it no longer than a moment. */
const PLANTS_AT_ONCE = 25;
/** Days that are searched again when data comes later. */
const KEPT_DAYS = 45;
/** Days that are searched again in one turn. */
const AGAIN_AT_ONCE = 200;
/** After midnight the last readings of a day come in, and what was expected of it is made. */
const AFTER_MS = HOUR_MS / 2;

interface Query {
  readonly zone: string;
  readonly day: string;
  readonly codes: string[];
}

/** Searches plants of one zone on a day, some at a time. */
async function searchSome(
  { pool, scope, now, isStopped }: SearchWork,
  { zone, day, codes }: Query,
): Promise<number> {
  let found = 0;
  const at = now.getTime();
  const borders = dayBorders(zone, day);
  const isLast = borders.end >= localDay(zone, at - AFTER_MS).start;
  for (let i = 0; i < codes.length && !isStopped?.(); i += PLANTS_AT_ONCE) {
    const some = codes.slice(i, i + PLANTS_AT_ONCE);
    found += await inScope(pool, scope, async (tx) => {
      const count = await searchDay({ tx, now: at, day: borders, isLast }, some);
      if (count > 0) await notifyTopics(tx, ['downtime_suggestions']);
      return count;
    });
  }
  return found;
}

/** Yesterday of each plant that was not searched yet, by zone. */
async function listUnsearched({ pool, scope, now }: SearchWork): Promise<Query[]> {
  return inScope(pool, scope, async (tx) => {
    const plants = (await companyIsOpen(tx)) ? await listSearched(tx) : [];
    const zones = Map.groupBy(plants, ({ time_zone }: SearchedPlant) => knownZone(time_zone));
    const asked: Query[] = [];
    for (const [zone, own] of zones) {
      const day = addDays(localDay(zone, now.getTime() - AFTER_MS).day, -1);
      const plant_ids = own.map(({ plant_id }) => plant_id);
      const scanned = await listScanned(tx, { plant_ids, from: day });
      const known = new Set(scanned.filter((one) => one.day === day).map(({ plant_id }) => plant_id));
      const codes = own.filter(({ plant_id }) => !known.has(plant_id)).map(({ proj_code }) => proj_code);
      if (codes.length > 0) asked.push({ zone, day, codes });
    }
    return asked;
  });
}

/** Searches yesterday of all plants of a company that was not searched yet. Answers how many suggestions were added or changed. */
export async function searchYesterday(work: SearchWork): Promise<number> {
  let found = 0;
  for (const asked of await listUnsearched(work)) found += await searchSome(work, asked);
  return found;
}

/** Searches days again of which data came after they were searched: a silence was no stop then, and may be one now. */
export async function searchAgain(work: SearchWork): Promise<number> {
  const { pool, scope, now } = work;
  const from = addDays(now.toISOString().slice(0, 10), -KEPT_DAYS);
  const days = await inScope(pool, scope, async (tx) => {
    if (!(await companyIsOpen(tx))) return [];
    await deleteOldScans(tx, from);
    const zones = new Map((await listSearched(tx)).map((plant) => [plant.proj_code, plant.time_zone]));
    const changed = await listChangedScans(tx, { from, limit: AGAIN_AT_ONCE });
    return changed.map((one) => ({ ...one, zone: knownZone(zones.get(one.proj_code) ?? 'UTC') }));
  });
  let found = 0;
  for (const [key, same] of Map.groupBy(days, ({ zone, day }) => `${zone} ${day}`)) {
    const [zone = '', day = ''] = key.split(' ');
    found += await searchSome(work, { zone, day, codes: same.map(({ proj_code }) => proj_code) });
  }
  return found;
}

/** Searches days of one plant, as a person asks: the first and the last included, none to come. */
export async function searchPlant(
  work: SearchWork,
  { proj_code, from_on, to_on }: { proj_code: string; from_on: string; to_on: string },
): Promise<number> {
  const plants = await inScope(work.pool, work.scope, (tx) => listSearched(tx));
  const plant = plants.find((one) => one.proj_code === proj_code);
  if (!plant) return 0;
  const zone = knownZone(plant.time_zone);
  const today = localDay(zone, work.now.getTime()).day;
  let found = 0;
  for (let day = from_on; day <= to_on && day <= today && !work.isStopped?.(); day = addDays(day, 1))
    found += await searchSome(work, { zone, day, codes: [proj_code] });
  return found;
}
