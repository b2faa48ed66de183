import type { ChartSeries, DrawnPoint, DrawnSeries } from './series.model.ts';
import { pointAt } from './series.model.ts';

/** Steps whose buckets hold whole days: of a shorter one it is not known how much of a day's energy came back in it. */
const WHOLE_DAYS = new Set<ChartSeries['step']>(['day', 'month', 'year']);

/** How much of a bucket's energy was booked when a counter came back after a silence, in the series' unit; 0 where none. */
export function recoveredIn(
  { step, recovered = [] }: Pick<ChartSeries, 'step' | 'recovered'>,
  { start_at, end_at }: Pick<DrawnPoint, 'start_at' | 'end_at'>,
): number {
  if (!WHOLE_DAYS.has(step)) return 0;
  return recovered
    .filter((day) => day.start_at >= start_at && day.start_at < end_at)
    .reduce((sum, { energy }) => sum + energy, 0);
}

/** The share of a bar that was booked so, from 0 to 1. */
export function recoveredShare(series: ChartSeries, point: DrawnPoint): number {
  if (point.value === null || point.value <= 0) return 0;
  return Math.min(1, recoveredIn(series, point) / point.value);
}

/** Whether any bar of these series is drawn with such a share. */
export function hasRecoveredBars(all: readonly DrawnSeries[]): boolean {
  return all.some(({ series, points }) => {
    if (series.shape !== 'bar' || !series.recovered?.length) return false;
    return Array.from({ length: points.length }, (_, i) => pointAt(points, i)).some(
      (point) => recoveredShare(series, point) > 0,
    );
  });
}
