import { HOUR_MS } from '../../shared/units/zones.ts';

/** From when to when something stands still, epoch ms, half-open; null: it still does. */
export interface Interval {
  readonly start: number;
  readonly stop: number | null;
}

/** A downtime as others of its plant see it. */
export interface Standing extends Interval {
  readonly id: number;
  /** Null for all devices of its plant. */
  readonly device_ids: ReadonlySet<number> | null;
  /** It was only not heard (a cause of communication): that is no standstill. */
  readonly unheard?: boolean;
}

/** Hours in a row from an instant on, epoch ms. */
export interface Hours {
  readonly start: number;
  readonly hours: number;
}

/**
 * Of two downtimes of a device the one that began earlier keeps the time of both; of two that began together the one recorded first.
 * Silence takes no time from a standstill.
 */
export function comesBefore(a: Standing, b: Standing): boolean {
  const [silent, other] = [a.unheard === true, b.unheard === true];
  if (silent !== other) return other;
  return a.start < b.start || (a.start === b.start && a.id < b.id);
}

/** Whether a downtime is one of a device. */
export const standsFor = ({ device_ids }: Standing, device_id: number): boolean =>
  device_ids === null || device_ids.has(device_id);

/** The parts of an interval that none of the others takes. */
function without(own: Interval, others: readonly Interval[]): Interval[] {
  const end = own.stop ?? Number.POSITIVE_INFINITY;
  const left: Interval[] = [];
  let at = own.start;
  for (const other of others.toSorted((a, b) => a.start - b.start)) {
    const stop = other.stop ?? Number.POSITIVE_INFINITY;
    if (stop <= at || other.start >= end) continue;
    if (other.start > at) left.push({ start: at, stop: other.start });
    at = Math.max(at, stop);
  }
  if (at < end) left.push({ start: at, stop: own.stop });
  return left;
}

/** Which share of each hour the intervals, which do not overlap, take up: 0…1. The first and the last hour count by their minutes. */
function sharesOf(intervals: readonly Interval[], { start, hours }: Hours): Float64Array {
  const shares = new Float64Array(hours);
  for (const interval of intervals) {
    const stop = Math.min(interval.stop ?? Number.POSITIVE_INFINITY, start + hours * HOUR_MS);
    const first = Math.max(0, Math.floor((interval.start - start) / HOUR_MS));
    for (let hour = first; hour < hours && start + hour * HOUR_MS < stop; hour++) {
      const from = start + hour * HOUR_MS;
      const taken = Math.min(stop, from + HOUR_MS) - Math.max(interval.start, from);
      if (taken > 0) shares[hour] = (shares[hour] ?? 0) + taken / HOUR_MS;
    }
  }
  return shares;
}

/** What of each hour a downtime counts for a device, and what of it others count already; 0…1 each. */
export interface HourShares {
  readonly out: Float64Array;
  readonly given: Float64Array;
}

/**
 * How much of each hour a device stood still by a downtime, and how much of that belongs to downtimes before it: the time of a
 * device is never counted twice.
 */
export function hourShares(
  own: Standing,
  { device_id, others, hours }: { device_id: number; others: readonly Standing[]; hours: Hours },
): HourShares {
  const earlier = others.filter(
    (other) => other.id !== own.id && standsFor(other, device_id) && comesBefore(other, own),
  );
  const whole = sharesOf([own], hours);
  const out = earlier.length === 0 ? whole : sharesOf(without(own, earlier), hours);
  return { out, given: whole.map((share, hour) => share - (out[hour] ?? 0)) };
}

/** Whether a device stood still at some time of each hour, by any downtime: then it is no measure for others. */
export function downHours(
  standing: readonly Standing[],
  { device_id, hours }: { device_id: number; hours: Hours },
): boolean[] {
  const down = standing.filter((one) => !one.unheard && standsFor(one, device_id));
  const shares = down.map((one) => sharesOf([one], hours));
  return Array.from({ length: hours.hours }, (_, hour) => shares.some((list) => (list[hour] ?? 0) > 0));
}
