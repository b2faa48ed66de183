export interface Slope {
  /** Of the line, in units a second, and its standard error. */
  readonly each_second: number;
  readonly error: number;
}

/** The straight line through measured points by least squares. @param points at least three, not all at one time */
export function slopeOf(points: readonly { at_s: number; value: number }[]): Slope {
  const n = points.length;
  const mean = (of: (point: { at_s: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / n;
  const [at_mean, value_mean] = [mean(({ at_s }) => at_s), mean(({ value }) => value)];
  const spread = points.reduce((sum, { at_s }) => sum + (at_s - at_mean) ** 2, 0);
  const together = points.reduce((sum, { at_s, value }) => sum + (at_s - at_mean) * (value - value_mean), 0);
  const each_second = together / spread;
  const left = points.reduce(
    (sum, { at_s, value }) => sum + (value - value_mean - each_second * (at_s - at_mean)) ** 2,
    0,
  );
  return { each_second, error: Math.sqrt(left / (n - 2) / spread) };
}
