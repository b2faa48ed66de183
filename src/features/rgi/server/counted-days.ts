import { type LocalDay, localDay } from '../../../shared/units/zones.ts';
import { listLetGoDays } from '../../measurements/server/plant-days.public.ts';
import type { DeviceCount } from '../availability-day.model.ts';
import type { RatedPlant } from './availability.repository.ts';
import { basesOf } from './availability-bases.ts';
import { type KeptDevices, listKeptDevices } from './availability-days.repository.ts';
import { type Counting, countRun, leastOf } from './counting.ts';

/** The local days of a plant that lie whole in a window and are over. */
export function wholeDaysOf(
  zone: string,
  { start, end, now }: Pick<Counting, 'start' | 'end' | 'now'>,
): LocalDay[] {
  const days: LocalDay[] = [];
  for (let at = start; at < Math.min(end, now); ) {
    const day = localDay(zone, at);
    if (day.start >= start && day.end <= Math.min(end, now)) days.push(day);
    at = day.end;
  }
  return days;
}

/** How many local days of a plant lie in a window, be it only in part, and have begun. */
export function begunDays(
  zone: string,
  { start, end, now }: Pick<Counting, 'start' | 'end' | 'now'>,
): number {
  let days = 0;
  for (let at = start; at < Math.min(end, now); at = localDay(zone, at).end) days += 1;
  return days;
}

/** Days that are kept and still stand on what they were made of; or whose readings were let go, so that nothing else is known of them. */
async function standingDays(
  counting: Counting,
  plant: RatedPlant,
): Promise<Map<string, readonly DeviceCount[]>> {
  const days = wholeDaysOf(plant.time_zone, counting);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || counting.calendar || leastOf(counting, plant) !== plant.least_irradiance_wm2)
    return new Map();
  const span = { plant_ids: [plant.plant_id], from: first.day, to: last.day };
  const kept = await listKeptDevices(counting.tx, span);
  if (kept.length === 0) return new Map();
  const bases = await basesOf(counting, plant, days);
  const isSame = ({ day, basis }: KeptDevices) => bases.get(day) === basis;
  const of = { plant_id: plant.plant_id, from: first.day, to: last.day };
  const let_go = kept.every(isSame) ? new Set() : await listLetGoDays(counting.tx, of);
  return new Map(
    kept.filter((one) => isSame(one) || let_go.has(one.day)).map((one) => [one.day, one.devices]),
  );
}

/** The stretches of a window that no kept day covers. */
function restOf(
  { start, end, now }: Counting,
  zone: string,
  isKept: (day: string) => boolean,
): { start: number; end: number }[] {
  const rest: { start: number; end: number }[] = [];
  for (let at = start; at < Math.min(end, now); ) {
    const day = localDay(zone, at);
    const until = Math.min(day.end, end);
    const before = rest.at(-1);
    if (isKept(day.day)) at = until;
    else if (before?.end === at) before.end = at = until;
    else {
      rest.push({ start: at, end: until });
      at = until;
    }
  }
  return rest;
}

/** The hours of a plant's devices by its local days: days that are kept, and what is left of the window from readings. */
export async function countDays(
  counting: Counting,
  plant: RatedPlant,
): Promise<Map<string, readonly DeviceCount[]>> {
  const days = await standingDays(counting, plant);
  for (const window of restOf(counting, plant.time_zone, (day) => days.has(day)))
    for (const [day, counts] of await countRun({ ...counting, ...window }, plant)) days.set(day, counts);
  return days;
}
