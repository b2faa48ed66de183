import { CIVIL_ELEVATION_DEG, type SunTimes, sunCrossings, sunTimes } from '../../energy/solar-position.ts';

interface SunDay {
  readonly horizon: SunTimes;
  readonly civil: SunTimes;
}

/** So many places and days at most: a year of fifty towns. */
const MOST = 20_000;
const remembered = new Map<string, SunDay>();

/** Sunset and civil dusk of a place on a day, remembered: every box of a town asks for the same, each minute. */
export function sunDay(latitude: number, longitude: number, day: string): SunDay {
  const key = `${latitude} ${longitude} ${day}`;
  const known = remembered.get(key);
  if (known) return known;
  const found = {
    horizon: sunTimes(latitude, longitude, day),
    civil: sunCrossings(latitude, longitude, { day, elevation_deg: CIVIL_ELEVATION_DEG }),
  };
  const oldest = remembered.size >= MOST ? remembered.keys().next().value : undefined;
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, found);
  return found;
}
