import { isFresh } from '../../shared/units/freshness.ts';

/** The last good value of a slot and its instant (epoch ms); null where there never was one. */
export interface LastPoint {
  readonly value: number | null;
  readonly at: number | null;
  readonly interval_s: number;
}

const freshValues = (points: readonly LastPoint[], now: number): number[] =>
  points.flatMap(({ value, at, interval_s }) =>
    value !== null && isFresh(at, interval_s, now) ? [value] : [],
  );

/**
 * Power now in kW: the sum over the sources whose last good value is fresh. Null when none is, `partial` when some are
 * missing: an unknown power is not zero.
 */
export function powerNow(
  points: readonly LastPoint[],
  now: number,
): { power_kw: number | null; partial: boolean } {
  const values = freshValues(points, now);
  if (values.length === 0) return { power_kw: null, partial: false };
  return { power_kw: values.reduce((sum, v) => sum + v, 0), partial: values.length < points.length };
}

/** Irradiance now in W/m²: the mean of the fresh plane-of-array sensors, null when there is none. */
export function irradianceNow(points: readonly LastPoint[], now: number): number | null {
  const values = freshValues(points, now);
  return values.length === 0 ? null : values.reduce((sum, v) => sum + v, 0) / values.length;
}
