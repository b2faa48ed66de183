import { monthBefore, spanOfMonth } from '../../shared/units/months.ts';
import { addDays, daysBetween, instantsOfLocal, localDay, PORTAL_CLOCK } from '../../shared/units/zones.ts';
import type { ReportKind } from './report-issues.contract.ts';
import type { ReportPeriod } from './reports.model.ts';

export const SCHEDULE_RHYTHMS = ['day', 'week', 'month'] as const;
export type ScheduleRhythm = (typeof SCHEDULE_RHYTHMS)[number];

/** When a report is sent: each day, each week on a day (1 is Monday), each month on a day. */
export interface ScheduleTimes {
  readonly every: ScheduleRhythm;
  readonly on_day: number;
  /** Full hour, 0…23. */
  readonly hour: number;
}

/** 1 is Monday. */
const weekday = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

const isOn = ({ every, on_day }: ScheduleTimes, day: string): boolean => {
  if (every === 'day') return true;
  return every === 'week' ? weekday(day) === on_day : Number(day.slice(8)) === on_day;
};

/** The instant of a full hour on a day; where the clock skips it, the hour after. */
function instantOf(day: string, hour: number): number {
  const local = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  return (
    instantsOfLocal(PORTAL_CLOCK, local)[0] ?? instantsOfLocal(PORTAL_CLOCK, local + 3_600_000)[0] ?? local
  );
}

/** When it is sent next, after an instant (epoch ms). */
export function nextDue(times: ScheduleTimes, after: number): number {
  for (let day = localDay(PORTAL_CLOCK, after).day; ; day = addDays(day, 1)) {
    const at = instantOf(day, times.hour);
    if (isOn(times, day) && at > after) return at;
  }
}

/** So many times that were missed are made up for, the latest ones: a week of days. */
const MADE_UP_FOR = 7;

/** The times from the first that is due until now, epoch ms. */
export function timesDue(times: ScheduleTimes, first: number, now: number): number[] {
  const due: number[] = [];
  for (let at = first; at <= now; at = nextDue(times, at)) due.push(at);
  return due.slice(-MADE_UP_FOR);
}

export interface Span {
  readonly from: string;
  readonly to: string;
  readonly by: ReportPeriod;
}

/** What a report tells that is sent on a day: of a K451 the day, week or month that is over, of a K410 the year of the month that is. */
export function spanOf({ kind, every }: { kind: ReportKind; every: ScheduleRhythm }, day: string): Span {
  const yesterday = addDays(day, -1);
  const last_month = monthBefore(day.slice(0, 7));
  if (kind === 'k410') {
    const year = (every === 'month' ? last_month : yesterday).slice(0, 4);
    return { from: `${year}-01-01`, to: `${year}-12-31`, by: 'month' };
  }
  if (every === 'day') return { from: yesterday, to: yesterday, by: 'day' };
  const monday = addDays(day, 1 - weekday(day));
  if (every === 'week') return { from: addDays(monday, -7), to: addDays(monday, -1), by: 'day' };
  return { ...spanOfMonth(last_month), by: 'day' };
}

/** Plants that several scopes may all see: `all` of nobody who is narrowed. */
export function commonPlants(...scopes: readonly ('all' | readonly number[])[]): 'all' | number[] {
  return scopes.reduce<'all' | number[]>((common, plants) => {
    if (plants === 'all') return common;
    return common === 'all' ? [...plants] : common.filter((id) => plants.includes(id));
  }, 'all');
}

/** Rows of a plant in the table of a report: its periods, and what they come to. */
const rowsOfPlant = ({ from, to, by }: Span): number =>
  new Set(daysBetween(from, to).map((day) => day.slice(0, by === 'day' ? 10 : 7))).size + 1;

/** A file that was sent: which it was, and of which plants; null: of all that there were. */
export interface SentFile {
  readonly part: number;
  readonly plants: readonly number[] | null;
}

interface Filed<Plant> {
  readonly span: Span;
  /** By months, because the days of so many plants are more than one file holds. */
  readonly by_months: boolean;
  /** The files that are to be sent: which each is, and its plants, in their order. */
  readonly files: readonly { readonly part: number; readonly plants: readonly Plant[] }[];
  /** Files and plants with those that were sent before. */
  readonly all: { readonly files: number; readonly plants: number };
}

/** The first numbers that no file has yet. */
function freeParts(sent: readonly SentFile[], count: number): number[] {
  const taken = new Set(sent.map(({ part }) => part));
  const numbers = Array.from({ length: taken.size + count }, (_, i) => i);
  return numbers.filter((part) => !taken.has(part)).slice(0, count);
}

/**
 * How a report of plants goes into files of so many rows: as one by days, else as one by months where these are fewer rows, else as few as
 * there can be, of about as many plants each. Of what was sent before nothing goes again, whichever plants came or went since.
 */
export function inFiles<Plant extends { readonly plant_id: number }>(
  plants: readonly Plant[],
  { span, most_rows, sent = [] }: { span: Span; most_rows: number; sent?: readonly SentFile[] },
): Filed<Plant> {
  const told_of = new Set(sent.flatMap((file) => file.plants ?? []));
  const isWhole = sent.some((file) => file.plants === null);
  const rest = isWhole ? [] : plants.filter(({ plant_id }) => !told_of.has(plant_id));
  const count = told_of.size + rest.length;
  const months: Span = { ...span, by: 'month' };
  // What all plants come to takes as many rows as a plant.
  const isTooMuch = (count + 1) * rowsOfPlant(span) > most_rows;
  const by_months = isTooMuch && rowsOfPlant(months) < rowsOfPlant(span);
  const told = by_months ? months : span;
  const most = Math.floor(most_rows / rowsOfPlant(told)) - 1;
  const needed = Math.ceil(rest.length / most);
  const each = Math.ceil(rest.length / needed);
  const files = freeParts(sent, needed).map((part, i) => ({
    part,
    plants: rest.slice(i * each, (i + 1) * each),
  }));
  return { span: told, by_months, files, all: { files: sent.length + needed, plants: count } };
}
