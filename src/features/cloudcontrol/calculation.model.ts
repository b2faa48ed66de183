import type { Column } from '../measurements/columns.model.ts';
import { QUALITIES, type Quality } from '../measurements/measurements.model.ts';
import { GOOD } from '../measurements/readings.model.ts';

export const OPERATIONS = ['sum', 'mean', 'minimum', 'maximum', 'difference'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Variables that one group takes. */
export const MAX_INPUTS = 200;

/** One input over time, with everything that its value in the result's unit needs. */
export interface InputSeries {
  /** Epoch ms, strictly ascending. */
  readonly ts: Float64Array;
  readonly column: Column | undefined;
  /** What its values are multiplied by to stand in the result's unit. */
  readonly factor: number;
  /** Whether its silence from one instant to the other (epoch ms) is sleep: a photovoltaic night. */
  readonly rests: (from: number, until: number) => boolean;
}

/** The results at the instants of a grid. */
export interface Results {
  readonly ts: Float64Array;
  /** NaN where there is none. */
  readonly values: Float64Array;
  /** The byte of each result's quality. */
  readonly quality: Uint8Array;
  /** 0 where nothing is to be said: no input spoke, and not because of the night. */
  readonly speaks: Uint8Array;
}

const byte = (quality: Quality): number => QUALITIES.indexOf(quality);
const [ASLEEP, MISSING, FAILED] = [byte('asleep'), byte('missing'), byte('failed')];
/** How grave a quality is, by its byte: good, asleep, stale, missing, failed. */
const GRAVITY = ['good', 'asleep', 'stale', 'missing', 'failed'].reduce((rank, quality, i) => {
  rank[byte(quality as Quality)] = i;
  return rank;
}, new Uint8Array(QUALITIES.length));

/** The first instant of a grid at or after an instant. Epoch ms; the grid is the whole multiples of `step_ms`. */
export const gridFrom = (at: number, step_ms: number): number => Math.ceil(at / step_ms) * step_ms;

/** The last instant of a grid at or before an instant. */
export const gridUntil = (at: number, step_ms: number): number => Math.floor(at / step_ms) * step_ms;

/** Whole, or a decimal of twelve digits: 0.1 + 0.2 is 0.3, and what is packed stays small. */
const tidy = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(12)));

/** The operation over good values (at least one); the first minus all others is the difference. */
export function combine(operation: Operation, values: Float64Array): number {
  const [first = Number.NaN] = values;
  let result = first;
  for (let i = 1; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (operation === 'minimum') result = Math.min(result, value);
    else if (operation === 'maximum') result = Math.max(result, value);
    else result += operation === 'difference' ? -value : value;
  }
  return tidy(operation === 'mean' ? result / values.length : result);
}

/** Walks along one input: what it last said at or before an instant. */
class Walk {
  readonly #input: InputSeries;
  #next = 0;
  /** Place of the newest reading so far; -1 for none. */
  #at = -1;

  constructor(input: InputSeries) {
    this.#input = input;
  }

  /** The state of the input in (from, until], and whether it spoke there. */
  look(from: number, until: number): { state: number; value: number; spoke: boolean } {
    const { ts, column, factor, rests } = this.#input;
    for (; this.#next < ts.length && (ts[this.#next] ?? 0) <= until; this.#next++) {
      const said = (column?.quality?.[this.#next] ?? GOOD) !== GOOD;
      if (said || !Number.isNaN(column?.values[this.#next] ?? Number.NaN)) this.#at = this.#next;
    }
    if (this.#at < 0 || (ts[this.#at] ?? 0) <= from)
      return { state: rests(from, until) ? ASLEEP : MISSING, value: Number.NaN, spoke: false };
    const state = column?.quality?.[this.#at] ?? GOOD;
    return { state, value: (column?.values[this.#at] ?? Number.NaN) * factor, spoke: true };
  }
}

/**
 * The results of a group at each instant t of its grid in [start, end] (epoch ms, whole multiples of `step_ms`). An
 * input's value is that of its newest reading in (t − step, t], whatever that reading says: after a good one that failed
 * it is failed. An input without a reading there is missing, or asleep where it rests at night. Only when all are good
 * is there a value, in the result's unit; else the gravest quality stands for it (failed, missing, stale, asleep), and
 * never a part of a sum. Where no input spoke nothing is said, as a device says nothing in a silence, except that all
 * are asleep. A result that is no finite number failed.
 */
export function evaluate(
  operation: Operation,
  inputs: readonly InputSeries[],
  grid: { start: number; end: number; step_ms: number },
): Results {
  const start = gridFrom(grid.start, grid.step_ms);
  const count = Math.max(0, Math.floor((grid.end - start) / grid.step_ms) + 1);
  const ts = Float64Array.from({ length: count }, (_, i) => start + i * grid.step_ms);
  const values = new Float64Array(count).fill(Number.NaN);
  const quality = new Uint8Array(count);
  const speaks = new Uint8Array(count);
  const walks = inputs.map((input) => new Walk(input));
  const gathered = new Float64Array(inputs.length);
  for (const [i, at] of ts.entries()) {
    let gravest = inputs.length === 0 ? MISSING : GOOD;
    let spoke = false;
    walks.forEach((walk, k) => {
      const said = walk.look(at - grid.step_ms, at);
      if ((GRAVITY[said.state] ?? 0) > (GRAVITY[gravest] ?? 0)) gravest = said.state;
      spoke ||= said.spoke;
      gathered[k] = said.value;
    });
    const result = gravest === GOOD ? combine(operation, gathered) : Number.NaN;
    const good = gravest === GOOD && Number.isFinite(result);
    if (good) values[i] = result;
    quality[i] = good ? GOOD : gravest === GOOD ? FAILED : gravest;
    speaks[i] = spoke || gravest === ASLEEP ? 1 : 0;
  }
  return { ts, values, quality, speaks };
}
