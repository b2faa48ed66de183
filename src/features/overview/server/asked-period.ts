import {
  DAY_MS,
  dayBorders,
  knownZone,
  localDay,
  periodEnd,
  periodStart,
} from '../../../shared/units/zones.ts';

/** A day, month or year of a plant; half-open, epoch ms. */
export interface AskedPeriod {
  readonly start: number;
  readonly end: number;
}

/** The period of a plant's calendar that holds a date (YYYY-MM-DD), or now: also where the date has not come yet. */
export function askedPeriod(
  time_zone: string,
  { span, date }: { span: 'day' | 'month' | 'year'; date?: string | undefined },
  now: number,
): AskedPeriod {
  const zone = knownZone(time_zone);
  const at = date === undefined ? now : Math.min(now, dayBorders(zone, date).start);
  return { start: periodStart(zone, span, at), end: periodEnd(zone, span, at) };
}

/** Days of a period that have begun. */
export function daysSoFar(time_zone: string, { start, end }: AskedPeriod, now: number): number {
  if (now < start) return 0;
  const zone = knownZone(time_zone);
  const last = localDay(zone, Math.min(end - 1, now)).day;
  return Math.round((Date.parse(last) - Date.parse(localDay(zone, start).day)) / DAY_MS) + 1;
}
