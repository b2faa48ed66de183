/** Byte kept for the quality `good`; see QUALITIES. */
export const GOOD = 0;

/**
 * What one device delivered for one instant. `values[slot]` is the variable's value in its own unit, NaN where the
 * delivery says nothing. `quality[slot]` is the place in QUALITIES; null means that every value is good. A slot with a
 * quality other than good speaks even without a value.
 */
export interface ReadingRow {
  readonly device_id: number;
  /** Epoch milliseconds. */
  readonly ts: number;
  readonly values: Float64Array;
  readonly quality: Uint8Array | null;
}

/** What a device's slots last said: the newest good value with its instant, and the quality of the newest delivery. */
export interface LastRow {
  device_id: number;
  ts: number;
  values: Float64Array;
  /** Epoch milliseconds of each value, NaN where there is none. */
  slot_ts: Float64Array;
  /** Epoch milliseconds at which each slot last said anything, NaN where it did not. */
  spoke_ts: Float64Array;
  /** How each slot was then. */
  quality: Uint8Array | null;
}

const speaks = (row: ReadingRow, slot: number): boolean =>
  Number.isFinite(row.values[slot]) || (row.quality?.[slot] ?? GOOD) !== GOOD;

/** How many slots of a row say something. */
export function countReadings(row: ReadingRow): number {
  let count = 0;
  for (let slot = 0; slot < row.values.length; slot++) if (speaks(row, slot)) count++;
  return count;
}

function mergeInto(earlier: ReadingRow, later: ReadingRow): ReadingRow {
  const length = Math.max(earlier.values.length, later.values.length);
  const values = new Float64Array(length).fill(Number.NaN);
  values.set(earlier.values);
  const quality = earlier.quality || later.quality ? new Uint8Array(length) : null;
  if (earlier.quality) quality?.set(earlier.quality);
  for (let slot = 0; slot < later.values.length; slot++) {
    if (!speaks(later, slot)) continue;
    values[slot] = later.values[slot] ?? Number.NaN;
    if (quality) quality[slot] = later.quality?.[slot] ?? GOOD;
  }
  return { device_id: later.device_id, ts: later.ts, values, quality };
}

/** A quality of nothing but good is written as null, so that a repeated delivery compares equal. */
function plain(row: ReadingRow): ReadingRow {
  return row.quality?.every((byte) => byte === GOOD) ? { ...row, quality: null } : row;
}

/**
 * Sorts by device and instant (every writer takes its locks in that order), merges rows of the same key slot by slot
 * (the later delivery wins) and drops rows in which no slot speaks.
 */
export function orderRows(rows: readonly ReadingRow[]): ReadingRow[] {
  const sorted = rows
    .filter((row) => countReadings(row) > 0)
    .sort((a, b) => a.device_id - b.device_id || a.ts - b.ts);
  const merged: ReadingRow[] = [];
  for (const row of sorted) {
    const previous = merged.at(-1);
    if (previous?.device_id === row.device_id && previous.ts === row.ts) {
      merged[merged.length - 1] = plain(mergeInto(previous, row));
    } else merged.push(plain(row));
  }
  return merged;
}

/**
 * A reading may be stamped so far ahead of the clock (ms) and count as the newest: clocks of senders differ. One further
 * ahead is kept in its place and is the newest when its time has come, so that it hides nothing true.
 */
export const AHEAD_OF_CLOCK_MS = 60_000;

/** What is left of a last row without the slots that spoke after `until` (epoch ms); null for nothing. */
export function withoutAhead(row: LastRow, until: number): LastRow | null {
  const keep = (ts: Float64Array) => ts.map((at) => (at > until ? Number.NaN : at));
  const slot_ts = keep(row.slot_ts);
  const spoke_ts = keep(row.spoke_ts);
  const left = [...slot_ts, ...spoke_ts].filter((at) => !Number.isNaN(at));
  if (left.length === 0) return null;
  const ts = Math.max(...left);
  const values = row.values.map((value, slot) => (Number.isNaN(slot_ts[slot]) ? Number.NaN : value));
  const quality = row.quality && spoke_ts.map((at, slot) => (at > 0 ? (row.quality?.[slot] ?? GOOD) : GOOD));
  return { ...row, ts, values, slot_ts, spoke_ts, quality: quality && Uint8Array.from(quality) };
}

const isWhole = ({ values, quality }: ReadingRow): boolean =>
  quality === null && values.every(Number.isFinite);

/**
 * The newest row of each device among rows as `orderRows` gives them, where that says all there is to say: each slot of each
 * device speaks in it, and well. Null where it does not.
 */
export function wholeRows(rows: readonly ReadingRow[]): readonly ReadingRow[] | null {
  const newest: ReadingRow[] = [];
  let slots = 0;
  for (const [i, row] of rows.entries()) {
    slots = Math.max(slots, row.values.length);
    if (rows[i + 1]?.device_id === row.device_id) continue;
    if (row.values.length < slots || !isWhole(row)) return null;
    newest.push(row);
    slots = 0;
  }
  return newest;
}

/** The last row of each device among rows as `orderRows` gives them, devices ascending. */
export function lastRows(rows: readonly ReadingRow[]): LastRow[] {
  const result: LastRow[] = [];
  let start = 0;
  for (let i = 1; i <= rows.length; i++) {
    if (i < rows.length && rows[i]?.device_id === rows[start]?.device_id) continue;
    result.push(lastOfDevice(rows.slice(start, i)));
    start = i;
  }
  return result;
}

function lastOfDevice(rows: readonly ReadingRow[]): LastRow {
  const length = rows.reduce((max, row) => Math.max(max, row.values.length), 0);
  const values = new Float64Array(length).fill(Number.NaN);
  const slot_ts = new Float64Array(length).fill(Number.NaN);
  const quality = new Uint8Array(length);
  const spoke_ts = new Float64Array(length).fill(Number.NaN);
  let open = length * 2;
  // Backwards, until each slot has told its newest state and its newest good value.
  for (let i = rows.length - 1; i >= 0 && open > 0; i--) {
    const row = rows[i];
    if (!row) break;
    for (let slot = 0; slot < row.values.length; slot++) {
      if (!speaks(row, slot)) continue;
      const state = row.quality?.[slot] ?? GOOD;
      if (Number.isNaN(spoke_ts[slot])) {
        spoke_ts[slot] = row.ts;
        quality[slot] = state;
        open--;
      }
      if (state === GOOD && Number.isNaN(slot_ts[slot])) {
        values[slot] = row.values[slot] ?? Number.NaN;
        slot_ts[slot] = row.ts;
        open--;
      }
    }
  }
  const newest = rows.at(-1);
  if (!newest) throw new Error('a device without rows has no last row');
  const allGood = quality.every((byte) => byte === GOOD);
  const { device_id, ts } = newest;
  return { device_id, ts, values, slot_ts, spoke_ts, quality: allGood ? null : quality };
}
