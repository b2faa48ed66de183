import { lastOfMonth, monthAfter } from '../../shared/units/months.ts';
import { addDays, earlier, later } from '../../shared/units/zones.ts';

/** By what a plan says when its work is due. */
export const PLAN_RULES = ['months', 'dates', 'energy', 'hours'] as const;
export type PlanRule = (typeof PLAN_RULES)[number];
/** Rules that count something of the plant, instead of days. */
export const COUNTING: readonly PlanRule[] = ['energy', 'hours'];

/** Days of one plan that are answered or made at once. */
const MAX_DAYS = 60;

export interface Schedule {
  readonly rule: PlanRule;
  /** Months, kWh or hours; null for dates. */
  readonly every_n: number | null;
  readonly dates: readonly string[];
  /** The first due day of months; the day from which energy and hours are counted. */
  readonly start_on: string;
  /** The latest day that is done with; null: none is. */
  readonly last_due_on: string | null;
}

/** What a plan has counted of its plant: kWh, or hours in which it made energy. */
export interface Counted {
  readonly total: number;
  /** The mean of a day of the last thirty; null where nothing is known. */
  readonly per_day: number | null;
  /** How often its work was due by now. */
  readonly made: number;
}

/** A day some months later; of a month that is too short its last day. */
export function addMonths(day: string, months: number): string {
  const month = monthAfter(day.slice(0, 7), months);
  return earlier(`${month}-${day.slice(8)}`, lastOfMonth(month));
}

function daysOfMonths({ start_on, every_n }: Schedule, from: string, to: string): string[] {
  if (every_n === null || to < start_on) return [];
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  // Each day is reckoned from the first one: the 31st stays the 31st after a short month.
  const first = Math.max(0, Math.floor((monthOf(from) - monthOf(start_on)) / every_n) - 1);
  const days: string[] = [];
  for (let k = first; days.length < MAX_DAYS; k += 1) {
    const day = addMonths(start_on, k * every_n);
    if (day > to) break;
    if (day >= from) days.push(day);
  }
  return days;
}

/**
 * The days between two (both included) on which a plan's work is due and that are not done with, in order.
 * @param counted of the plant, for rules that count: then only the next day is known
 */
export function dueDays(
  plan: Schedule,
  { from, to, today, counted }: { from: string; to: string; today: string; counted: Counted | null },
): string[] {
  const after = plan.last_due_on === null ? from : addDays(plan.last_due_on, 1);
  const begin = later(after, from);
  if (begin > to) return [];
  if (plan.rule === 'months') return daysOfMonths(plan, begin, to);
  if (plan.rule === 'dates')
    return [...new Set(plan.dates)]
      .filter((day) => day >= begin && day <= to)
      .sort()
      .slice(0, MAX_DAYS);
  const next = counted && nextByCount(plan, counted, today);
  return next !== null && next >= from && next <= to ? [next] : [];
}

/** The day on which the next multiple is reached at the pace of the last thirty days; null where no pace is known. */
export function nextByCount({ every_n }: Schedule, counted: Counted, today: string): string | null {
  if (every_n === null) return null;
  const left = every_n * (counted.made + 1) - counted.total;
  if (left <= 0) return today;
  if (counted.per_day === null || counted.per_day <= 0) return null;
  const days = Math.ceil(left / counted.per_day);
  return days > 36_500 ? null : addDays(today, days);
}

/**
 * How many multiples are done with once a request is made: the next one, and those that passed while nobody made any – of these the
 * latest alone is made.
 */
export const doneOf = ({ every_n }: Schedule, { total, made }: Counted): number =>
  Math.max(made + 1, every_n === null ? 0 : Math.floor(total / every_n));

/** How many multiples of another distance are done with: those that were made, and those that had passed. */
export function doneWith(
  every_n: number | null,
  { every_n: before, total, made }: Pick<Counted, 'total' | 'made'> & Pick<Schedule, 'every_n'>,
): number {
  if (every_n === null || before === null) return made;
  return Math.floor(Math.max(total, made * before) / every_n);
}

/** The next day on which a plan's work is due; null where none is known. */
export function nextDueDay(plan: Schedule, { today, counted }: { today: string; counted: Counted | null }) {
  return dueDays(plan, { from: today, to: '9999-12-31', today, counted })[0] ?? null;
}

/**
 * The days for which requests are made today: all up to `lead_days` ahead, and of those that passed while nobody made any
 * the latest alone.
 */
export function daysToMake(
  plan: Schedule & { readonly lead_days: number },
  { today, counted }: { today: string; counted: Counted | null },
): string[] {
  const to = addDays(today, plan.lead_days);
  const days = dueDays(plan, { from: plan.start_on, to, today, counted });
  const latestPast = days.filter((day) => day < today).slice(-1);
  return [...latestPast, ...days.filter((day) => day >= today)];
}
