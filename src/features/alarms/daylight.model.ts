import { isSunUp } from '../../energy/solar-position.ts';

/** What decides whether a plant can be expected to speak. Degrees; null where nobody said. */
export interface Place {
  readonly production_type: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export const HOUR_MS = 3_600_000;

/** Whether a plant is photovoltaic and the sun is down there. Without coordinates nothing is held back. */
export function isAsleep({ production_type, latitude, longitude }: Place, now: number): boolean {
  if (production_type !== 'photovoltaic' || latitude === null || longitude === null) return false;
  return !isSunUp(latitude, longitude, now);
}

/** Whether a plant slept at some time of the last hour: what is missing since may be missing because of the night. */
export function sleptWithinHour(place: Place, now: number): boolean {
  return isAsleep(place, now) || isAsleep(place, now - HOUR_MS);
}

/**
 * 'No data received in the last hour': counts from the plant's last good reading (epoch ms, null for none ever); held
 * back for photovoltaic plants until the sun has been up for an hour. // spec §8
 */
export function hasNoData(place: Place, last_reading_at: number | null, now: number): boolean {
  const silent = last_reading_at === null || now - last_reading_at > HOUR_MS;
  return silent && !sleptWithinHour(place, now);
}
