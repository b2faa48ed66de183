import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { litHours } from './lit.model.ts';

describe('how long a line was lit', () => {
  it('is told by periods, up to now, and is not known before it was read', () => {
    const hour = (n: number) => n * 3_600_000;
    const changes = [
      { at_ms: hour(1.5), is_on: false },
      { at_ms: hour(2.25), is_on: true },
      { at_ms: hour(3.5), is_on: false },
      { at_ms: hour(5), is_on: true },
    ];
    const borders = [0, 1, 2, 3, 4, 5, 6, 7].map(hour);
    assert.deepEqual(litHours(changes, borders, hour(5.5)), [null, 0, 0.75, 0.5, 0, 0.5, null]);
    assert.deepEqual(litHours([], [0, hour(1)], hour(1)), [null]);
  });
});
