import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clockOf, minuteOf } from './time-of-day.model.ts';

describe('a time of day', () => {
  it('is written and read as clocks show it', () => {
    assert.deepEqual([0, 425, 1439].map(clockOf), ['00:00', '07:05', '23:59']);
    assert.deepEqual(['00:00', '07:05', '23:59:30', '24:00', ''].map(minuteOf), [0, 425, 1439, null, null]);
  });
});
