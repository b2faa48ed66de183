import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS } from '../../shared/units/zones.ts';
import {
  differenceOf,
  differingDay,
  grainOf,
  NEAR_MONTH_MS,
  ownEnergy,
  statedOfMonth,
  sumOfParts,
  sumOfSources,
} from './comparison.model.ts';
import type { StandingReading } from './register.model.ts';

const standing = (line: number, at: number, reading: number, more: Partial<StandingReading> = {}) => ({
  line,
  at: at * HOUR_MS,
  reading,
  kind: 'reading' as const,
  event: null,
  constant_k: 40,
  corrected_by: null,
  ...more,
});
const SPAN = { start: 0, end: 720 * HOUR_MS };
const own = (readings: StandingReading[]) => {
  const found = ownEnergy(readings, SPAN, NEAR_MONTH_MS);
  return found && [found.kwh, found.from / HOUR_MS, found.to / HOUR_MS, found.completeness];
};
const side = (kwh: number | null, completeness: number | null = 1) => ({ kwh, completeness, gap: null });
const AT_3 = { threshold_pct: 3, grain: 40 };

describe('the own energy of a month', () => {
  it('lies between the readings nearest to its borders, and past a reset', () => {
    // 9 h into the month until 8 h after it: (120 − 100) × 40 + (30 − 0) × 40 = 2,000 kWh; no border lacks its reading.
    const readings = [
      standing(1, 9, 100),
      standing(2, 400, 120, { kind: 'final', event: 'reset' }),
      standing(3, 400, 0, { kind: 'first', event: 'reset' }),
      standing(4, 728, 30),
    ];
    assert.deepEqual(own(readings), [2000, 9, 728, 1]);
  });

  it('is of a part of it where readings lack, and not known with one reading', () => {
    // The last stands 180 h before the end: 540 of 720 h.
    assert.deepEqual(own([standing(1, 0, 100), standing(2, 540, 110)]), [400, 0, 540, 0.75]);
    assert.equal(own([standing(1, 0, 100)]), null);
    assert.equal(own([standing(1, -20, 100), standing(2, 740, 110)]), null);
  });
});

describe('a difference', () => {
  it('is own less other in % of the other, and more than the threshold only past it', () => {
    // 14,600 − 15,100 = −500; −500 / 15,100 = −3.31 %.
    const found = differenceOf(14_600, side(15_100), AT_3);
    assert.deepEqual([found.kwh, found.pct?.toFixed(2), found.over], [-500, '-3.31', true]);
    // 14,600 − 14,860 = −260: −1.75 %.
    assert.equal(differenceOf(14_600, side(14_860), AT_3).over, false);
  });

  it('is never told of what is missing, and never 0 for it', () => {
    const told = (...[of, energy]: [number | null, Parameters<typeof differenceOf>[1]]) => {
      const { kwh, pct, over, gap } = differenceOf(of, energy, AT_3);
      return [kwh, pct, over, gap];
    };
    assert.deepEqual(told(14_600, { ...side(null, null), gap: 'no_statement' }), [
      null,
      null,
      null,
      'no_statement',
    ]);
    assert.deepEqual(told(null, side(15_100)), [null, null, null, 'no_readings']);
    assert.deepEqual(told(14_600, side(10_000, 0.7)), [null, null, null, 'incomplete']);
    // A counter that stood still all month differs; one step of the own counter does not.
    assert.deepEqual(told(14_600, side(0)), [14_600, null, true, null]);
    assert.deepEqual(told(40, side(0)), [40, null, false, null]);
  });

  it('is judged no finer than the readings are', () => {
    assert.equal(grainOf([standing(1, 0, 100), standing(2, 1, 110)]), 40);
    assert.equal(grainOf([standing(1, 0, 100.25), standing(2, 1, 110)]), 0.4);
  });
});

describe('a day of a month that is not over', () => {
  const day = (own_kwh: number | null, kwh: number | null, over: boolean | null) => ({
    own_kwh,
    sides: {
      device: { kwh, over },
      inverters: { kwh, over },
      distributor: { kwh, over },
      gse: { kwh, over },
    },
  });
  const calm = day(100, 100, false);
  const place = (days: ReturnType<typeof day>[]) => days.indexOf(differingDay(days, 'device', 3) ?? calm);

  it('differs where those beside it do not make up for it, once the next one is known', () => {
    // 100 + 100 + 100 against 100 + 80 + 100: 300 / 280 = +7.1 %.
    const off = day(100, 80, true);
    assert.equal(place([calm, off, calm]), 1);
    // What was missing came on the day after: 300 against 100 + 80 + 120.
    assert.equal(differingDay([calm, off, day(100, 120, true)], 'device', 3), undefined);
    assert.equal(differingDay([calm, off], 'device', 3), undefined);
    assert.equal(differingDay([calm, off, day(null, 100, null)], 'device', 3), undefined);
  });
});

describe('the sides', () => {
  it('add up what is known, with how much that is', () => {
    const hour = (i: number, kwh: number | null) => ({ start: i * HOUR_MS, end: (i + 1) * HOUR_MS, kwh });
    const parts = [hour(0, 5), hour(1, null), hour(2, 7), hour(3, 9)];
    const of = sumOfParts(parts, { start: 0, end: 4 * HOUR_MS });
    assert.deepEqual([of.kwh, of.completeness], [21, 0.75]);
    // The meter was swapped at 2:40: of the 9 kWh of its third hour 40 minutes are 6, too much of 18 for a difference to be told.
    const swapped = [hour(0, 5), hour(1, 7), hour(2, 9), hour(3, 8)];
    const until = (hours: number, some = swapped) => sumOfParts(some, { start: 0, end: hours * HOUR_MS });
    assert.deepEqual(until(2 + 2 / 3), { kwh: 18, completeness: 1, gap: 'incomplete' });
    assert.equal(sumOfSources([until(2 + 2 / 3)]).gap, 'incomplete');
    // Beside 1,200 kWh these 6 are 0.5 %; and in a night nothing is guessed.
    const long = [hour(0, 600), hour(1, 600), hour(2, 9)];
    assert.deepEqual(until(2 + 2 / 3, long), { kwh: 1206, completeness: 1, gap: null });
    assert.equal(until(0.5, [hour(0, 0)]).gap, null);
    assert.equal(sumOfParts([hour(0, null)], { start: 0, end: HOUR_MS }).kwh, null);
    // One of two sources is silent: half is known.
    assert.deepEqual(sumOfSources([of, side(null, null)]).completeness, 0.375);
  });

  it('take the month of a statement, else its days', () => {
    const day = (starts_on: string, kwh: number) => ({ span: 'day' as const, starts_on, kwh });
    const days = [day('2026-04-01', 10), day('2026-04-02', 12), day('2026-05-01', 99)];
    const stated = statedOfMonth(days, { month: '2026-04', days: 30 });
    assert.deepEqual([stated.kwh, stated.completeness], [22, 2 / 30]);
    const month = { span: 'month' as const, starts_on: '2026-04-01', kwh: 400 };
    assert.equal(statedOfMonth([...days, month], { month: '2026-04', days: 30 }).kwh, 400);
    assert.equal(statedOfMonth(days, { month: '2026-03', days: 31 }).gap, 'no_statement');
  });
});
