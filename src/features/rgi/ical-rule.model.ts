import { DAY_MS } from '../../shared/units/zones.ts';
import { CalendarError } from './ical-lines.model.ts';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** A day of the week, Monday 0; `nth` counts within the month or the year, from its end where it is negative, and is 0 for each of them. */
interface RuleDay {
  readonly weekday: number;
  readonly nth: number;
}

/** How an event comes again. // RFC 5545 §3.3.10 */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  /** As it is written. */
  readonly until: string | null;
  readonly days: readonly RuleDay[];
  readonly monthDays: readonly number[];
  readonly months: readonly number[];
  readonly positions: readonly number[];
  /** The day that a week begins with, Monday 0. */
  readonly weekStart: number;
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** So many days, or numbers, one part of a rule names. */
const MAX_NAMED = 40;

/** Whole numbers without zero, no further from it than `most`; null where something else is among them. */
function numbersOf(text: string, most: number, least = -most): number[] | null {
  const numbers = text.split(',').map((one) => (/^[+-]?\d{1,5}$/.test(one) ? Number(one) : 0));
  const fits = numbers.every((one) => one !== 0 && one >= least && one <= most);
  return fits && numbers.length <= MAX_NAMED ? numbers : null;
}

function daysOfWeek(text: string): RuleDay[] | null {
  const days = text.split(',').map((one) => {
    const [, nth = '', name = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(one) ?? [];
    return { weekday: WEEKDAYS.indexOf(name), nth: Number(nth) };
  });
  const fits = days.every(({ weekday, nth }) => weekday >= 0 && !Number.isNaN(nth));
  return fits && days.length <= MAX_NAMED ? days : null;
}

/** A part of a rule read into it; null where it is not understood. */
const PARTS: Readonly<Record<string, (value: string) => Partial<Rule> | null>> = {
  FREQ: (value) => {
    const frequency = FREQUENCIES.find((one) => one === value);
    return frequency ? { frequency } : null;
  },
  INTERVAL: (value) => {
    const [interval, more] = numbersOf(value, 10_000, 1) ?? [];
    return interval !== undefined && more === undefined ? { interval } : null;
  },
  COUNT: (value) => {
    const [count, more] = numbersOf(value, 99_999, 1) ?? [];
    return count !== undefined && more === undefined ? { count } : null;
  },
  UNTIL: (value) => ({ until: value }),
  WKST: (value) => (WEEKDAYS.includes(value) ? { weekStart: WEEKDAYS.indexOf(value) } : null),
  BYDAY: (value) => {
    const days = daysOfWeek(value);
    return days && { days };
  },
  BYMONTHDAY: (value) => {
    const monthDays = numbersOf(value, 31);
    return monthDays && { monthDays };
  },
  BYMONTH: (value) => {
    const months = numbersOf(value, 12, 1);
    return months && { months };
  },
  BYSETPOS: (value) => {
    const positions = numbersOf(value, 366);
    return positions && { positions };
  },
};

const NOTHING = { interval: 1, count: null, until: null, weekStart: 0 } as const;

/** Reads a rule. @returns it, or the part that is not understood: half of a rule would be wrong in silence */
export function ruleOf(value: string): Rule | { readonly unknown: string } {
  let rule: Partial<Rule> = { ...NOTHING, days: [], monthDays: [], months: [], positions: [] };
  const seen = new Set<string>();
  for (const part of value.toUpperCase().split(';')) {
    const [name = '', text = '', more] = part.split('=');
    const read = more === undefined && !seen.has(name) ? PARTS[name]?.(text) : null;
    if (!read) return { unknown: part };
    seen.add(name);
    rule = { ...rule, ...read };
  }
  const { frequency, count, until, days = [], monthDays = [] } = rule;
  if (!frequency) return { unknown: value };
  if (count !== null && until !== null) return { unknown: 'COUNT, UNTIL' };
  const byWeek = frequency === 'DAILY' || frequency === 'WEEKLY';
  if (byWeek && days.some(({ nth }) => nth !== 0)) return { unknown: 'BYDAY' };
  if (frequency === 'WEEKLY' && monthDays.length > 0) return { unknown: 'BYMONTHDAY' };
  return rule as Rule;
}

/** Days are counted from 1 January 1970, which was a Thursday. */
export const dayNumber = (local: number): number => Math.floor(local / DAY_MS);
const dayAt = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / DAY_MS;
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

function dateOf(day: number): { year: number; month: number; date: number } {
  const at = new Date(day * DAY_MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** From a day to the one before another. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How much of a file may still be looked at: a hostile one must not keep the others waiting. */
export interface Patience {
  days: number;
  /** Of zones that are named. */
  zones: number;
}

/** Takes days from what is left, at a line. @throws CalendarError too_much where nothing is */
export function spend(patience: Patience, line: number, days: number): void {
  patience.days -= days;
  if (patience.days <= 0) throw new CalendarError(line, 'too_much');
}

/** Whether a day is the nth of its weekday in a stretch, counted from either end. */
const isNth = (day: number, nth: number, { from, to }: Stretch): boolean =>
  nth === 0 || Math.floor((day - from) / 7) + 1 === nth || -(Math.floor((to - 1 - day) / 7) + 1) === nth;

const monthOf = (year: number, month: number): Stretch => ({
  from: dayAt(year, month, 1),
  to: dayAt(year, month + 1, 1),
});

/** A rule that says by itself on which days it comes, where it left that to the first day. */
export function completed(rule: Rule, first: number): Rule {
  const { frequency, days, monthDays, months } = rule;
  if (frequency === 'DAILY' || days.length > 0 || monthDays.length > 0) return rule;
  const { month, date } = dateOf(first);
  if (frequency === 'WEEKLY') return { ...rule, days: [{ weekday: weekdayOf(first), nth: 0 }] };
  const own = frequency === 'YEARLY' && months.length === 0 ? { months: [month] } : {};
  return { ...rule, ...own, monthDays: [date] };
}

function fits(rule: Rule, day: number, year: Stretch): boolean {
  const { frequency, days, monthDays, months } = rule;
  const at = dateOf(day);
  if (months.length > 0 && !months.includes(at.month)) return false;
  const month = monthOf(at.year, at.month);
  if (monthDays.length > 0 && !monthDays.includes(at.date) && !monthDays.includes(day - month.to))
    return false;
  if (days.length === 0) return true;
  const within = frequency === 'YEARLY' && months.length === 0 ? year : month;
  return days.some(({ weekday, nth }) => weekday === weekdayOf(day) && isNth(day, nth, within));
}

/** Of a year only the months that a rule names are looked at. */
function partsOf({ frequency, months }: Rule, year: number, whole: Stretch): Stretch[] {
  if (frequency !== 'YEARLY' || months.length === 0) return [whole];
  return [...new Set(months)].sort((a, b) => a - b).map((month) => monthOf(year, month));
}

/** The days of one day, week, month or year on which a rule comes. */
function daysWithin(rule: Rule, whole: Stretch, patience: Patience): number[] {
  const found: number[] = [];
  const { year } = dateOf(whole.from);
  const within = { from: dayAt(year, 1, 1), to: dayAt(year + 1, 1, 1) };
  for (const { from, to } of partsOf(rule, year, whole)) {
    patience.days -= to - from;
    for (let day = from; day < to; day++) if (fits(rule, day, within)) found.push(day);
  }
  if (rule.positions.length === 0) return found;
  const chosen = rule.positions.map((one) => found.at(one > 0 ? one - 1 : one));
  return [...new Set(chosen)].flatMap((day) => day ?? []).sort((a, b) => a - b);
}

/** The stretches that a rule looks at, one after the other. */
function stretchAt({ frequency, interval, weekStart }: Rule, first: number, step: number): Stretch {
  const by = step * interval;
  if (frequency === 'DAILY') return { from: first + by, to: first + by + 1 };
  if (frequency === 'WEEKLY') {
    const from = first - ((weekdayOf(first) - weekStart + 7) % 7) + 7 * by;
    return { from, to: from + 7 };
  }
  const { year, month } = dateOf(first);
  if (frequency === 'MONTHLY') return monthOf(year, month + by);
  return { from: dayAt(year + by, 1, 1), to: dayAt(year + by + 1, 1, 1) };
}

/** Of what lies further ahead than a hundred years nothing is worked out. */
export const MAX_DAYS_AHEAD = 36_525;

/** The days on which a rule comes from its first day on, as numbers, for a hundred years at most and while patience lasts. */
export function* daysOf(given: Rule, first: number, patience: Patience): Generator<number> {
  const rule = completed(given, first);
  for (let step = 0; patience.days > 0; step++) {
    const stretch = stretchAt(rule, first, step);
    if (stretch.from > first + MAX_DAYS_AHEAD) return;
    for (const day of daysWithin(rule, stretch, patience)) if (day >= first) yield day;
  }
}

/** The days of a year on which a yearly rule comes. */
export const daysOfYear = (rule: Rule, year: number, patience: Patience): number[] =>
  daysWithin(rule, { from: dayAt(year, 1, 1), to: dayAt(year + 1, 1, 1) }, patience);
