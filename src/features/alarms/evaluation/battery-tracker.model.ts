import { DAY_MS } from '../../../shared/units/zones.ts';
import type { WatchedDevice } from './watched.model.ts';

/** An inverter with a battery shows it every day or two; after so long without, one is evaluated again. */
const REMEMBERED_MS = 7 * DAY_MS;

/** What an evaluator keeps of it. Epoch ms; by number of a device, when it was last seen. */
export interface PackedBatteryTracker {
  readonly from: number;
  readonly seen: Readonly<Record<string, number>>;
}

/**
 * Which inverters have a battery behind them, as far as readings tell: no category says it. What one draws, or gives by
 * night at a set power, is right for such a one.
 */
export class BatteryTracker {
  #from: number;
  readonly #seen: Map<number, number>;

  constructor(now: number, packed?: PackedBatteryTracker) {
    this.#from = packed?.from ?? now;
    this.#seen = new Map(Object.entries(packed?.seen ?? {}).map(([id, at]) => [Number(id), at]));
  }

  record(device_id: number, at: number): void {
    this.#seen.set(device_id, at);
  }

  has(device_id: number, at: number): boolean {
    const seen = this.#seen.get(device_id);
    return seen !== undefined && at - seen <= REMEMBERED_MS;
  }

  /** Whether it has been looked at for a day, in which a battery would have shown itself. */
  knows({ created_at }: WatchedDevice, at: number): boolean {
    return at - Math.max(this.#from, created_at) >= DAY_MS;
  }

  /** What a clock that was ahead has stamped counts from now on. */
  dropFuture(now: number): void {
    this.#from = Math.min(this.#from, now);
    for (const [id, at] of this.#seen) if (at > now) this.#seen.set(id, now);
  }

  pack(now: number): PackedBatteryTracker {
    for (const [id, at] of this.#seen) if (now - at > REMEMBERED_MS) this.#seen.delete(id);
    return { from: this.#from, seen: Object.fromEntries(this.#seen) };
  }
}
