import { between, type Readings } from '../columns.model.ts';
import { GOOD } from '../readings.model.ts';

/** Readings that a stretch aims at: few enough to be read for one of them, enough that what it costs by itself is little. */
export const VALUES_IN_STRETCH = 8192;
/** Fewer than these are left with a full stretch rather than made a small one. */
const MIN_VALUES = VALUES_IN_STRETCH / 4;
/** A stretch of more than 64 slots holds so many instants all the same: each slot costs some bytes. */
const MIN_INSTANTS = 128;

/** How many slots speak at each instant. */
function spokenAt({ ts, columns }: Readings): Uint16Array {
  const counts = new Uint16Array(ts.length);
  for (const { values, quality } of columns)
    for (let i = 0; i < counts.length; i++)
      if (!Number.isNaN(values[i] ?? Number.NaN) || (quality?.[i] ?? GOOD) !== GOOD)
        counts[i] = (counts[i] ?? 0) + 1;
  return counts;
}

/**
 * Cuts readings by whole instants into pieces of about VALUES_IN_STRETCH readings; the last one holds the rest, a quarter
 * of that at least unless there is no more. Nothing for readings that say nothing.
 */
export function cutReadings(readings: Readings): Readings[] {
  const { ts } = readings;
  const counts = spokenAt(readings);
  let left = counts.reduce((sum, count) => sum + count, 0);
  const pieces: Readings[] = [];
  let from = 0;
  const cutAt = (until: number) => {
    const [start, end] = [ts[from] ?? 0, ts[until] ?? Number.POSITIVE_INFINITY];
    pieces.push(between(readings, start, end));
    from = until;
  };
  for (let [i, values] = [0, 0]; i < ts.length; i++) {
    values += counts[i] ?? 0;
    const isFull = values >= VALUES_IN_STRETCH && i + 1 - from >= MIN_INSTANTS;
    if (!isFull || left - values < MIN_VALUES) continue;
    left -= values;
    values = 0;
    cutAt(i + 1);
  }
  if (left > 0) cutAt(ts.length);
  return pieces;
}
