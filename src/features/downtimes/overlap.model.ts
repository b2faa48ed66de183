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
  /** Of the power of these devices, what is out of service, 0…1; all of it where nothing is said. */
  readonly part?: number;
  /** It was only not heard (a cause of communication): that is no standstill. */
  readonly unheard?: boolean;
}

/** Hours in a row from an instant on, epoch ms. */
export interface Hours {
  readonly start: number;
  readonly hours: number;
}

/**
 * Of two downtimes of a device the one that began earlier counts what both stop; of two that began together the one recorded first.
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

/** A stretch of time in which a downtime counts so much of itself, 0…1. */
interface Stretch extends Interval {
  readonly counts: number;
}

const endOf = ({ stop }: Interval): number => stop ?? Number.POSITIVE_INFINITY;

/** The stretches of a downtime between borders of others before it, with what these leave of the device to it. */
function leftBy(own: Standing, earlier: readonly Standing[]): Stretch[] {
  const end = endOf(own);
  const borders = earlier.flatMap((other) => [other.start, endOf(other)]);
  const inside = borders.filter((at) => at > own.start && at < end).sort((a, b) => a - b);
  const part = own.part ?? 1;
  return [own.start, ...inside].map((start, i) => {
    const taken = earlier
      .filter((other) => other.start <= start && endOf(other) > start)
      .reduce((sum, other) => sum + (other.part ?? 1), 0);
    const left = Math.max(0, 1 - taken);
    const counts = part > 0 ? Math.min(part, left) / part : Math.min(1, left);
    return { start, stop: inside[i] ?? own.stop, counts };
  });
}

/** Which share of each hour the stretches, which do not overlap, count: 0…1. The first and the last hour count by their minutes. */
function sharesOf(stretches: readonly Stretch[], { start, hours }: Hours): Float64Array {
  const shares = new Float64Array(hours);
  for (const stretch of stretches) {
    const stop = Math.min(endOf(stretch), start + hours * HOUR_MS);
    const first = Math.max(0, Math.floor((stretch.start - start) / HOUR_MS));
    for (let hour = first; hour < hours && start + hour * HOUR_MS < stop; hour++) {
      const from = start + hour * HOUR_MS;
      const taken = Math.min(stop, from + HOUR_MS) - Math.max(stretch.start, from);
      if (taken > 0) shares[hour] = (shares[hour] ?? 0) + (stretch.counts * taken) / HOUR_MS;
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
 * How much of each hour a device stood still by a downtime, and how much of that belongs to downtimes before it: the power of a
 * device is never counted twice. Of two that stop a part of it each both count, as far as they come to no more than all of it.
 */
export function hourShares(
  own: Standing,
  { device_id, others, hours }: { device_id: number; others: readonly Standing[]; hours: Hours },
): HourShares {
  const earlier = others.filter(
    (other) => other.id !== own.id && standsFor(other, device_id) && comesBefore(other, own),
  );
  const whole = sharesOf([{ ...own, counts: 1 }], hours);
  const out = earlier.length === 0 ? whole : sharesOf(leftBy(own, earlier), hours);
  return { out, given: whole.map((share, hour) => share - (out[hour] ?? 0)) };
}

/** Whether a device stood still at some time of each hour, by any downtime: then it is no measure for others. */
export function downHours(
  standing: readonly Standing[],
  { device_id, hours }: { device_id: number; hours: Hours },
): boolean[] {
  const down = standing.filter((one) => !one.unheard && standsFor(one, device_id));
  const shares = down.map((one) => sharesOf([{ ...one, counts: 1 }], hours));
  return Array.from({ length: hours.hours }, (_, hour) => shares.some((list) => (list[hour] ?? 0) > 0));
}
