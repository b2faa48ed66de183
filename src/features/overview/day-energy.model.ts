import { type DeviceMeta, energyKind, type SlotMeta, type SlotPast } from '../measurements/day-row.model.ts';
import { type CountedDay, CounterDay, PowerDay, type Span } from './counted-day.model.ts';
import { ReadingTail } from './reading-tail.model.ts';

/** What a source's energy is counted by. */
export interface EnergyRule extends Pick<DeviceMeta, 'interval_s' | 'nominalOf'> {
  readonly meta: SlotMeta;
}

/** What a slot said at an instant (epoch ms); null when that was not good. */
export interface SlotReading {
  readonly ts: number;
  readonly value: number | null;
}

/** A longer silence than so many intervals leaves room for a reading that is still to come. */
const ROOM = 1.5;

function countedDay({ meta, nominalOf, interval_s }: EnergyRule, past: SlotPast): CountedDay {
  const rule = { nominal_kw: nominalOf(meta.quantity), interval_s };
  return energyKind(meta) === 'counter' ? new CounterDay(rule, past) : new PowerDay(rule);
}

/**
 * A source's day since local midnight, and what was known before. A step is judged by its neighbours too, and only so the
 * card counts by the very rules of day rows and charts: readings are kept until none that follows can change what they add.
 */
export class DayReadings {
  readonly past: SlotPast;
  readonly #rule: EnergyRule;
  readonly #counted: CountedDay;
  readonly #tail = new ReadingTail();
  #heard_at = Number.NEGATIVE_INFINITY;
  #first_at: number | null = null;
  #good_at = Number.NaN;
  #longest_ms = 0;
  #kwh: number | null | undefined;

  constructor(past: SlotPast, rule: EnergyRule) {
    this.past = past;
    this.#rule = rule;
    this.#counted = countedDay(rule, past);
  }

  /** Takes the next reading in; one that is not newer changes nothing. */
  add({ ts, value }: SlotReading): void {
    if (ts <= this.#heard_at) return;
    this.#heard_at = ts;
    this.#kwh = undefined;
    this.#tail.closeNewest(ts);
    if (value === null) return;
    this.#first_at ??= ts;
    if (ts - this.#good_at > this.#longest_ms) this.#longest_ms = ts - this.#good_at;
    this.#good_at = ts;
    this.#tail.push(ts, value);
  }

  /** kWh in the day [start, end), the same at each call; null when nothing can be counted: unknown is not zero. */
  energy(day: Span): number | null {
    if (this.#kwh === undefined) {
      this.#counted.settle(this.#tail, day);
      this.#kwh = this.#counted.energy(this.#tail, day);
    }
    return this.#kwh;
  }

  /** Whether what was counted would be counted otherwise by now: the day must be read from its beginning. */
  get isOutdated(): boolean {
    return this.#counted.isOutdated;
  }

  /** How many readings are kept. */
  get kept(): number {
    return this.#tail.count;
  }

  /** Instant of the first good reading, epoch ms. */
  get first_at(): number | null {
    return this.#first_at;
  }

  /** Whether it begins where the day does, so that nothing older can still come in. */
  isWhole({ start }: { start: number }): boolean {
    const step_ms = this.#rule.interval_s * 1000;
    if (energyKind(this.#rule.meta) === 'counter')
      return start - (this.past.previous?.ts ?? 0) <= ROOM * step_ms;
    return this.first_at !== null && this.first_at - start <= step_ms;
  }

  /** Whether readings may be missing between the others. */
  hasGaps(): boolean {
    return this.#longest_ms > ROOM * this.#rule.interval_s * 1000;
  }
}
