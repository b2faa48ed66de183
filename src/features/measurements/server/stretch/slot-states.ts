import type { Column } from '../../columns.model.ts';
import { QUALITIES } from '../../measurements.model.ts';
import { GOOD } from '../../readings.model.ts';
import { type ByteReader, type ByteWriter, DamagedBytes } from '../packed-bytes.ts';
import type { Wished } from './residuals.ts';
import { putValues, takeValues } from './values.ts';

/** What a slot says at an instant: its quality, and whether there is a value. 0: nothing. */
const VALUE = 1;
const GOOD_VALUE = stateOf(0, GOOD);
const STATES = 2 * QUALITIES.length;
const RUN_UNIT = 16;

function stateOf(value: number, quality: number): number {
  return quality * 2 + (Number.isNaN(value) ? 0 : VALUE);
}

/** What a slot says, without the instants at which it says nothing; room that is used again. */
export class Spoken {
  /** 1 at each instant at which it speaks. */
  presence = new Uint8Array(0);
  /** Instants at which it speaks. */
  count = 0;
  /** The same number for the same presence, and hardly for another. */
  hash = 0;
  /** State and length, one after the other. */
  readonly runs: number[] = [];
  values = new Float64Array(0);
  valueCount = 0;

  fill({ values, quality }: Column): void {
    const length = values.length;
    if (this.presence.length < length) {
      this.presence = new Uint8Array(2 * length);
      this.values = new Float64Array(2 * length);
    }
    this.runs.length = 0;
    this.count = 0;
    this.valueCount = 0;
    this.hash = 0;
    let [state, start] = [0, 0];
    for (let i = 0; i < length; i++) {
      const value = values[i] ?? Number.NaN;
      const own = stateOf(value, quality === null ? GOOD : (quality[i] ?? GOOD));
      this.presence[i] = own === 0 ? 0 : 1;
      if (own === 0) continue;
      if (own !== state) {
        this.#endRun(state, this.count - start);
        [state, start] = [own, this.count];
      }
      this.count++;
      this.hash = (Math.imul(this.hash, 31) + i) | 0;
      if (own & VALUE) this.values[this.valueCount++] = value;
    }
    this.#endRun(state, this.count - start);
  }

  #endRun(state: number, length: number): void {
    if (length > 0) this.runs.push(state, length);
  }

  /** Writes the states run by run (nothing but a zero where all is good) and the values. */
  put(to: ByteWriter): void {
    const { runs } = this;
    if (runs.length === 2 && runs[0] === GOOD_VALUE) to.byte(0);
    else {
      to.count(runs.length / 2);
      for (let i = 0; i < runs.length; i += 2) to.count((runs[i + 1] ?? 0) * RUN_UNIT + (runs[i] ?? 0));
    }
    if (this.valueCount > 0) putValues(to, this.values, this.valueCount);
  }
}

export interface Run {
  readonly state: number;
  readonly length: number;
}

/** The runs of a slot's states over its `total` instants; none where all is good. @throws DamagedBytes */
function takeRuns(from: ByteReader, total: number): Run[] {
  const runs: Run[] = [];
  let left = total;
  const count = from.count();
  for (let i = 0; i < count; i++) {
    const number = from.count();
    const run = { state: number % RUN_UNIT, length: Math.floor(number / RUN_UNIT) };
    if (run.length === 0 || run.length > left || run.state === 0 || run.state >= STATES)
      throw new DamagedBytes('its states are wrong');
    runs.push(run);
    left -= run.length;
  }
  if (count > 0 && left > 0) throw new DamagedBytes('its states are wrong');
  return runs;
}

/** Values among the first `count` instants. */
function valuesWithin(runs: readonly Run[], count: number): number {
  let [left, values] = [count, 0];
  for (const { state, length } of runs) {
    const taken = Math.min(left, length);
    if (state & VALUE) values += taken;
    left -= taken;
  }
  return values;
}

/**
 * Puts what a slot says at its first `wished.count` instants into `wished.into`, NaN where it has no value. Answers its
 * runs of states; none where all is good. @throws DamagedBytes
 */
export function takeSpoken(from: ByteReader, wished: Wished): readonly Run[] {
  const { into, at, count, total } = wished;
  const runs = takeRuns(from, total);
  if (runs.length === 0) {
    takeValues(from, wished);
    return runs;
  }
  const values = valuesWithin(runs, count);
  const all = valuesWithin(runs, total);
  if (values > 0) takeValues(from, { into, at, count: values, total: all });
  if (values < count) spread(runs, into, at, { count, values });
  return runs;
}

/** Moves the values, which stand side by side, to their instants; from the end, so that none is written over. */
function spread(
  runs: readonly Run[],
  into: Float64Array,
  at: number,
  { count, values }: { count: number; values: number },
): void {
  let taken = at + values;
  let end = at + runs.reduce((sum, { length }) => sum + length, 0);
  const stop = at + count;
  for (const { state, length } of runs.toReversed()) {
    const start = end - length;
    const until = Math.min(end, stop);
    if (until > start) {
      if (state & VALUE) {
        taken -= until - start;
        into.copyWithin(start, taken, taken + until - start);
      } else into.fill(Number.NaN, start, until);
    }
    end = start;
  }
}

/** The quality of each of the instants [from, until), from runs of states, by `put`, where it is not good. */
export function eachQuality(
  runs: readonly Run[],
  window: { from: number; until: number },
  put: (place: number, quality: number) => void,
): void {
  let start = 0;
  for (const { state, length } of runs) {
    const quality = state >> 1;
    const until = Math.min(start + length, window.until);
    if (quality !== GOOD) for (let i = Math.max(start, window.from); i < until; i++) put(i, quality);
    start += length;
  }
}
