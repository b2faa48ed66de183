import { QUALITIES } from './measurements.model.ts';
import { GOOD } from './readings.model.ts';

/** One slot of a device over its instants: NaN where it says no value; quality null means that all is good. */
export interface Column {
  values: Float64Array;
  quality: Uint8Array | null;
  /** Known to have a good value at every instant; otherwise nothing is known. */
  isWhole?: boolean;
}

/** A device's readings in columns: all stand on the same instants (epoch ms, strictly ascending). */
export interface Readings {
  readonly ts: Float64Array;
  /** By slot, or in the order in which slots were asked for. */
  readonly columns: readonly Column[];
}

/** One hot row as it is read: values by slot, NaN for null; quality null means all good. */
export interface HotRow {
  readonly ts: number;
  readonly values: Float64Array;
  readonly quality: Uint8Array | null;
}

/** Whether a slot said anything: a value, or a quality other than good. */
const speaks = ({ values, quality }: Column, i: number): boolean =>
  !Number.isNaN(values[i] ?? Number.NaN) || (quality?.[i] ?? GOOD) !== GOOD;

/** Columns with room for so many instants; silent until something is put there when `fill` is NaN. */
export function makeReadings(slots: number, length: number, fill = 0): Readings {
  const make = () => (fill === 0 ? new Float64Array(length) : new Float64Array(length).fill(fill));
  return {
    ts: new Float64Array(length),
    columns: Array.from({ length: slots }, () => ({ values: make(), quality: null })),
  };
}

/** Rows (ascending) as columns, as many as the longest row has values. */
export function columnsOfRows(rows: readonly HotRow[]): Readings {
  const slots = rows.reduce((max, { values }) => Math.max(max, values.length), 0);
  const readings = makeReadings(slots, rows.length, Number.NaN);
  rows.forEach(({ ts, values, quality }, i) => {
    readings.ts[i] = ts;
    readings.columns.forEach((column, slot) => {
      column.values[i] = values[slot] ?? Number.NaN;
      const state = quality?.[slot] ?? GOOD;
      if (state === GOOD) return;
      column.quality ??= new Uint8Array(rows.length);
      column.quality[i] = state;
    });
  });
  return readings;
}

