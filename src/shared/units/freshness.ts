/** A good value stands for "now" for the larger of three polls and ten minutes. Milliseconds. */
export function freshFor_ms(interval_s: number): number {
  return Math.max(3 * interval_s, 600) * 1000;
}

/** Whether a value of that instant (epoch ms, null for never) still stands for "now". */
export function isFresh(at: number | null, interval_s: number, now: number): boolean {
  return at !== null && now - at <= freshFor_ms(interval_s);
}
