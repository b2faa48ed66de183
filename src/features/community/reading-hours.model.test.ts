import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countedHours, hoursOfQuarters } from './reading-hours.model.ts';

const QUARTER = 900_000;
const AXIS = { start: 0, count: 6 };
const NOW = 6 * 4 * QUARTER;
const _ = Number.NaN;

/** Hours of quarters that begin an hour before the axis. */
const hoursOf = (values: number[], now = NOW) => [
  ...hoursOfQuarters(
    AXIS,
    {
      ts: Float64Array.from(values, (_value, i) => (i - 4) * QUARTER),
      values: Float64Array.from(values),
    },
    now,
  ),
];

describe('hours of readings', () => {
  it('are sums of quarters, or of a meter that is read once an hour', () => {
    const quarters = Array.from({ length: 28 }, () => 0.25);
    assert.deepEqual(hoursOf(quarters), [1, 1, 1, 1, 1, 1]);
    const hourly = Array.from({ length: 28 }, (_value, i) => (i % 4 === 3 ? 2 : _));
    assert.deepEqual(hoursOf(hourly), [2, 2, 2, 2, 2, 2]);
  });

  it('are not known where the meter was silent for an hour, nor where it came back with what all that time took', () => {
    // Silent from half of the first hour to half of the third, where 5 kWh come at once: 3 hours of which nobody knows the parts.
    const quarters = [1, 1, 1, 1, 1, 1, _, _, _, _, _, _, _, 5, 1, 1, 1, 1, 1, 1, 1, _, 2, 1, 1, 1, 1, 1];
    assert.deepEqual(hoursOf(quarters), [_, _, _, 4, 4, 4]);
    // The hour that is not over, and those in which the meter has not told anything yet.
    assert.deepEqual(hoursOf(quarters.slice(0, 22), 5 * 4 * QUARTER), [_, _, _, 4, _, _]);
  });

  it('count where no file tells the hour', () => {
    assert.deepEqual(countedHours([1, _], [3, 4]), { hours: [1, 4], read: Uint8Array.of(0, 1) });
    assert.deepEqual(countedHours(null, [_, 4]), { hours: [_, 4], read: Uint8Array.of(0, 1) });
    assert.deepEqual(countedHours([1, _], null), { hours: [1, _], read: undefined });
  });
});
