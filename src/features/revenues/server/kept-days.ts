import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, type LocalDay, localDay } from '../../../shared/units/zones.ts';
import { listLetGoDays } from '../../measurements/server/plant-days.public.ts';
import { daysBetween } from '../revenue.model.ts';
import { type RevenueDay, sumDay } from '../revenue-day.model.ts';
import type { EarningPlant } from './energy.repository.ts';
import { type EnergySources, loadEnergyDays } from './energy-days.ts';
import { basesOf, PriceDigests } from './revenue-day-bases.ts';
import { listKeptDays } from './revenue-days.repository.ts';

interface Asked {
  readonly plant: EarningPlant;
  readonly sources: EnergySources;
  /** Days of the plant's calendar, both included, not after today. */
  readonly from: string;
  readonly to: string;
  readonly now: Date;
}

/** Days that are kept and still stand on what they were made of; or whose readings were let go, so that nothing else is known of them. */
async function standingDays(
  tx: Tx,
  { plant, sources, from, to }: Asked,
  today: string,
): Promise<Map<string, RevenueDay>> {
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

/** Days that follow each other, of those that are wanted. */
function stretchesOf(days: readonly string[]): { from: string; to: string }[] {
  const stretches: { from: string; to: string }[] = [];
  for (const day of days) {
    const before = stretches.at(-1);
    if (before && addDays(before.to, 1) === day) before.to = day;
    else stretches.push({ from: day, to: day });
  }
  return stretches;
}

/** What days of a plant come to for money: those that are kept, and the others from readings. */
export async function loadRevenueDays(tx: Tx, asked: Asked): Promise<RevenueDay[]> {
  const { plant, sources, from, to, now } = asked;
  const today = localDay(plant.time_zone, now.getTime()).day;
  const standing = await standingDays(tx, asked, today);
  const days = daysBetween(from, to);
  for (const stretch of stretchesOf(days.filter((day) => !standing.has(day))))
    for (const day of await loadEnergyDays(tx, { plant, sources, ...stretch, now: now.getTime() }))
      standing.set(day.day, sumDay(day));
  return days.flatMap((day) => standing.get(day) ?? []);
}
