import { HOUR_MS } from '../../shared/units/zones.ts';
import { isAsleep, type Place } from '../plants/daylight.model.ts';

/** Whether a plant slept at some time of the last hour: what is missing since may be missing because of the night. */
export function sleptWithinHour(place: Place, now: number): boolean {
  return isAsleep(place, now) || isAsleep(place, now - HOUR_MS);
}

/** When a plant last gave a good reading (epoch ms, null for never), and the seconds between two polls of its quickest device. */
export interface LastContact {
  readonly last_reading_at: number | null;
  /** Null for a plant without devices. */
  readonly poll_s: number | null;
}

/** After so long (ms) a plant is silent: an hour, or three polls where it is read more rarely. */
export function silentAfter_ms(poll_s: number | null): number {
  return Math.max(HOUR_MS, 3000 * (poll_s ?? 0));
}

/**
 * 'No data received in the last hour', on the card and for the alarm; held back for photovoltaic plants until the sun has
 * been up for an hour. // spec §8
 */
export function hasNoData(place: Place, { last_reading_at, poll_s }: LastContact, now: number): boolean {
  const silent = last_reading_at === null || now - last_reading_at > silentAfter_ms(poll_s);
  return silent && !sleptWithinHour(place, now);
}
