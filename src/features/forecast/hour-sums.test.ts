import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pairedSums } from './hour-sums.model.ts';
import { type EnergyResolution, periodsOf } from './periods.model.ts';

const HOUR = 3_600_000;
/** Midnight in Rome of 30 June and 1 July. */
const JUNE = Date.parse('2026-06-29T22:00:00Z');
const window = { start: JUNE, end: JUNE + 48 * HOUR, now: JUNE + 48 * HOUR };

/** A day of 2 kWh expected and 1 kWh made in each hour, some of them not known. */
const dayAt = (start: number, unknown: { expected?: number[]; actual?: number[] }) => {
  const list = (kwh: number, gaps: readonly number[] = []) =>
    Float64Array.from({ length: 24 }, (_, hour) => (gaps.includes(hour) ? Number.NaN : kwh));
  return {
    start,
    hours: 24,
    expected: list(2, unknown.expected),
    actual: list(1, unknown.actual),
    irradiation: list(1),
  };
};
const sums = (days: ReturnType<typeof dayAt>[], resolution: EnergyResolution) =>
  pairedSums(days, periodsOf('Europe/Rome', resolution, window));

describe('expected beside actual energy', () => {
  const days = [dayAt(JUNE, { expected: [9], actual: [10, 11] }), dayAt(JUNE + 24 * HOUR, { actual: [12] })];

  it('leaves an hour that is not known of one out of both, by day, month and year', () => {
    const both = { expected_kwh: [42, 46], actual_kwh: [21, 23] };
    assert.deepEqual(sums(days, 'day'), both);
    assert.deepEqual(sums(days, 'month'), both, 'June and July');
    assert.deepEqual(sums(days, 'year'), { expected_kwh: [88], actual_kwh: [44] });
  });

  it('says by hours what is known of each: of an hour to come only what is expected', () => {
    const { expected_kwh, actual_kwh } = sums(days, 'hour');
    assert.deepEqual([expected_kwh[8], actual_kwh[8]], [2, 1]);
    assert.deepEqual([expected_kwh[9], actual_kwh[9]], [null, null]);
    assert.deepEqual([expected_kwh[10], actual_kwh[10]], [2, null]);
  });
});
