import type { DrawnPoints } from './series.model.ts';
import type { TimeWindow } from './window.model.ts';

/** So many points a pixel are drawn as they are. */
const PER_PIXEL = 2;

/** The first and last index needed to draw a view: one point more on each side, so that lines run to the edges. */
function rangeOf({ x, length }: DrawnPoints, { start_at, end_at }: TimeWindow): [number, number] {
  const firstAfter = (at: number) => {
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((x[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [Math.max(0, firstAfter(start_at) - 1), Math.min(length, firstAfter(end_at) + 1)];
}

/** Writes up to three indices in their order; -1 is none, and one that comes twice is written once. */
function pushInOrder(kept: number[], a: number, b: number, c: number): void {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  const middle = a + b + c - low - high;
  if (low >= 0) kept.push(low);
  if (middle >= 0 && middle !== low) kept.push(middle);
  if (high >= 0 && high !== middle) kept.push(high);
}

/** The least, the greatest and one gap of the points [from, until), in their order, written behind one another. */
function keepOfPixel(value: Float64Array, from: number, until: number, kept: number[]): void {
  let [min, greatest, gap] = [-1, -1, -1];
  for (let i = from; i < until; i++) {
    const here = value[i] ?? Number.NaN;
    if (Number.isNaN(here)) gap = i;
    else {
      if (min < 0 || here < (value[min] ?? 0)) min = i;
      if (greatest < 0 || here > (value[greatest] ?? 0)) greatest = i;
    }
  }
  pushInOrder(kept, min, greatest, gap);
}

/** Adds the points [from, until) to what is kept: all of them, or what so many columns of pixels can show. */
function keepRange(
  { x, value }: DrawnPoints,
  [from, until]: [number, number],
  columns: number,
  kept: number[],
): void {
  if (until - from <= PER_PIXEL * columns) {
    for (let i = from; i < until; i++) kept.push(i);
    return;
  }
  const start = x[from] ?? 0;
  const width = ((x[until - 1] ?? start) - start) / columns || 1;
  for (let i = from, next = i; i < until; i = next) {
    const border = start + (Math.floor(((x[i] ?? 0) - start) / width) + 1) * width;
    next = i + 1;
    while (next < until && (x[next] ?? 0) < border) next++;
    keepOfPixel(value, i, next, kept);
  }
}

/** Whether a line has more points than pixels to show them, so that it is thinned anew for each view. */
export const isThinned = ({ length }: DrawnPoints, pixels: number) =>
  length > PER_PIXEL * Math.max(1, pixels);

/**
 * The points of a line as [x, value, x, value …] for a view of so many pixels. Where there are more than the pixels can
 * show, each pixel keeps its least, its greatest and its gap: neither a spike nor a hole is lost. What lies outside the
 * view stays more coarsely, so that axes keep their range and a view that moves finds its line.
 */
export function flatPoints(points: DrawnPoints, view: TimeWindow, pixels: number): Float64Array {
  const [from, until] = rangeOf(points, view);
  const columns = Math.max(1, Math.floor(pixels));
  const outside = Math.ceil(columns / 4);
  const kept: number[] = [];
  if (isThinned(points, pixels)) {
    keepRange(points, [0, from], outside, kept);
    keepRange(points, [from, until], columns, kept);
    keepRange(points, [until, points.length], outside, kept);
  } else keepRange(points, [0, points.length], columns, kept);
  const flat = new Float64Array(2 * kept.length);
  for (let k = 0; k < kept.length; k++) {
    const i = kept[k] ?? 0;
    flat[2 * k] = points.x[i] ?? 0;
    flat[2 * k + 1] = points.value[i] ?? Number.NaN;
  }
  return flat;
}

/** The readings between two gaps, which no line touches: only a dot tells of them. */
export function lonelyPoints({ length, x, value }: DrawnPoints, all: boolean): Float64Array {
  const flat: number[] = [];
  for (let i = 0; i < length; i++) {
    if (Number.isNaN(value[i])) continue;
    const before = i === 0 || Number.isNaN(value[i - 1]);
    const after = i + 1 === length || Number.isNaN(value[i + 1]);
    if (all || (before && after)) flat.push(x[i] ?? 0, value[i] ?? 0);
  }
  return Float64Array.from(flat);
}
