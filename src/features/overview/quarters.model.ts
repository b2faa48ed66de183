export const QUARTER_MS = 900_000;
/** Readings of a quarter's last seconds take a moment to arrive. */
export const SETTLING_MS = 10_000;

/** Quarters of an hour of a day that have ended, at `now` (epoch ms). */
export function closedQuarters(day: { start: number; end: number }, now: number): number {
  const until = Math.min(now - SETTLING_MS, day.end);
  return Math.max(0, Math.floor((until - day.start) / QUARTER_MS));
}

/** Mean power in kW of one source in one quarter (counted from local midnight). */
export interface QuarterMean {
  readonly source: number;
  readonly quarter: number;
  readonly power_kw: number;
}

/** The quarters that a slow source's reading stands for, its own included. */
function heldQuarters(interval_s: number): number {
  return Math.max(1, Math.ceil((interval_s * 1000) / QUARTER_MS));
}

/**
 * A plant's mean power in each quarter [from, until): the sum of its sources' means; null where no source spoke. A
 * source that is read less often than each quarter is held for its interval.
 */
export function quarterSums(
  window: { from: number; until: number },
  means: readonly QuarterMean[],
  sources: readonly { source: number; interval_s: number }[],
): (number | null)[] {
  const sums: (number | null)[] = Array.from({ length: window.until - window.from }, () => null);
  for (const { source, interval_s } of sources) {
    const own = new Map(means.filter((m) => m.source === source).map((m) => [m.quarter, m.power_kw]));
    const held = heldQuarters(interval_s);
    for (let i = 0; i < sums.length; i++) {
      const value = latest(own, window.from + i, held);
      if (value !== undefined) sums[i] = (sums[i] ?? 0) + value;
    }
  }
  return sums;
}

function latest(own: ReadonlyMap<number, number>, quarter: number, held: number): number | undefined {
  for (let back = 0; back < held; back++) {
    const value = own.get(quarter - back);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Today's line for the screen: the ended quarters, gaps where they are not known, and the power now as the current one. */
export function lineUntilNow(
  ended: readonly (number | null)[],
  power_kw: number | null,
  day: { start: number; end: number },
  now: number,
): (number | null)[] {
  const current = Math.floor((Math.min(now, day.end - 1) - day.start) / QUARTER_MS);
  const line = Array.from({ length: current + 1 }, (_, i) => ended[i] ?? null);
  line[current] = power_kw ?? line[current] ?? null;
  return line;
}
