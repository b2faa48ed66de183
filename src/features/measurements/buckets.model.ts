import type { Period } from '../../shared/units/zones.ts';
import { type GoodReadings, placeOf } from './columns.model.ts';
import { belongs, type DayRow, type SlotSteps } from './day-row.model.ts';
import { type Aggregate, QUALITIES } from './measurements.model.ts';
import { GOOD } from './readings.model.ts';

const MISSING = QUALITIES.indexOf('missing');

/** Seconds that a point stands for; for raw readings the device's own interval counts instead. */
export const STEP_S: Record<Period, number> = {
  '15m': 900,
  hour: 3600,
  day: 86_400,
  month: 30 * 86_400,
  year: 365 * 86_400,
};

/** A series as it is made: null values are gaps; `quality` holds one byte of QUALITIES for each point. */
export interface Points {
  readonly ts: Float64Array;
  /** NaN for null. */
  readonly values: Float64Array;
  readonly quality: Uint8Array;
}

/** What a slot's good readings come to; without any, n is 0 and nothing else means anything. Energy is NaN for null. */
export interface Total {
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
  energy: number;
}
const NOTHING: Total = {
  n: 0,
  sum: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  first: Number.NaN,
  last: Number.NaN,
  energy: Number.NaN,
};

const starts = new WeakMap<readonly number[], Float64Array>();

/** The beginnings of periods: one list for all series that share their borders. */
function startsOf(borders: readonly number[]): Float64Array {
  const known = starts.get(borders);
  if (known) return known;
  const made = Float64Array.from(borders.slice(0, -1));
  starts.set(borders, made);
  return made;
}

/** Running figures of one slot over the periods between borders. */
export class Buckets {
  readonly borders: readonly number[];
  readonly length: number;
  readonly n: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly energy: Float64Array;
  /** The last quality that was not good, or 0. */
  readonly bad: Uint8Array;
  #at = 0;

  /** @param borders ascending, one more than there are periods. */
  constructor(borders: readonly number[]) {
    this.borders = borders;
    this.length = Math.max(0, borders.length - 1);
    const make = (fill: number) => new Float64Array(this.length).fill(fill);
    this.n = make(0);
    this.sum = make(0);
    this.min = make(Number.POSITIVE_INFINITY);
    this.max = make(Number.NEGATIVE_INFINITY);
    this.first = make(Number.NaN);
    this.last = make(Number.NaN);
    this.energy = make(Number.NaN);
    this.bad = new Uint8Array(this.length);
  }

