import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharesOfCounts, sharesOfHours } from './energy.model.ts';

const AT = Date.parse('2026-06-20T20:45:00Z');
const HOUR = 3_600_000;

describe('what a box used between two readings', () => {
  it('is told by hours, and not at all over a gap of powers', () => {
    const step = (ms: number) =>
      sharesOfHours({ at_ms: AT, power_kw: 2 }, { at_ms: AT + ms, power_kw: 4 }).map(({ kwh }) => kwh);
    assert.deepEqual(step(HOUR / 2), [0.75, 0.75]);
    assert.deepEqual(step(HOUR), []);
    assert.deepEqual(step(-1), []);
  });

  it('is what its counter went on by, also over a gap; one that was changed, set or went back tells nothing', () => {
    const counts = (kwh: number, { ms = 3 * HOUR, slot = 0 } = {}) =>
      sharesOfCounts({ at_ms: AT, kwh: 100, slot: 0 }, { at_ms: AT + ms, kwh, slot });
    assert.deepEqual(
      counts(106).map(({ kwh, known_s }) => [kwh, known_s]),
      [
        [0.5, 900],
        [2, 3600],
        [2, 3600],
        [1.5, 2700],
      ],
    );
    assert.deepEqual(counts(99), []);
    assert.deepEqual(counts(100 + 6001 * 3), []);
    assert.deepEqual(counts(106, { slot: 1 }), []);
    assert.deepEqual(counts(106, { ms: 41 * 24 * HOUR }), []);
  });
});
