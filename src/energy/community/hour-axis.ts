import { DAY_MS, dayBorders, HOUR_MS, localDay, MARKET_CLOCK, offsetAt } from '../../shared/units/zones.ts';

/** Consecutive hours between two local days. A day has 23, 24 or 25 of them. */
export interface HourAxis {
  readonly zone: string;
  /** First instant of the first hour, epoch milliseconds. */
  readonly start: number;
  readonly count: number;
  /** Months that the hours touch, YYYY-MM, in order. */
  readonly months: readonly string[];
  /** Days that the hours touch, YYYY-MM-DD, in order. */
  readonly days: readonly string[];
  /** Place in `months` of each hour. */
  readonly month_of: Uint16Array;
  /** Place in `days` of each hour. */
  readonly day_of: Uint16Array;
  /** What the clock shows at the beginning of each hour, 0…23: on two days of the year not how many have passed since midnight. */
  readonly clock_of: Uint8Array;
}

/** @param first first local day, YYYY-MM-DD; @param end the day after the last one */
export function hourAxis(first: string, end: string, zone = MARKET_CLOCK): HourAxis {
  const [from, until] = [dayBorders(zone, first).start, dayBorders(zone, end).start];
  const count = Math.max(0, Math.round((until - from) / HOUR_MS));
  const [months, days]: [string[], string[]] = [[], []];
  const [month_of, day_of, clock_of] = [
    new Uint16Array(count),
    new Uint16Array(count),
    new Uint8Array(count),
  ];
  for (let hour = 0; hour < count; hour++) {
    const at = from + hour * HOUR_MS;
    const { day } = localDay(zone, at);
    clock_of[hour] = Math.floor(((at + offsetAt(zone, at)) % DAY_MS) / HOUR_MS);
    if (days.at(-1) !== day) days.push(day);
    if (months.at(-1) !== day.slice(0, 7)) months.push(day.slice(0, 7));
    month_of[hour] = months.length - 1;
    day_of[hour] = days.length - 1;
  }
  return { zone, start: from, count, months, days, month_of, day_of, clock_of };
}

/** Place of the first hour of a local day, kept within the axis: who joins before it was there from its start. */
export function hourOfDay(axis: HourAxis, day: string): number {
  const hour = Math.round((dayBorders(axis.zone, day).start - axis.start) / HOUR_MS);
  return Math.min(axis.count, Math.max(0, hour));
}
