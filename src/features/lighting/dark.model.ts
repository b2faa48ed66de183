import { addDays, DAY_MS } from '../../shared/units/zones.ts';
import { nightDay, nightOf, type Place, type Schedule, type Stretch } from './night.model.ts';
import { sunDay } from './sun-memory.ts';

/** Evenings whose nights may reach into a stretch of time, the one before it begins among them. */
function eveningsOf({ time_zone }: Place, { from, to }: Stretch): string[] {
  const first = addDays(nightDay(time_zone, from), -1);
  return Array.from({ length: Math.ceil((to - from) / DAY_MS) + 3 }, (_, step) => addDays(first, step));
}

/** Whether the schedule of one of these lines wants light at any time of a stretch. */
export const wantsLightWithin = (schedule: Schedule, lines: readonly number[], within: Stretch): boolean =>
  eveningsOf(schedule.place, within).some((day) =>
    lines.some((line) =>
      nightOf(schedule, day, line).stretches.some(({ from, to }) => from < within.to && within.from < to),
    ),
  );

/** Whether the sun is down at any time of a stretch; without coordinates nobody knows, and it may be. */
export function isNightWithin(place: Place, within: Stretch): boolean {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return true;
  return eveningsOf(place, within).some((day) => {
    const from = sunDay(latitude, longitude, day).horizon.sunset_at?.getTime();
    const to = sunDay(latitude, longitude, addDays(day, 1)).horizon.sunrise_at?.getTime();
    return from === undefined || to === undefined || (from < within.to && within.from < to);
  });
}
