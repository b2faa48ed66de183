import { DAY_MS, HOUR_MS } from '../../shared/units/zones.ts';
import type { FixedResolution } from './series.model.ts';

/** What is read for an answer: values of hot rows count one each, those of day rows one for each of their fields. */
export interface Reading {
  readonly resolution: FixedResolution;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  readonly now: number;
  /** Seconds between readings, of each device. */
  readonly intervals_s: readonly number[];
  readonly slots: number;
  /** Figures that are read of each slot of a day row. */
  readonly day_fields: number;
}

/** A question that reads more values than this is answered by a thread: about ten milliseconds of work. */
export const LIGHT_VALUES = 20_000;

/** Whole days and what stands before them are read, wherever the window begins. */
const AROUND_MS = DAY_MS + 2 * HOUR_MS;

/** How many values a question would read at most, if its devices keep to their intervals. */
export function weigh({ resolution, start, end, now, intervals_s, slots, day_fields }: Reading): number {
  const until = Math.min(end, now);
  const hotRows = (span_ms: number) =>
    intervals_s.reduce((sum, interval_s) => sum + Math.ceil(span_ms / (interval_s * 1000)), 0);
  if (resolution === 'raw') return hotRows(Math.max(0, until - start)) * slots;
  if (until <= start) return 0;
  if (resolution === '15m' || resolution === 'hour') return hotRows(until - start + AROUND_MS) * slots;
  const days = Math.ceil((until - start) / DAY_MS) + 1;
  const today = end > now - DAY_MS ? hotRows(AROUND_MS) : 0;
  return (intervals_s.length * days * day_fields + today) * slots;
}
