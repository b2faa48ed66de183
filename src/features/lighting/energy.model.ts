import { HOUR_MS, MINUTE_MS } from '../../shared/units/zones.ts';

export interface PowerAt {
  readonly at_ms: number;
  readonly power_kw: number;
}

/** Two readings further apart say nothing about what was between them. */
const FURTHEST_MS = 30 * MINUTE_MS;

/** What was used between two readings, by hours: the mean of both powers; null is not zero, so a gap is left out. */
export function sharesOfHours(
  previous: PowerAt,
  next: PowerAt,
): { hour: Date; kwh: number; known_s: number }[] {
  const apart = next.at_ms - previous.at_ms;
  if (apart <= 0 || apart > FURTHEST_MS) return [];
  const kw = Math.max(0, (previous.power_kw + next.power_kw) / 2);
  const shares = [];
  for (let from = previous.at_ms; from < next.at_ms; ) {
    const hour = Math.floor(from / HOUR_MS) * HOUR_MS;
    const to = Math.min(next.at_ms, hour + HOUR_MS);
    shares.push({ hour: new Date(hour), kwh: (kw * (to - from)) / HOUR_MS, known_s: (to - from) / 1000 });
    from = to;
  }
  return shares;
}
