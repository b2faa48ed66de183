import { at } from './case.ts';
import type { HourAxis } from './hour-axis.ts';
import shapes from './load-shapes.json' with { type: 'json' };

/**
 * Published shapes of consumption: weights of the hours by season and kind of day; sources and licences:
 * load-shapes.LICENSE.txt. `house` is H0 with the factor of the day of the year that BDEW prescribes (column `h0_dyn` of
 * demandlib's series): without it a summer would use more than a winter.
 */
export type LoadShape = keyof typeof shapes;

/** Winter, spring, summer, autumn of a month 1…12, by meteorologists' seasons. */
const seasonOf = (month: number): number => Math.floor((month % 12) / 3);

/** Working day, Saturday, Sunday; national holidays are not told apart. */
function kindOfDay(day: string): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 6) return 1;
  return weekday === 0 ? 2 : 0;
}

/** The shape's weights of each hour of an axis, by the clock: an hour that comes twice has the same twice. */
function weights(axis: HourAxis, shape: LoadShape): Float64Array {
  const table = shapes[shape];
  const dayTable = axis.days.map((day) => table[seasonOf(Number(day.slice(5, 7)))]?.[kindOfDay(day)] ?? []);
  const found = new Float64Array(axis.count);
  for (let hour = 0; hour < axis.count; hour++)
    found[hour] = dayTable[at(axis.day_of, hour)]?.[at(axis.clock_of, hour)] ?? 0;
  return found;
}

/** kWh of each hour of a whole year whose sum is given. @param year an axis of one year */
export function loadYear(year: HourAxis, shape: LoadShape, kwhOfYear: number): Float64Array {
  const shaped = weights(year, shape);
  const sum = shaped.reduce((total, value) => total + value, 0);
  return shaped.map((value) => (value / sum) * kwhOfYear);
}
