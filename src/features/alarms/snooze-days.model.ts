import { DAY_MS, instantsOfLocal, knownZone, offsetAt } from '../../shared/units/zones.ts';

/**
 * When a snooze of whole days ends: at the same time of the plant's clock that many days on, so that a day of it has 23, 24
 * or 25 hours. A time that the clock skips then is the one as long after the change; of one that comes twice the first.
 * @param zone the plant's time zone
 * @param start epoch ms
 * @param days whole local days
 * @returns epoch ms
 */
export function snoozeEnd(zone: string, start: number, days: number): number {
  const known = knownZone(zone);
  const local = start + offsetAt(known, start) + days * DAY_MS;
  return instantsOfLocal(known, local)[0] ?? local - offsetAt(known, local - DAY_MS);
}

/** The local days from start to end, to the hundredth: whole ones where both are at one time of the plant's clock. */
export function snoozeDays(zone: string, start: number, end: number): number {
  const known = knownZone(zone);
  const days = (end + offsetAt(known, end) - start - offsetAt(known, start)) / DAY_MS;
  return Math.round(days * 100) / 100;
}
