import { HOUR_MS, MINUTE_MS } from '../../shared/units/zones.ts';

export interface PowerAt {
  readonly at_ms: number;
  readonly power_kw: number;
}

/** What a meter's counter showed; another counter of the same meter counts from elsewhere. */
export interface CounterAt {
  readonly at_ms: number;
  readonly slot: number;
  readonly kwh: number;
}

/** What was used in an hour, and of how many seconds of it that is known. */
export interface HourShare {
  readonly hour: Date;
  readonly kwh: number;
  readonly known_s: number;
}

/** Two powers further apart say nothing about what was between them. */
const FURTHEST_MS = 30 * MINUTE_MS;
/** A counter tells what was used while nobody read it, but not for how long back it can be told by hours. */
const FURTHEST_COUNTS_MS = 40 * 24 * HOUR_MS;
/** More than this is no cabinet: six lines of the largest load. */
const MAX_KW = 6000;

function spread(from_ms: number, to_ms: number, kw: number): HourShare[] {
  const shares: HourShare[] = [];
  for (let from = from_ms; from < to_ms; ) {
    const hour = Math.floor(from / HOUR_MS) * HOUR_MS;
    const to = Math.min(to_ms, hour + HOUR_MS);
    shares.push({ hour: new Date(hour), kwh: (kw * (to - from)) / HOUR_MS, known_s: (to - from) / 1000 });
    from = to;
  }
  return shares;
}

/** What was used between two readings, by hours: the mean of both powers; null is not zero, so a gap is left out. */
export function sharesOfHours(previous: PowerAt, next: PowerAt): HourShare[] {
  const apart = next.at_ms - previous.at_ms;
  if (apart <= 0 || apart > FURTHEST_MS) return [];
  return spread(previous.at_ms, next.at_ms, Math.max(0, (previous.power_kw + next.power_kw) / 2));
}

/** What was used between two readings of a counter, evenly by hours. One that went back or leapt was changed or set. */
export function sharesOfCounts(previous: CounterAt, next: CounterAt): HourShare[] {
  const apart = next.at_ms - previous.at_ms;
  if (apart <= 0 || apart > FURTHEST_COUNTS_MS || previous.slot !== next.slot) return [];
  const kw = ((next.kwh - previous.kwh) * HOUR_MS) / apart;
  return kw < 0 || kw > MAX_KW ? [] : spread(previous.at_ms, next.at_ms, kw);
}
