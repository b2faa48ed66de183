import { counterSteps, type KnownValue, powerSteps } from '../measurements/energy-steps.model.ts';

/** What a source's energy is counted by. */
export interface EnergyRule {
  readonly by: 'counter' | 'power';
  readonly nominal_kw: number | null;
  readonly interval_s: number;
}

/** A source's energy since local midnight, carried from reading to reading. */
export interface DayEnergy {
  /** Booked so far; a power's last value is not in it yet. */
  readonly kwh: number;
  readonly last: KnownValue;
  /** Instant of the reading it began with. */
  readonly first_at: number;
}

/** A day that begins with a reading: a counter's value at midnight (or the day's first), a power's first value. */
export const beginDay = (first: KnownValue): DayEnergy => ({ kwh: 0, last: first, first_at: first.ts });

function counterStep(last: KnownValue, next: KnownValue, rule: EnergyRule) {
  const readings = { ts: Float64Array.of(next.ts), values: Float64Array.of(next.value) };
  const { energy, events } = counterSteps(readings, last, rule);
  return { kwh: energy[0] ?? 0, odd: events.length > 0 };
}

const heldKwh = ({ ts, value }: KnownValue, until: number, interval_s: number): number =>
  powerSteps(Float64Array.of(ts), Float64Array.of(value), Float64Array.of(until), interval_s)[0] ?? 0;

/** Takes the next good reading in; one that is not newer changes nothing. */
export function addReading(day: DayEnergy, next: KnownValue, rule: EnergyRule): DayEnergy {
  if (next.ts <= day.last.ts) return day;
  const added =
    rule.by === 'counter'
      ? counterStep(day.last, next, rule).kwh
      : heldKwh(day.last, next.ts, rule.interval_s);
  return { ...day, kwh: day.kwh + added, last: next };
}

/** Whether the way from one counter value to another holds a reset, a roll-over or a swap, so that what lies between must be read. */
export function isOddStep(from: KnownValue, to: KnownValue, rule: EnergyRule): boolean {
  return rule.by === 'counter' && counterStep(from, to, rule).odd;
}

/** A day over its readings in ascending order; undefined without any. */
export function foldDay(readings: readonly KnownValue[], rule: EnergyRule): DayEnergy | undefined {
  const [first, ...rest] = readings;
  if (!first) return undefined;
  return rest.reduce((day, reading) => addReading(day, reading, rule), beginDay(first));
}

/** kWh until now: a power's last value stands until now, at most for one interval. */
export function energyUntil(day: DayEnergy, rule: EnergyRule, now: number): number {
  const open = rule.by === 'power' && now > day.last.ts ? heldKwh(day.last, now, rule.interval_s) : 0;
  return Math.max(0, day.kwh + open);
}

/** A plant's energy: the sum over the sources that know theirs; null when none does. */
export function sumEnergy(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0);
}
