import { HOUR_MS } from '../../shared/units/zones.ts';
import { isAsleep, type Place, restsAtNight } from '../plants/daylight.model.ts';
import type { DeviceCategory } from '../plants/plants.model.ts';
import type { Points } from './buckets.model.ts';
import { QUALITIES } from './measurements.model.ts';

const MISSING = QUALITIES.indexOf('missing');
const ASLEEP = QUALITIES.indexOf('asleep');

/** How often a silence is looked into; only winters beyond the polar circle know shorter days. */
const PROBE_MS = HOUR_MS / 2;
/** Inverters stop before the sun is quite down and start after it is up: so much of a silence may be day, at either end. */
export const TWILIGHT_MS = HOUR_MS;

/** A device whose silence may be sleep. */
export interface Sleeper extends Place {
  readonly plant_id: number;
  readonly category: DeviceCategory;
}

/** Tells the nights of plants, for one answer: what was computed for one series is kept for the next. */
export class Nights {
  readonly #known = new Map<number, Map<number, boolean>>();

  #isDown(device: Sleeper, ts: number): boolean {
    let known = this.#known.get(device.plant_id);
    if (!known) {
      known = new Map();
      this.#known.set(device.plant_id, known);
    }
    let down = known.get(ts);
    if (down === undefined) {
      down = isAsleep(device, ts);
      known.set(ts, down);
    }
    return down;
  }

  /** Whether the device rests at night and the sun is down from one instant to the other (epoch ms). */
  isNight(device: Sleeper, from: number, until: number): boolean {
    if (until < from || !restsAtNight(device.category)) return false;
    if (!this.#isDown(device, from) || !this.#isDown(device, until)) return false;
    // The middle of a long silence is as a rule by day: it tells most without a walk.
    if (until - from > PROBE_MS && !this.#isDown(device, (from + until) / 2)) return false;
    for (let at = from + PROBE_MS; at < until; at += PROBE_MS) if (!this.#isDown(device, at)) return false;
    return true;
  }

  /**
   * Periods without readings that lie wholly in the night are asleep, not missing. // adr 0011
   * @param end of the last period, epoch ms
   */
  ofPeriods(points: Points, device: Sleeper, end: number): Points {
    return this.#restful(points, device, (i) => [points.ts[i] ?? 0, points.ts[i + 1] ?? end]);
  }

  /** The same for the nulls that stand behind the last raw reading before a gap, as markGaps puts them. */
  ofGaps(points: Points, device: Sleeper): Points {
    return this.#restful(points, device, (i) => [
      (points.ts[i] ?? 0) + TWILIGHT_MS,
      (points.ts[i + 1] ?? Number.NaN) - TWILIGHT_MS,
    ]);
  }

  #restful(points: Points, device: Sleeper, spanOf: (i: number) => [from: number, until: number]): Points {
    if (device.production_type !== 'photovoltaic' || !restsAtNight(device.category)) return points;
    const { ts, values, quality } = points;
    let rested: Uint8Array | undefined;
    for (let i = 0; i < ts.length; i++) {
      if (quality[i] !== MISSING || !Number.isNaN(values[i] ?? Number.NaN)) continue;
      if (!this.isNight(device, ...spanOf(i))) continue;
      rested ??= quality.slice();
      rested[i] = ASLEEP;
    }
    return rested ? { ts, values, quality: rested } : points;
  }
}
