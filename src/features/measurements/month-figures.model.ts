import type { DayRow } from './day-row.model.ts';

/** What is known of a slot's day; the names of DayRow. */
export const FIGURES = ['n', 'sum', 'min', 'max', 'first', 'last', 'last_ts', 'energy', 'recovered'] as const;
export type Figure = (typeof FIGURES)[number];

/**
 * The days of a month: each figure at [slot * days + day], day 0 is the first of the month. NaN stands for null. n is
 * null where a slot's day was not made, and 0 where it was made and had no good reading. last_ts is in epoch ms, energy
 * and recovered are kWh.
 */
export interface MonthFigures {
  readonly slots: number;
  readonly days: number;
  readonly by: Readonly<Record<Figure, Float64Array>>;
}

const eachFigure = (make: (figure: Figure) => Float64Array): MonthFigures['by'] =>
  Object.fromEntries(FIGURES.map((figure) => [figure, make(figure)])) as Record<Figure, Float64Array>;

/** A month of which no day was made. */
export function makeFigures(slots: number, days: number): MonthFigures {
  return { slots, days, by: eachFigure(() => new Float64Array(slots * days).fill(Number.NaN)) };
}

/** The same month with room for at least so many slots. */
export function widened(figures: MonthFigures, slots: number): MonthFigures {
  if (slots <= figures.slots) return figures;
  const wide = makeFigures(slots, figures.days);
  for (const figure of FIGURES) wide.by[figure].set(figures.by[figure]);
  return wide;
}

/** The figures of a slot's day in a row; n is 0 where the row is shorter. */
function figureOf(row: DayRow, figure: Figure, slot: number): number {
  const value = row[figure][slot];
  if (value === undefined) return figure === 'n' ? 0 : Number.NaN;
  // A sum that is beyond all numbers is none.
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Puts a made day in. @param slots where each slot of the row stands in the month, which has room for it */
export function putDay(figures: MonthFigures, day: number, slots: readonly number[], row: DayRow): void {
  for (const figure of FIGURES)
    for (const [i, slot] of slots.entries())
      figures.by[figure][slot * figures.days + day] = figureOf(row, figure, i);
}

/** Forgets that these slots' day was made. */
export function clearDay(figures: MonthFigures, day: number, slots: readonly number[]): void {
  for (const figure of FIGURES)
    for (const slot of slots) figures.by[figure][slot * figures.days + day] = Number.NaN;
}

/** The row of these slots' day; undefined when none of them was made. */
export function dayRowOf(figures: MonthFigures, day: number, slots: readonly number[]): DayRow | undefined {
  const at = (figure: Figure) =>
    Float64Array.from(slots, (slot) =>
      slot < figures.slots ? (figures.by[figure][slot * figures.days + day] ?? Number.NaN) : Number.NaN,
    );
  const n = at('n');
  if (n.every(Number.isNaN)) return undefined;
  return {
    n: Int32Array.from(n, (count) => (Number.isNaN(count) ? 0 : count)),
    sum: at('sum'),
    min: at('min'),
    max: at('max'),
    first: at('first'),
    last: at('last'),
    last_ts: at('last_ts'),
    energy: at('energy'),
    recovered: at('recovered'),
  };
}

/** What a month comes to, by slot; n is 0 and the others NaN where there is nothing. */
export interface MonthSums {
  readonly n: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly energy: Float64Array;
  readonly recovered: Float64Array;
}

/** Thirty-one days of this add up without overflow. */
const MAX_SUM = 5e306;

/** The sum of what is known; nothing when nothing is, or when a day is so large that the sum might overflow. */
function added(values: Float64Array, from: number, until: number): number {
  let sum = Number.NaN;
  for (let i = from; i < until; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (Math.abs(value) > MAX_SUM) return Number.NaN;
    sum = Number.isNaN(sum) ? value : sum + value;
  }
  return sum;
}

function extreme(
  values: Float64Array,
  [from, until]: readonly [number, number],
  pick: (a: number, b: number) => number,
): number {
  let found = Number.NaN;
  for (let i = from; i < until; i++) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isNaN(value)) found = Number.isNaN(found) ? value : pick(found, value);
  }
  return found;
}

/** A month's figures from those of its days; null is not zero. */
export function monthSums({ slots, days, by }: MonthFigures): MonthSums {
  const bySlot = (make: (from: number, until: number) => number) =>
    Float64Array.from({ length: slots }, (_, slot) => make(slot * days, (slot + 1) * days));
  return {
    n: bySlot((from, until) =>
      by.n.subarray(from, until).reduce((sum, n) => (Number.isNaN(n) ? sum : sum + n), 0),
    ),
    sum: bySlot((from, until) => added(by.sum, from, until)),
    min: bySlot((from, until) => extreme(by.min, [from, until], Math.min)),
    max: bySlot((from, until) => extreme(by.max, [from, until], Math.max)),
    energy: bySlot((from, until) => added(by.energy, from, until)),
    recovered: bySlot((from, until) => added(by.recovered, from, until)),
  };
}
