import { DAY_MS, HOUR_MS, type Period } from '../../shared/units/zones.ts';
import { type Points, STEP_S } from './buckets.model.ts';
import type { Column } from './columns.model.ts';
import type { SlotMeta } from './day-row.model.ts';
import { type Aggregate, MAX_POINTS, QUALITIES, type Resolution } from './measurements.model.ts';
import { GOOD } from './readings.model.ts';

export type FixedResolution = Exclude<Resolution, 'auto'>;

const MISSING = QUALITIES.indexOf('missing');
const COARSER: readonly FixedResolution[] = ['raw', '15m', 'hour', 'day', 'month', 'year'];

/** The next coarser resolution; a year stays a year. */
export function coarser(resolution: FixedResolution): FixedResolution {
  return COARSER[COARSER.indexOf(resolution) + 1] ?? 'year';
}

const AUTO_VALUES: readonly [days: number, FixedResolution][] = [
  [3, 'raw'],
  [14, '15m'],
  [93, 'hour'],
  [1200, 'day'],
  [7500, 'month'],
];
const AUTO_ENERGY: readonly [days: number, FixedResolution][] = [
  [2, '15m'],
  [8, 'hour'],
  [400, 'day'],
  [7500, 'month'],
];

/** Periods in a window of this length; a month is a twelfth of a year here. */
function countPeriods(period: Period, span_ms: number): number {
  const step_ms = period === 'month' ? 30.4 * DAY_MS : STEP_S[period] * 1000;
  return Math.ceil(span_ms / step_ms - 0.1);
}

/** Whether a series' periods add up to the window's: thinned, they would not. */
export const addsUp = (aggregate: Aggregate): boolean => aggregate === 'energy' || aggregate === 'sum';

/** Periods of all series that are counted at once. */
const MAX_PERIODS = 1_000_000;

/**
 * How many periods a series may be counted in: `points` where the resolution is free, or where the periods must add up;
 * values of a resolution that was asked for are thinned afterwards, so that they may be counted in many more.
 */
export function maxPeriods(
  asked: Resolution,
  max: { seriesSources: number; points: number; addsUp: boolean },
): number {
  // Windows that begin within a period touch one more than they are long.
  if (max.addsUp) return Math.min(max.points, MAX_POINTS - 1);
  const inAll = Math.floor(MAX_PERIODS / Math.max(1, max.seriesSources));
  return asked === 'auto' ? max.points : Math.max(max.points, inAll);
}

/**
 * The resolution that answers a question: the one asked for, or one that suits the window; coarser where it would make
 * more than `points` periods. Energy has no raw resolution.
 */
export function chooseResolution(
  asked: Resolution,
  span_ms: number,
  wish: { energy: boolean; points: number },
): FixedResolution {
  const auto = wish.energy ? AUTO_ENERGY : AUTO_VALUES;
  let chosen =
    asked === 'auto' ? (auto.find(([days]) => span_ms <= days * DAY_MS + 2 * HOUR_MS)?.[1] ?? 'year') : asked;
  if (chosen === 'raw' && wish.energy) chosen = '15m';
  while (chosen !== 'raw' && chosen !== 'year' && countPeriods(chosen, span_ms) > wish.points)
    chosen = coarser(chosen);
  return chosen;
}

/** How a variable is summed up when nobody says. */
export function defaultAggregate({ kind }: Pick<SlotMeta, 'kind'>): Aggregate {
  if (kind === 'counter') return 'energy';
  return kind === 'gauge' ? 'mean' : 'last';
}

/** Readings this many periods apart leave periods empty. */
const RARE_STEPS = 1.5;
/** Fewer spacings tell no rhythm. */
const MIN_SPACINGS = 4;

const rarity = new WeakMap<Float64Array, Map<number, boolean>>();

/**
 * Whether a slot's readings are as a rule (their median spacing) further apart than 1.5 periods of `step_ms`. For slots
 * that speak at every instant it is counted once.
 */
export function isRarerThan(ts: Float64Array, column: Column, step_ms: number): boolean {
  if (!column.isWhole) return countRare(ts, column, step_ms);
  const known = rarity.get(ts) ?? new Map<number, boolean>();
  rarity.set(ts, known);
  const isRare = known.get(step_ms) ?? countRare(ts, column, step_ms);
  known.set(step_ms, isRare);
  return isRare;
}

function countRare(ts: Float64Array, { values, quality }: Column, step_ms: number): boolean {
  const max = RARE_STEPS * step_ms;
  let [all, wide] = [0, 0];
  let previous = Number.NaN;
  for (let i = 0; i < ts.length; i++) {
    if (Number.isNaN(values[i] ?? Number.NaN) && (quality?.[i] ?? GOOD) === GOOD) continue;
    const at = ts[i] ?? Number.NaN;
    if (!Number.isNaN(previous)) all++;
    if (at - previous > max) wide++;
    previous = at;
  }
  return all >= MIN_SPACINGS && wide * 2 > all;
}

