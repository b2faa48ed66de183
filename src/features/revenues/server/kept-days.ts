import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  addDays,
  dayBorders,
  daysBetween,
  type LocalDay,
  localDay,
  stretchesOfDays,
} from '../../../shared/units/zones.ts';
import { keptFrom } from '../../forecast/periods.model.ts';
import { listFirstDays, listLetGoDays } from '../../measurements/server/plant-days.public.ts';
import { type RevenueDay, sumDay } from '../revenue-day.model.ts';
import type { EarningPlant } from './energy.repository.ts';
import { type EnergySources, loadEnergyDays } from './energy-days.ts';
import { basesOf, PriceDigests } from './revenue-day-bases.ts';
import { listKeptDays } from './revenue-days.repository.ts';

interface Query {
  readonly plant: EarningPlant;
  readonly sources: EnergySources;
  /** Days of the plant's calendar, both included, not after today. */
  readonly from: string;
  readonly to: string;
  readonly now: Date;
}

type Standing = ReadonlyMap<string, RevenueDay>;

/** Days that are kept and still stand on what they were made of; or whose readings were let go, so that nothing else is known of them. */
async function standingDays(tx: Tx, { plant, sources, from, to }: Query, today: string): Promise<Standing> {
  const last = to < today ? to : addDays(today, -1);
  if (last < from) return new Map();
  const kept = await listKeptDays(tx, { plant_ids: [plant.plant_id], from, to: last });
  if (kept.length === 0) return new Map();
  const days: LocalDay[] = daysBetween(from, last).map((day) => dayBorders(plant.time_zone, day));
  const bases = await basesOf(tx, { plant, sources, prices: new PriceDigests() }, days);
  const isSame = ({ day, basis }: (typeof kept)[number]) => bases.get(day) === basis;
  const of = { plant_id: plant.plant_id, from, to: last };
  const let_go = kept.every(isSame) ? new Set() : await listLetGoDays(tx, of);
  return new Map(kept.filter((one) => isSame(one) || let_go.has(one.day)).map((one) => [one.day, one]));
}

/** Days as they are kept, and those that are not from readings. */
async function completed(tx: Tx, asked: Query, kept: Standing): Promise<RevenueDay[]> {
  const { plant, sources, from, to, now } = asked;
  const known = new Map(kept);
  const days = daysBetween(from, to);
  const missing = days.filter((day) => !known.has(day));
  for (const [first = from, ...others] of stretchesOfDays(missing, Number.POSITIVE_INFINITY)) {
    const span = { from: first, to: others.at(-1) ?? first };
    for (const day of await loadEnergyDays(tx, { plant, sources, ...span, now: now.getTime() }))
      known.set(day.day, sumDay(day));
  }
  return days.flatMap((day) => known.get(day) ?? []);
}

const todayOf = ({ plant, now }: Query): string => localDay(plant.time_zone, now.getTime()).day;

/** What days of a plant come to for money: those that are kept, and the others from readings. */
export async function loadRevenueDays(tx: Tx, asked: Query): Promise<RevenueDay[]> {
  return completed(tx, asked, await standingDays(tx, asked, todayOf(asked)));
}

/** How many days are not kept that the program makes by itself: of homes none, nor those of years back, or whose readings were let go. */
async function countAwaited(tx: Tx, asked: Query, kept: Standing): Promise<number> {
  const { plant, from, to } = asked;
  const { plant_id, is_home } = plant;
  const none = daysBetween(from, to).filter((day) => !kept.has(day));
  if (is_home || none.length === 0) return 0;
  const since = keptFrom((await listFirstDays(tx, [plant_id])).get(plant_id), todayOf(asked));
  if (since === null) return 0;
  const let_go = await listLetGoDays(tx, { plant_id, from, to });
  return none.filter((day) => day >= since && !let_go.has(day)).length;
}

/**
 * The same of days that are asked for only because the end of their year needs them: nobody waits until the program has made them. None,
 * with how many are awaited, where some are still to be made.
 */
export async function loadDaysBefore(
  tx: Tx,
  asked: Query,
): Promise<{ readonly days: RevenueDay[]; readonly awaited: number }> {
  const kept = await standingDays(tx, asked, todayOf(asked));
  const awaited = await countAwaited(tx, asked, kept);
  return { days: awaited > 0 ? [] : await completed(tx, asked, kept), awaited };
}
