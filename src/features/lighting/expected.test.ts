import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scheduledHours } from './expected.model.ts';
import type { Schedule } from './night.model.ts';

const schedule: Schedule = {
  place: { latitude: null, longitude: null, time_zone: 'Europe/Rome' },
  times: {
    turn_on_date: '22:00',
    turn_on_auto: false,
    turn_on_offset_min: 0,
    turn_on_twilight: 1,
    turn_off_date: '02:00',
    turn_off_auto: false,
    turn_off_offset_min: 0,
    turn_off_twilight: 1,
    half_night: [],
    min_burning_min: 0,
    patron_day: null,
  },
  exceptions: [],
  own: null,
};

describe('hours that a schedule lights a line in a month', () => {
  it('are those of the clock, also after midnight of the last evening, and of a month that is not over up to now', () => {
    const hours = (month: string, until = Number.POSITIVE_INFINITY) =>
      scheduledHours(schedule, 1, { month, until });
    assert.equal(hours('2026-06'), 120);
    assert.equal(hours('2026-10'), 124, 'the night of 25 hours changes after two');
    assert.equal(
      hours('2026-06', Date.parse('2026-06-01T21:00:00Z')),
      3,
      'two of the night before, one of this',
    );
  });
});
