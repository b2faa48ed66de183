import { type Column, makeReadings, type Readings } from '../columns.model.ts';
import { DamagedBytes } from './packed-bytes.ts';
import { MAX_CELLS, type PackedSlot, PackedStretch } from './packed-stretch.ts';
import { unionOf, windowOf } from './stretch/clocks.ts';
import { eachQuality, takeSpoken } from './stretch/slot-states.ts';

export interface StretchQuery {
  /** Slots, ascending: the columns stand in their order. Null: all, the columns are the slots. */
  readonly slots: readonly number[] | null;
  /** Epoch ms of [start, end); from the first, to the last instant where they are missing. */
  readonly start?: number;
  readonly end?: number;
}

/** What is read of one stretch. */
interface Plan {
  /** Instants at which one of the slots speaks. */
  readonly ts: Float64Array;
  readonly slots: readonly (PackedSlot | undefined)[];
  readonly start: number;
  readonly end: number;
}

function planOf(
  stretch: PackedStretch,
  wished: readonly number[],
  { start, end }: { start: number; end: number },
): Plan {
  const slots = wished.map((slot) => stretch.slot(slot));
  const clocks = [...new Set(slots.flatMap((slot) => (slot ? [slot.ts] : [])))];
  const ts = unionOf(
    clocks.map((clock) => {
      const { from, until } = windowOf(clock, start, end);
      return clock.subarray(from, until);
    }),
  );
  if (ts.length * slots.length > MAX_CELLS) throw new DamagedBytes('it is too large');
  return { ts, slots, start, end };
}

let scratch = new Float64Array(0);

/** Puts the plan's part of a slot into a column from `at`. Answers whether it is good at every instant. */
function fillColumn(plan: Plan, slot: PackedSlot | undefined, column: Column, at: number): boolean {
  const { ts, start, end } = plan;
  const window = slot ? windowOf(slot.ts, start, end) : { from: 0, until: 0 };
  const { from, until } = window;
  const into = column.values;
  if (!slot || from === until) {
    into.fill(Number.NaN, at, at + ts.length);
    return false;
  }
  const total = slot.ts.length;
  const isAlone = until - from === ts.length;
  const direct = isAlone && from === 0;
  if (!direct && scratch.length < until) scratch = new Float64Array(2 * until);
  const wished = direct ? { into, at, count: until, total } : { into: scratch, at: 0, count: until, total };
  const runs = takeSpoken(slot.from, wished);
  const places = isAlone ? undefined : placesIn(ts, slot.ts.subarray(from, until));
  if (places) {
    into.fill(Number.NaN, at, at + ts.length);
    for (let i = 0; i < places.length; i++) into[at + (places[i] ?? 0)] = scratch[from + i] ?? Number.NaN;
  } else if (!direct) into.set(scratch.subarray(from, until), at);
  eachQuality(runs, window, (place, quality) => {
    column.quality ??= new Uint8Array(into.length);
    column.quality[at + (places?.[place - from] ?? place - from)] = quality;
  });
  return isAlone && runs.length === 0;
}

/** Where instants stand among others that hold them all; both ascend. */
function placesIn(all: Float64Array, some: Float64Array): Int32Array {
  const places = new Int32Array(some.length);
  let place = 0;
  for (let i = 0; i < some.length; i++) {
    while ((all[place] ?? Number.POSITIVE_INFINITY) < (some[i] ?? 0)) place++;
    places[i] = place;
  }
  return places;
}

/**
 * Readings of [start, end) out of stretches of one device (or sheet) that follow each other in time, as one. Instants are
 * those at which one of the wished slots speaks. Only wished slots of stretches that meet the window are decoded, and no
 * further than the window.
 * @throws DamagedBytes, also when a stretch begins before the one before it ends
 */
export function readStretches(stretches: readonly PackedStretch[], query: StretchQuery): Readings {
  const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } = query;
  const met = stretches.filter(({ first, last }) => first < end && last >= start);
  met.forEach((stretch, i) => {
    if (stretch.first <= (met[i - 1]?.last ?? Number.NEGATIVE_INFINITY))
      throw new DamagedBytes('it begins before the one before it ends');
  });
  const slots = met.reduce((max, stretch) => Math.max(max, stretch.slots), 0);
  const wished = query.slots ?? Array.from({ length: slots }, (_, slot) => slot);
  const plans = met.map((stretch) => planOf(stretch, wished, { start, end }));
  const readings = makeReadings(
    wished.length,
    plans.reduce((sum, { ts }) => sum + ts.length, 0),
  );
  const whole = readings.columns.map(() => true);
  let at = 0;
  for (const plan of plans) {
    readings.ts.set(plan.ts, at);
    for (const [i, column] of readings.columns.entries())
      if (!fillColumn(plan, plan.slots[i], column, at) && plan.ts.length > 0) whole[i] = false;
    at += plan.ts.length;
  }
  readings.columns.forEach((column, i) => {
    if (whole[i]) column.isWhole = true;
  });
  return readings;
}

/** All readings of a packed stretch, by slot. @throws DamagedBytes */
export function unpackStretch(bytes: Uint8Array): Readings {
  return readStretches([new PackedStretch(bytes)], { slots: null });
}
