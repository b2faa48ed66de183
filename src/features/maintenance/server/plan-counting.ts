import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, DAY_MS, dayBorders, HOUR_MS, localDay } from '../../../shared/units/zones.ts';
import { loadExpectedPlants } from '../../forecast/server/expected-hours.public.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { loadHours } from '../../measurements/server/plant-hours.public.ts';
import type { PlanRule } from '../plans.model.ts';
import { type PlanRow, saveCount } from './plans.repository.ts';

/** Readings come late for so long: days are counted anew until then. */
const OPEN_DAYS = 3;
/** Days whose pace foretells the next ones; also how many are read at once. */
const PACE_DAYS = 30;
const COUNT_EVERY_MS = DAY_MS;

/** Energy (kWh) or operating hours of a plant by its local days; a day of which nothing is known is left out. */
type ByDay = ReadonlyMap<string, number>;

interface Window {
  readonly zone: string;
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

/** What hours come to: their energy, or how many of them made any. Gaps count nothing. */
function ofHours(rule: PlanRule, places: readonly Points[], zone: string): ByDay {
  const hours = new Map<number, number>();
  for (const { ts, values } of places)
    for (const [i, at] of ts.entries()) {
      const value = values[i] ?? Number.NaN;
      if (!Number.isNaN(value)) hours.set(at, (hours.get(at) ?? 0) + value);
    }
  const days = new Map<string, number>();
  for (const [at, kwh] of hours) {
    const { day } = localDay(zone, at);
    days.set(day, (days.get(day) ?? 0) + (rule === 'energy' ? kwh : kwh > 0 ? 1 : 0));
  }
  return days;
}

async function daysOf(tx: Tx, plan: PlanRow, { zone, start, end, now }: Window): Promise<ByDay> {
  const [found] = await loadExpectedPlants(tx, [plan.proj_code]);
  const energy = found?.plant.energy ?? [];
  if (energy.length === 0 || start >= end) return new Map();
  const hours = await loadHours(tx, { energy, means: [], start, end, now });
  if (hours) return ofHours(plan.rule, [...hours.values()], zone);
  // Too many readings at once: half of the days, and the other half.
  const middle = localDay(zone, (start + end) / 2).start;
  if (middle <= start) return new Map();
  const first = await daysOf(tx, plan, { zone, start, end: middle, now });
  return new Map([...first, ...(await daysOf(tx, plan, { zone, start: middle, end, now }))]);
}

const sumOf = (days: ByDay, holds: (day: string) => boolean): number =>
  [...days].reduce((sum, [day, value]) => (holds(day) ? sum + value : sum), 0);

/** Counts a plan's plant up to now, from where it was counted last; at most a month of the past in one step. */
async function countStep(tx: Tx, plan: PlanRow, now: Date): Promise<PlanRow> {
  const { time_zone: zone, start_on } = plan;
  const today = localDay(zone, now.getTime()).day;
  const from = plan.counted_to ?? start_on;
  const settled = addDays(today, -OPEN_DAYS);
  const [latest = from] = [from, settled].sort().reverse();
  const [to = from] = [addDays(from, PACE_DAYS), latest].sort();
  const startOf = (day: string) => dayBorders(zone, day).start;
  const pace = addDays(today, -PACE_DAYS);
  const isLast = to >= settled;
  const [first = from] = [from, pace].sort();
  const window = (day: string) => ({ zone, start: startOf(day), end: now.getTime(), now: now.getTime() });
  const days = isLast
    ? await daysOf(tx, plan, window(first))
    : await daysOf(tx, plan, { ...window(from), end: startOf(to) });
  const known = [...days.keys()].filter((day) => day >= pace && day < today);
  const counted = plan.counted + sumOf(days, (day) => day >= from && day < to);
  const next = {
    counted,
    counted_to: to,
    counted_at: now,
    recent: isLast ? sumOf(days, (day) => day >= to && day >= start_on) : 0,
    per_day: known.length > 0 ? sumOf(days, (day) => known.includes(day)) / known.length : null,
  };
  await saveCount(tx, plan.id, next);
  return { ...plan, ...next };
}

/**
 * Counts what a plan's rule is about, once a day. Readings that come more than three days late are not counted.
 * @returns the plan with its count
 */
export async function countPlan(tx: Tx, plan: PlanRow, now: Date): Promise<PlanRow> {
  const today = localDay(plan.time_zone, now.getTime()).day;
  if (plan.counted_at && now.getTime() - plan.counted_at.getTime() < COUNT_EVERY_MS - HOUR_MS) return plan;
  if (plan.start_on > today) return plan;
  let counted = await countStep(tx, plan, now);
  while (counted.counted_to !== null && counted.counted_to < addDays(today, -OPEN_DAYS))
    counted = await countStep(tx, counted, now);
  return counted;
}
