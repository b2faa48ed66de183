import { addDays, dayBorders, HOUR_MS } from '../../shared/units/zones.ts';
import { nightOf, type Schedule } from './night.model.ts';

/** Days of a month, YYYY-MM-DD. */
export function daysOf(month: string): string[] {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, nth, 0)).getUTCDate();
  return Array.from({ length: last }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
}

/** Months from one to another, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (
    let day = `${from}-01`;
    day.slice(0, 7) <= to;
    day = `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
  )
    months.push(day.slice(0, 7));
  return months;
}

/** For how many hours a schedule lights a line in a month of the clock, up to an instant. */
export function scheduledHours(
  schedule: Schedule,
  line: number,
  { month, until }: { readonly month: string; readonly until: number },
): number {
  const days = daysOf(month);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const { time_zone } = schedule.place;
  const [start, end] = [dayBorders(time_zone, first).start, Math.min(until, dayBorders(time_zone, last).end)];
  const lit = [addDays(first, -1), ...days].flatMap((day) => nightOf(schedule, day, line).stretches);
  return (
    lit.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)), 0) /
    HOUR_MS
  );
}
