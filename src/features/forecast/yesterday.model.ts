import { HOUR_MS, localDay } from '../../shared/units/zones.ts';

/** An instant in the middle of yesterday: what is asked for it is answered for the whole of that day, by each plant's own clock. */
export function yesterdayAt(zone: string, now: number): { start: number; end: number } {
  const noon = localDay(zone, now).start - 12 * HOUR_MS;
  return { start: noon, end: noon + 1000 };
}
