import { bucketEnd } from '../../../../shared/web/charts/window.model.ts';
import type { ChartAnswer } from '../chart/chart-query.public.ts';

/** The end of the newest stretch with a value (epoch ms), of series that are fine enough to tell; null for none. */
export function newestAt({ series }: Pick<ChartAnswer, 'series'>): number | null {
  let newest: number | null = null;
  for (const { series: one } of series) {
    if (one.step !== 'raw' && one.step !== '15m' && one.step !== 'hour') continue;
    const last = one.values.findLastIndex((value) => value !== null);
    const at = one.at[last];
    if (at === undefined) continue;
    newest = Math.max(newest ?? 0, bucketEnd(at, one.step, 'UTC', 0));
  }
  return newest;
}
