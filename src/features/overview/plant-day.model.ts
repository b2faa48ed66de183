import { isTimeZone, type LocalDay, localDay } from '../../shared/units/zones.ts';

/** A plant's local day at `now` (epoch ms). A zone that this runtime does not know counts in UTC: one plant must not stop all. */
export function plantDay(time_zone: string, now: number): LocalDay {
  return localDay(isTimeZone(time_zone) ? time_zone : 'UTC', now);
}
