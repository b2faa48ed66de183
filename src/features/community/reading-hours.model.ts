import type { HourAxis } from '../../energy/community/hour-axis.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';

/** Energies of quarters of an hour that follow one another; NaN where nothing was read. */
export interface Quarters {
  readonly ts: Float64Array;
  readonly values: Float64Array;
}

/** So many quarters without a reading are a gap; meters that are read once an hour have three. */
const GAP_QUARTERS = 4;

/**
 * Hours of a meter as its charts count them. What a counter shows when it comes back after a silence of an hour belongs to all of that
 * time and to no hour of it: these hours are not known, nor is one that has not ended at `now` (epoch ms).
 */
export function hoursOfQuarters(
  { start, count }: Pick<HourAxis, 'start' | 'count'>,
  { ts, values }: Quarters,
  now: number,
): Float64Array {
  const hours = new Float64Array(count).fill(Number.NaN);
  const hourOf = (place: number) => Math.floor(((ts[place] ?? Number.NaN) - start) / HOUR_MS);
  const gaps = new Set<number>();
  const forget = (from: number, until: number) => {
    for (let place = from; place < until; place++) gaps.add(hourOf(place));
  };
  let silent = 0;
  for (let place = 0; place < ts.length; place++) {
    const value = values[place] ?? Number.NaN;
    if (Number.isNaN(value)) {
      silent++;
      continue;
    }
    if (silent >= GAP_QUARTERS) forget(place - silent, place + 1);
    silent = 0;
    const hour = hourOf(place);
    if (hour < 0 || hour >= count) continue;
    const sum = hours[hour] ?? Number.NaN;
    hours[hour] = Number.isNaN(sum) ? value : sum + value;
  }
  forget(ts.length - silent, ts.length);
  return hours.map((kwh, hour) => (gaps.has(hour) || start + (hour + 1) * HOUR_MS > now ? Number.NaN : kwh));
}

/** Hours of a POD as they count, and which of them were read: one that a file tells counts as the file tells it. */
export function countedHours(
  file: readonly number[] | null,
  readings: readonly number[] | null,
): { hours: readonly number[] | undefined; read: Uint8Array | undefined } {
  if (readings === null) return { hours: file ?? undefined, read: undefined };
  const isTold = (hour: number) => !Number.isNaN(file?.[hour] ?? Number.NaN);
  return {
    hours: readings.map((kwh, hour) => (isTold(hour) ? (file?.[hour] ?? kwh) : kwh)),
    read: Uint8Array.from(readings, (kwh, hour) => (!isTold(hour) && !Number.isNaN(kwh) ? 1 : 0)),
  };
}