  /** The period of an instant, or -1; quick when instants come in order. */
  #find(ts: number, closes: boolean): number {
    const { borders, length } = this;
    const holds = (i: number) => belongs(ts, borders[i] ?? 0, borders[i + 1] ?? 0, closes);
    for (let i = this.#at; i < Math.min(length, this.#at + 3); i++) {
      if (holds(i)) {
        this.#at = i;
        return i;
      }
    }
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = borders[middle + 1] ?? 0;
      if (closes ? ts > end : ts >= end) low = middle + 1;
      else high = middle;
    }
    if (low >= length || !holds(low)) return -1;
    this.#at = low;
    return low;
  }

  /** Adds the values (none NaN) of ascending instants, those of [start, end). */
  addValues(
    { ts, values }: Pick<GoodReadings, 'ts' | 'values'>,
    window: { start: number; end: number },
  ): void {
    const [from, until] = [placeOf(ts, window.start), placeOf(ts, window.end)];
    for (let i = from; i < until; ) {
      const bucket = this.#find(ts[i] ?? Number.NaN, false);
      // What lies outside of all periods is stepped over one by one.
      const end = bucket < 0 ? i + 1 : placeAfter(ts, i, until, this.borders[bucket + 1] ?? 0);
      if (bucket >= 0) this.#addRun(bucket, values, i, end);
      i = end;
    }
  }

  #addRun(bucket: number, values: Float64Array, from: number, until: number): void {
    let sum = this.sum[bucket] ?? 0;
    let min = this.min[bucket] ?? 0;
    let max = this.max[bucket] ?? 0;
    for (let i = from; i < until; i++) {
      const value = values[i] ?? Number.NaN;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    if (this.n[bucket] === 0) this.first[bucket] = values[from] ?? Number.NaN;
    this.n[bucket] = (this.n[bucket] ?? 0) + until - from;
    this.sum[bucket] = sum;
    this.min[bucket] = min;
    this.max[bucket] = max;
    this.last[bucket] = values[until - 1] ?? Number.NaN;
  }

  addEnergy(ts: number, energy: number, closes: boolean): void {
    if (Number.isNaN(energy)) return;
    const i = this.#find(ts, closes);
    if (i < 0) return;
    const sum = this.energy[i] ?? Number.NaN;
    this.energy[i] = Number.isNaN(sum) ? energy : sum + energy;
  }

  addBad(ts: number, quality: number): void {
    const i = this.#find(ts, false);
    if (i >= 0) this.bad[i] = quality;
  }

  /** Adds what one slot of a day row came to, at the day's start. */
  addDay(day: DayRow, slot: number, start: number): void {
    const i = this.#find(start, false);
    if (i < 0) return;
    this.addEnergy(start, day.energy[slot] ?? Number.NaN, false);
    const n = day.n[slot] ?? 0;
    if (n === 0) return;
    if (this.n[i] === 0) this.first[i] = day.first[slot] ?? Number.NaN;
    this.n[i] = (this.n[i] ?? 0) + n;
    this.sum[i] = (this.sum[i] ?? 0) + (day.sum[slot] ?? 0);
    const [low, high] = [day.min[slot] ?? Number.NaN, day.max[slot] ?? Number.NaN];
    this.min[i] = Math.min(low, this.min[i] ?? low);
    this.max[i] = Math.max(high, this.max[i] ?? high);
    this.last[i] = day.last[slot] ?? Number.NaN;
  }

  #value(i: number, aggregate: Aggregate): number {
    if (aggregate === 'energy') return this.energy[i] ?? Number.NaN;
    const n = this.n[i] ?? 0;
    if (n === 0) return Number.NaN;
    if (aggregate === 'mean') return (this.sum[i] ?? Number.NaN) / n;
    return this[aggregate][i] ?? Number.NaN;
  }

  /** What all periods together come to. */
  total(): Total {
    const total: Total = { ...NOTHING };
    for (let i = 0; i < this.length; i++) {
      const energy = this.energy[i] ?? Number.NaN;
      if (!Number.isNaN(energy)) total.energy = Number.isNaN(total.energy) ? energy : total.energy + energy;
      if (this.n[i] === 0) continue;
      if (total.n === 0) total.first = this.first[i] ?? Number.NaN;
      total.n += this.n[i] ?? 0;
      total.sum += this.sum[i] ?? 0;
      total.min = Math.min(this.min[i] ?? Number.NaN, total.min);
      total.max = Math.max(this.max[i] ?? Number.NaN, total.max);
      total.last = this.last[i] ?? Number.NaN;
    }
    return total;
  }

  /** The series of one aggregate; a period without a good reading is null and says why, as far as is known. */
  points(aggregate: Aggregate): Points {
    const values = new Float64Array(this.length);
    const quality = new Uint8Array(this.length);
    for (let i = 0; i < this.length; i++) {
      const value = this.#value(i, aggregate);
      values[i] = value;
      if (Number.isNaN(value)) quality[i] = (this.bad[i] ?? GOOD) || MISSING;
    }
    return { ts: startsOf(this.borders), values, quality };
  }
}

/** The first place from `i` whose instant is not before `end`; near as a rule. */
function placeAfter(ts: Float64Array, i: number, until: number, end: number): number {
  let place = i + 1;
  while (place < until && (ts[place] ?? Number.NaN) < end) place++;
  return place;
}

/** Adds the energy of one day's steps of a slot, as `readingSteps` gives them for readings that reach past its end. */
export function addEnergySteps(
  buckets: Buckets,
  steps: SlotSteps,
  day: { start: number; end: number },
): void {
  if (!steps.energy) return;
  for (let i = 0; i < steps.ts.length; i++) {
    const ts = steps.ts[i] ?? Number.NaN;
    if (belongs(ts, day.start, day.end, steps.closes))
      buckets.addEnergy(ts, steps.energy[i] ?? Number.NaN, steps.closes);
  }
}
