import { daysOfMonth } from '../../shared/units/months.ts';
import { addDays, dayBorders, HOUR_MS } from '../../shared/units/zones.ts';
import { nightOf, type Schedule } from './night.model.ts';

/** For how many hours a schedule lights a line in a month of the clock, up to an instant. */
export function scheduledHours(
  schedule: Schedule,
  line: number,
  { month, until }: { readonly month: string; readonly until: number },
): number {
  const days = daysOfMonth(month);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const { time_zone } = schedule.place;
  const [start, end] = [dayBorders(time_zone, first).start, Math.min(until, dayBorders(time_zone, last).end)];
  const lit = [addDays(first, -1), ...days].flatMap((day) => nightOf(schedule, day, line).stretches);
  return (
    lit.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)), 0) /
    HOUR_MS
  );
}
