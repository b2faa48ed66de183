import { HOUR_MS } from '../../../../../../shared/units/zones.ts';
import type { ChartSeries } from '../../../../../../shared/web/charts/series.model.ts';
import type { HealthHour } from '../../../../latest-values.contract.ts';

export interface HourSeries {
  at: number[];
  /** Share of the polls that were answered, per cent; null in an hour without polls. */
  success: (number | null)[];
  /** ms; null in an hour without an answer. */
  latency: (number | null)[];
}

/** Every hour of a window in its place: one without polls is a gap, not a nought. */
export function hoursOf(hours: readonly HealthHour[], start_at: number, end_at: number): HourSeries {
  const known = new Map(hours.map((one) => [Date.parse(one.hour), one]));
  const first = Math.floor(start_at / HOUR_MS) * HOUR_MS;
  const at = Array.from({ length: Math.ceil((end_at - first) / HOUR_MS) }, (_, i) => first + i * HOUR_MS);
  const success = at.map((hour) => {
    const one = known.get(hour);
    return one && one.polls > 0 ? (one.answered / one.polls) * 100 : null;
  });
  return { at, success, latency: at.map((hour) => known.get(hour)?.latency_ms ?? null) };
}

/** A line of the chart, one point for each hour. */
export function lineOf(
  look: Pick<ChartSeries, 'id' | 'label' | 'unit' | 'decimals' | 'axis'>,
  at: readonly number[],
  values: readonly (number | null)[],
): ChartSeries {
  return { ...look, shape: 'line', step: 'hour', step_s: 3600, at, values };
}
