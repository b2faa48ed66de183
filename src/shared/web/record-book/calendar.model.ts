import { lastOfMonth, monthAfter, monthsOfYear } from '../../units/months.ts';
import { addDays, earlier } from '../../units/zones.ts';

/** How much of time a calendar shows unless its page says otherwise. */
export const CALENDAR_VIEWS = ['month', 'week'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number] | 'year';

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

/** Whole weeks around the days that begin with these letters, a month's or a year's. */
function weeksAround(first: string, letters: string): string[][] {
  const weeks: string[][] = [];
  for (
    let at = monday(first);
    weeks.length === 0 || at.slice(0, letters.length) <= letters;
    at = addDays(at, DAYS)
  )
    weeks.push(sevenFrom(at));
  return weeks;
}

/** The weeks that a view shows, of seven days from Monday on: whole weeks around the month or the year, or the week of the day. */
export function weeksOf(view: CalendarView, day: string): string[][] {
  if (view === 'week') return [sevenFrom(monday(day))];
  if (view === 'year') return weeksAround(`${day.slice(0, 4)}-01-01`, day.slice(0, 4));
  return weeksAround(firstOfMonth(day), day.slice(0, 7));
}

/** The first days of the months of a day's year. */
export const monthsOf = (day: string): string[] =>
  monthsOfYear(day.slice(0, 4)).map((month) => `${month}-01`);

/** A day of the period before or after. */
export function stepped(view: CalendarView, day: string, step: 1 | -1): string {
  if (view === 'week') return addDays(day, step * DAYS);
  // The same day of the other month, or its last one.
  const month = monthAfter(day.slice(0, 7), view === 'year' ? step * 12 : step);
  return earlier(`${month}-${day.slice(8)}`, lastOfMonth(month));
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

/** What stands on each day, of entries between two days. */
export function entriesByDay<E extends DayRange>(
  entries: readonly E[],
  { first, last }: { readonly first: string; readonly last: string },
): ReadonlyMap<string, readonly E[]> {
  const days = new Map<string, E[]>();
  for (const entry of entries) {
    const until = entry.to < last ? entry.to : last;
    for (let day = entry.from > first ? entry.from : first; day <= until; day = addDays(day, 1)) {
      const here = days.get(day);
      if (here) here.push(entry);
      else days.set(day, [entry]);
    }
  }
  return days;
}

/** Days that somebody chooses: from the one where it began to the one that was reached, be that before it. */
export interface Choosing {
  readonly anchor: string;
  readonly reached: string;
}
export function chosenOf({ anchor, reached }: Choosing): { readonly from: string; readonly to: string } {
  return anchor <= reached ? { from: anchor, to: reached } : { from: reached, to: anchor };
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