/** The place of the first instant at or after `at`. */
export function placeOf(ts: Float64Array, at: number): number {
  let [low, high] = [0, ts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ts[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The readings of [start, end), on the same memory. */
export function between({ ts, columns }: Readings, start: number, end: number): Readings {
  const [from, until] = [placeOf(ts, start), placeOf(ts, end)];
  if (from === 0 && until === ts.length) return { ts, columns };
  return {
    ts: ts.subarray(from, until),
    columns: columns.map(({ values, quality, isWhole }) => ({
      values: values.subarray(from, until),
      quality: quality?.subarray(from, until) ?? null,
      ...(isWhole ? { isWhole } : {}),
    })),
  };
}

const EMPTY: Readings = { ts: new Float64Array(0), columns: [] };

/** Parts that follow each other in time, as one. A slot that a part does not have is silent there. */
export function joinReadings(parts: readonly Readings[]): Readings {
  const [first] = parts;
  if (!first) return EMPTY;
  if (parts.length === 1) return first;
  const slots = parts.reduce((max, { columns }) => Math.max(max, columns.length), 0);
  const length = parts.reduce((sum, { ts }) => sum + ts.length, 0);
  const joined = makeReadings(slots, length, Number.NaN);
  let at = 0;
  for (const { ts, columns } of parts) {
    joined.ts.set(ts, at);
    for (const [slot, { values, quality }] of columns.entries()) {
      const column = joined.columns[slot];
      if (!column) continue;
      column.values.set(values, at);
      if (!quality) continue;
      column.quality ??= new Uint8Array(length);
      column.quality.set(quality, at);
    }
    at += ts.length;
  }
  return joined;
}

/** Where each instant of either side comes from: its place there, or -1. */
function interleave(a: Float64Array, b: Float64Array): { ts: number[]; fromA: number[]; fromB: number[] } {
  const places = { ts: [] as number[], fromA: [] as number[], fromB: [] as number[] };
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [x, y] = [a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY];
    places.ts.push(Math.min(x, y));
    places.fromA.push(x <= y ? i++ : -1);
    places.fromB.push(y <= x ? j++ : -1);
  }
  return places;
}

/** Both deliveries slot by slot: where the later one speaks it wins, exactly as in the hot table. */
export function mergeReadings(earlier: Readings = EMPTY, later: Readings = EMPTY): Readings {
  if (later.ts.length === 0) return earlier;
  if (earlier.ts.length === 0) return later;
  const { ts, fromA, fromB } = interleave(earlier.ts, later.ts);
  const slots = Math.max(earlier.columns.length, later.columns.length);
  const merged = makeReadings(slots, ts.length, Number.NaN);
  merged.ts.set(ts);
  const put = (column: Column, to: number, from: Column | undefined, at: number) => {
    if (!from || at < 0 || !speaks(from, at)) return;
    column.values[to] = from.values[at] ?? Number.NaN;
    const state = from.quality?.[at] ?? GOOD;
    if (state !== GOOD) column.quality ??= new Uint8Array(ts.length);
    if (column.quality) column.quality[to] = state;
  };
  merged.columns.forEach((column, slot) => {
    for (let i = 0; i < ts.length; i++) {
      put(column, i, earlier.columns[slot], fromA[i] ?? -1);
      put(column, i, later.columns[slot], fromB[i] ?? -1);
    }
  });
  return merged;
}

/** One column's good readings, ascending, each with the instant at which the slot spoke next, good or not. */
export interface GoodReadings {
  readonly ts: Float64Array;
  readonly values: Float64Array;
  /** NaN, or nothing behind the last one, for never. */
  readonly next: Float64Array;
}

const hasHoles = (values: Float64Array): boolean => {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) return true;
  return false;
};

/** The good readings of a column; on the same memory where all are good. */
export function goodReadings(ts: Float64Array, column: Column | undefined): GoodReadings {
  if (!column) return { ts: EMPTY.ts, values: EMPTY.ts, next: EMPTY.ts };
  const { values, quality } = column;
  if (column.isWhole || (!quality && !hasHoles(values))) return { ts, values, next: ts.subarray(1) };
  const good = { ts: new Float64Array(ts.length), values: new Float64Array(ts.length) };
  const next = new Float64Array(ts.length).fill(Number.NaN);
  let count = 0;
  let open = -1;
  for (let i = 0; i < ts.length; i++) {
    const value = values[i] ?? Number.NaN;
    const isGood = (quality?.[i] ?? GOOD) === GOOD;
    if (isGood && Number.isNaN(value)) continue;
    if (open >= 0) next[open] = ts[i] ?? Number.NaN;
    open = -1;
    // A value that is no number cannot be counted, whatever its quality says.
    if (!isGood || Number.isNaN(value)) continue;
    good.ts[count] = ts[i] ?? Number.NaN;
    good.values[count] = value;
    open = count++;
  }
  return {
    ts: good.ts.subarray(0, count),
    values: good.values.subarray(0, count),
    next: next.subarray(0, count),
  };
}

/** A range of readings that a person declared bad: [start, end), of some slots or (null) of all. */
export interface Mark {
  readonly device_id: number;
  readonly slots: readonly number[] | null;
  readonly start: number;
  readonly end: number;
}

const FAILED = QUALITIES.indexOf('failed');

function markColumn(ts: Float64Array, { values, quality }: Column, marks: readonly Mark[]): Column {
  const marked = { values: values.slice(), quality: quality?.slice() ?? new Uint8Array(values.length) };
  for (const { start, end } of marks) {
    for (let i = placeOf(ts, start); i < placeOf(ts, end); i++) {
      if (!speaks({ values, quality }, i)) continue;
      marked.values[i] = Number.NaN;
      marked.quality[i] = FAILED;
    }
  }
  return marked;
}

/**
 * The readings as they count: what a mark covers has no value and is `failed`. What came is not changed.
 * @param slots the slot of each column, in their order
 */
export function withMarks(readings: Readings, slots: readonly number[], marks: readonly Mark[]): Readings {
  if (marks.length === 0 || readings.ts.length === 0) return readings;
  const columns = readings.columns.map((column, i) => {
    const own = marks.filter((mark) => mark.slots === null || mark.slots.includes(slots[i] ?? -1));
    return own.length === 0 ? column : markColumn(readings.ts, column, own);
  });
  return { ts: readings.ts, columns };
}