/** A silence longer than this many steps is a gap. */
export const GAP_STEPS = 2.5;

/**
 * Whether the silence after point `i` is a gap: longer than 2.5 steps. The step is the declared one or, where readings
 * are kept more coarsely (older history), the spacing of the neighbours.
 */
function isGap(ts: Float64Array, i: number, step_ms: number): boolean {
  const silence = (ts[i + 1] ?? Number.NaN) - (ts[i] ?? Number.NaN);
  if (!(silence > GAP_STEPS * step_ms)) return false;
  const around: number[] = [];
  for (let k = i - 3; k <= i + 3; k++) {
    const spacing = (ts[k + 1] ?? Number.NaN) - (ts[k] ?? Number.NaN);
    if (k !== i && !Number.isNaN(spacing)) around.push(spacing);
  }
  around.sort((a, b) => a - b);
  const typical = around[Math.floor(around.length / 2)] ?? step_ms;
  return silence > GAP_STEPS * Math.max(step_ms, typical);
}

/** Puts a null behind the last reading before each gap, so that no line is drawn across it. */
export function markGaps(points: Points, step_ms: number): Points {
  const ts: number[] = [];
  const values: number[] = [];
  const quality: number[] = [];
  points.ts.forEach((at, i) => {
    ts.push(at);
    values.push(points.values[i] ?? Number.NaN);
    quality.push(points.quality[i] ?? GOOD);
    if (Number.isNaN(points.values[i] ?? Number.NaN) || !isGap(points.ts, i, step_ms)) return;
    ts.push(at + step_ms);
    values.push(Number.NaN);
    quality.push(MISSING);
  });
  return {
    ts: Float64Array.from(ts),
    values: Float64Array.from(values),
    quality: Uint8Array.from(quality),
  };
}

/**
 * Puts the places of those points of [from, until) that a pixel needs into `kept` from `at` on: the least, the greatest
 * and one null, in their order. Answers where the next pixel's go.
 */
function keepOfPixel(
  values: Float64Array,
  [from, until]: [number, number],
  kept: Int32Array,
  at: number,
): number {
  let [min, greatest, gap] = [-1, -1, -1];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = from; i < until; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) gap = i;
    if (value < low) [min, low] = [i, value];
    if (value > high) [greatest, high] = [i, value];
  }
  let next = at;
  if (min >= 0) kept[next++] = min;
  if (greatest >= 0 && greatest !== min) kept[next++] = greatest;
  if (gap >= 0) kept[next++] = gap;
  kept.subarray(at, next).sort();
  return next;
}

/**
 * At most `most` points (three at least): of each pixel the least, the greatest and one null stay, in their order, so
 * that neither a spike nor a gap is lost.
 */
export function thin(points: Points, max: number, window: { start: number; end: number }): Points {
  const { ts, values, quality } = points;
  if (ts.length <= max) return points;
  const pixels = Math.max(1, Math.floor(max / 3));
  const perPixel = pixels / (window.end - window.start);
  const places = new Int32Array(3 * pixels);
  let count = 0;
  for (let from = 0, until = 0, pixel = 0; from < ts.length && pixel < pixels; pixel++) {
    // What stands before the window belongs to its first pixel, what stands behind it to its last.
    const last = pixel === pixels - 1;
    while (until < ts.length && (last || ((ts[until] ?? 0) - window.start) * perPixel < pixel + 1)) until++;
    if (until > from) count = keepOfPixel(values, [from, until], places, count);
    from = until;
  }
  const kept: Points = {
    ts: new Float64Array(count),
    values: new Float64Array(count),
    quality: new Uint8Array(count),
  };
  for (let k = 0; k < count; k++) {
    const i = places[k] ?? 0;
    kept.ts[k] = ts[i] ?? 0;
    kept.values[k] = values[i] ?? Number.NaN;
    kept.quality[k] = quality[i] ?? GOOD;
  }
  return kept;
}

/** Raw readings of one slot: a value with its quality, null where a delivery had none. */
export function rawPoints(ts: Float64Array, { values, quality }: Column): Points {
  const points: Points = {
    ts: new Float64Array(ts.length),
    values: new Float64Array(ts.length),
    quality: new Uint8Array(ts.length),
  };
  let count = 0;
  for (let i = 0; i < ts.length; i++) {
    const value = values[i] ?? Number.NaN;
    const state = quality?.[i] ?? GOOD;
    if (Number.isNaN(value) && state === GOOD) continue;
    points.ts[count] = ts[i] ?? Number.NaN;
    points.values[count] = value;
    points.quality[count] = state;
    count++;
  }
  return {
    ts: points.ts.subarray(0, count),
    values: points.values.subarray(0, count),
    quality: points.quality.subarray(0, count),
  };
}
