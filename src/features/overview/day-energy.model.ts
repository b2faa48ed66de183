import type { GoodReadings } from '../measurements/columns.model.ts';
import {
  type DeviceMeta,
  energyBetween,
  energyKind,
  readingSteps,
  type SlotMeta,
  type SlotPast,
} from '../measurements/day-row.model.ts';

/** What a source's energy is counted by. */
export interface EnergyRule extends Pick<DeviceMeta, 'interval_s' | 'nominalOf'> {
  readonly meta: SlotMeta;
}

/** What a slot said at an instant (epoch ms); null when that was not good. */
export interface SlotReading {
  readonly ts: number;
  readonly value: number | null;
}

const FIRST_SIZE = 64;
/** A longer silence than so many intervals leaves room for a reading that is still to come. */
const ROOM = 1.5;

function grown(list: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(list.length * 2).fill(Number.NaN);
  longer.set(list);
  return longer;
}

/**
 * A source's readings since local midnight, and what was known before. They are kept, not summed up as they come: a
 * step is judged by its neighbours too, and only so the card counts by the very rules of day rows and charts.
 */
export class DayReadings {
  readonly past: SlotPast;
  #ts = new Float64Array(FIRST_SIZE);
  #values = new Float64Array(FIRST_SIZE);
  #next = new Float64Array(FIRST_SIZE).fill(Number.NaN);
  #count = 0;
  /** The place of the last reading while nothing was heard after it. */
  #open = -1;
  #newest_at = Number.NEGATIVE_INFINITY;
  #kwh: number | null | undefined;

  constructor(past: SlotPast) {
    this.past = past;
  }

  /** Takes the next reading in; one that is not newer changes nothing. */
  add({ ts, value }: SlotReading): void {
    if (ts <= this.#newest_at) return;
    this.#newest_at = ts;
    this.#kwh = undefined;
    if (this.#open >= 0) this.#next[this.#open] = ts;
    this.#open = -1;
    if (value === null) return;
    if (this.#count === this.#ts.length) {
      this.#ts = grown(this.#ts);
      this.#values = grown(this.#values);
      this.#next = grown(this.#next);
    }
    this.#ts[this.#count] = ts;
    this.#values[this.#count] = value;
    this.#open = this.#count++;
  }

  #good(): GoodReadings {
    const until = this.#count;
    return {
      ts: this.#ts.subarray(0, until),
      values: this.#values.subarray(0, until),
      next: this.#next.subarray(0, until),
    };
  }

  /** kWh in the day [start, end); null when nothing can be counted: unknown is not zero. */
  energy(day: { start: number; end: number }, rule: EnergyRule): number | null {
    if (this.#kwh === undefined) {
      const steps = readingSteps(this.#good(), rule.meta, rule, this.past);
      this.#kwh = energyBetween(steps, day.start, day.end)?.energy ?? null;
    }
    return this.#kwh;
  }

  /** Instant of the first good reading, epoch ms. */
  get first_at(): number | null {
    return this.#count === 0 ? null : (this.#ts[0] ?? null);
  }

  /** Whether it begins where the day does, so that nothing older can still come in. */
  isWhole({ start }: { start: number }, rule: EnergyRule): boolean {
    const step_ms = rule.interval_s * 1000;
    if (energyKind(rule.meta) === 'counter') return start - (this.past.previous?.ts ?? 0) <= ROOM * step_ms;
    return this.first_at !== null && this.first_at - start <= step_ms;
  }

  /** Whether readings may be missing between the others. */
  hasGaps({ interval_s }: EnergyRule): boolean {
    const { ts } = this.#good();
    return ts.some((at, i) => i > 0 && at - (ts[i - 1] ?? at) > ROOM * interval_s * 1000);
  }
}

/** A plant's energy: the sum over the sources that know theirs; null when none does. */
export function sumEnergy(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0);
}
