import { addDays } from '../../units/zones.ts';

/** How much of time a calendar shows. */
export const CALENDAR_VIEWS = ['month', 'week'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** Something that fills days; both ends belong to it. */
export interface DayRange {
  readonly id: string | number;
  /** YYYY-MM-DD */
  readonly from: string;
  readonly to: string;
}

const DAYS = 7;
/** Of the days from Monday on, 0 to 6. */
const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS;
const monday = (day: string): string => addDays(day, -weekday(day));
const sevenFrom = (day: string): string[] => Array.from({ length: DAYS }, (_, i) => addDays(day, i));
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The weeks that a view shows, of seven days from Monday on: whole weeks around the month, or the week of the day. */
export function weeksOf(view: CalendarView, day: string): string[][] {
  if (view === 'week') return [sevenFrom(monday(day))];
  const month = day.slice(0, 7);
  const weeks: string[][] = [];
  for (
    let at = monday(firstOfMonth(day));
    weeks.length === 0 || at.slice(0, 7) <= month;
    at = addDays(at, DAYS)
  )
    weeks.push(sevenFrom(at));
  return weeks;
}

/** A day of the period before or after. */
export function stepped(view: CalendarView, day: string, step: 1 | -1): string {
  if (view === 'week') return addDays(day, step * DAYS);
  const beyond = step === 1 ? addDays(firstOfMonth(day), 31) : addDays(firstOfMonth(day), -1);
  const first = firstOfMonth(beyond);
  // The same day of the other month, or its last one.
  const same = addDays(first, Number(day.slice(8)) - 1);
  return same.slice(0, 7) === first.slice(0, 7) ? same : addDays(firstOfMonth(same), -1);
}

/** A part of an entry that lies in one week. */
export interface Bar<E> {
  readonly entry: E;
  /** Its line in the week, from 0: bars of the same days stand below each other. */
  readonly lane: number;
  /** Whether it goes on before, and after, the week. */
  readonly before: boolean;
  readonly after: boolean;
  /** Its first and last day within the week. */
  readonly first: string;
  readonly last: string;
}

/** The bars of a week: those that begin first, and of these the longest, stand highest. */
export function barsOf<E extends DayRange>(entries: readonly E[], week: readonly string[]): Bar<E>[] {
  const [monday = '', sunday = ''] = [week[0], week.at(-1)];
  const here = entries.filter(({ from, to }) => from <= sunday && to >= monday);
  const sorted = here.toSorted(
    (a, b) =>
      a.from.localeCompare(b.from) || b.to.localeCompare(a.to) || String(a.id).localeCompare(String(b.id)),
  );
  const ends: string[] = [];
  return sorted.map((entry) => {
    const [before, after] = [entry.from < monday, entry.to > sunday];
    const [first, last] = [before ? monday : entry.from, after ? sunday : entry.to];
    const free = ends.findIndex((end) => end < first);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = last;
    return { entry, lane, first, last, before, after };
  });
}

/** Where an arrow, Home or End leads from a day; undefined for another key. */
export function dayAfterKey(key: string, day: string): string | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -DAYS,
    ArrowDown: DAYS,
    Home: -weekday(day),
    End: DAYS - 1 - weekday(day),
  };
  const step = steps[key];
  return step === undefined ? undefined : addDays(day, step);
}
