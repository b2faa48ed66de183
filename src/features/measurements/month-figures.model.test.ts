import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { DayRow } from './day-row.model.ts';
import {
  clearDay,
  dayRowOf,
  FIGURES,
  makeFigures,
  monthSums,
  putDay,
  widened,
} from './month-figures.model.ts';

const NONE = Number.NaN;

/** A day's row of one slot, and of another that had no good reading. */
const rowOf = (
  n: number,
  sum: number,
  extra: Partial<Record<'energy' | 'recovered', number>> = {},
): DayRow => ({
  n: Int32Array.of(n, 0),
  sum: Float64Array.of(sum, NONE),
  min: Float64Array.of(sum - 1, NONE),
  max: Float64Array.of(sum + 1, NONE),
  first: Float64Array.of(sum, NONE),
  last: Float64Array.of(sum, NONE),
  last_ts: Float64Array.of(Date.UTC(2026, 2, n + 1), NONE),
  energy: Float64Array.of(extra.energy ?? NONE, NONE),
  recovered: Float64Array.of(extra.recovered ?? NONE, NONE),
});

describe("a month's figures", () => {
  it('give back the rows of its days, also where slots of a device stand apart', () => {
    const month = makeFigures(6, 31);
    const row = rowOf(3, 10, { energy: 0, recovered: 0 });
    putDay(month, 4, [5, 2], row);
    assert.deepEqual(dayRowOf(month, 4, [5, 2]), row);
    assert.equal(dayRowOf(month, 4, [0, 1]), undefined);
    assert.equal(dayRowOf(month, 5, [5, 2]), undefined);
    const [found] = dayRowOf(month, 4, [2, 5, 9])?.n ?? [];
    assert.equal(found, 0);
  });

  it('know a day without good readings from one that was not made', () => {
    const month = makeFigures(2, 31);
    putDay(month, 0, [0, 1], rowOf(0, NONE));
    assert.ok(dayRowOf(month, 0, [0, 1])?.n.every((n) => n === 0));
    clearDay(month, 0, [0, 1]);
    assert.equal(dayRowOf(month, 0, [0, 1]), undefined);
    assert.deepEqual(month, makeFigures(2, 31));
  });

  it('keep nothing that is beyond all numbers, and n as 0 where a row is shorter', () => {
    const month = makeFigures(3, 31);
    putDay(month, 0, [0, 1, 2], rowOf(2, Number.POSITIVE_INFINITY));
    const row = dayRowOf(month, 0, [0, 1, 2]);
    assert.ok(Number.isNaN(row?.sum[0]));
    assert.deepEqual([...(row?.n ?? [])], [2, 0, 0]);
  });

  it('are the same with room for more slots', () => {
    const month = makeFigures(2, 31);
    putDay(month, 30, [0, 1], rowOf(3, 10));
    const wide = widened(month, 5);
    assert.equal(wide.slots, 5);
    assert.deepEqual(dayRowOf(wide, 30, [0, 1]), dayRowOf(month, 30, [0, 1]));
    assert.equal(dayRowOf(wide, 30, [2, 3, 4]), undefined);
    assert.equal(widened(wide, 3), wide);
    for (const figure of FIGURES) assert.equal(wide.by[figure].length, 5 * 31);
  });
});

describe("a month's own figures", () => {
  const first = (values: Float64Array) => values[0] ?? NONE;

  it('come to what its days come to; null is not zero', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({
            day: fc.nat({ max: 30 }),
            n: fc.nat({ max: 3 }),
            sum: fc.integer({ min: -100, max: 100 }),
            energy: fc.option(fc.nat({ max: 50 }), { nil: NONE }),
          }),
          { selector: ({ day }) => day },
        ),
        (days) => {
          const month = makeFigures(2, 31);
          for (const { day, n, sum, energy } of days)
            putDay(month, day, [0, 1], rowOf(n, n > 0 ? sum : NONE, { energy, recovered: energy }));
          const sums = monthSums(month);
          const total = (list: number[]) => (list.length === 0 ? NONE : list.reduce((a, b) => a + b));
          const counted = days.filter(({ n }) => n > 0).map(({ sum }) => sum);
          const energies = days.map(({ energy }) => energy).filter((energy) => !Number.isNaN(energy));
          assert.equal(
            first(sums.n),
            days.reduce((sum, { n }) => sum + n, 0),
          );
          assert.equal(first(sums.sum), total(counted));
          assert.equal(first(sums.min), counted.length === 0 ? NONE : Math.min(...counted) - 1);
          assert.equal(first(sums.max), counted.length === 0 ? NONE : Math.max(...counted) + 1);
          assert.equal(first(sums.energy), total(energies));
          assert.equal(first(sums.recovered), total(energies));
          assert.deepEqual([sums.n[1], sums.sum[1], sums.energy[1]], [0, NONE, NONE]);
        },
      ),
    );
  });

  it('have no sum where a day is so large that it might overflow', () => {
    const month = makeFigures(2, 31);
    putDay(month, 0, [0, 1], rowOf(1, 6e306));
    putDay(month, 1, [0, 1], rowOf(1, 5));
    assert.ok(Number.isNaN(first(monthSums(month).sum)));
    assert.equal(first(monthSums(month).n), 2);
  });
});
