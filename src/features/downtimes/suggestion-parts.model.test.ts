import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { type SuggestionPart, splitOf } from './suggestion-parts.model.ts';

const START = Date.parse('2026-06-18T08:00:00Z');
const WHOLE: SuggestionPart = {
  device_ids: [1, 2, 3, 4],
  start: START,
  stop: START + 4 * HOUR_MS,
  evidence: {
    measure: 'siblings',
    tail: true,
    whole: true,
    alarm_ids: [9],
    until: START + 4 * HOUR_MS,
    days: { '2026-06-18': { kwh: 80, should_kwh: 100 } },
  },
};

describe('a suggestion in two parts', () => {
  it('by devices shares out its energy by their number, and neither part is the whole plant', () => {
    const parts = splitOf(WHOLE, { device_ids: [3, 7] });
    assert.ok(typeof parts !== 'string');
    assert.deepEqual(
      parts.map(({ device_ids, start, stop }) => [device_ids, start, stop]),
      [
        [[3], WHOLE.start, WHOLE.stop],
        [[1, 2, 4], WHOLE.start, WHOLE.stop],
      ],
    );
    assert.deepEqual(
      parts.map(({ evidence }) => [evidence.days['2026-06-18']?.kwh, evidence.whole, evidence.edited]),
      [
        [20, false, true],
        [60, false, true],
      ],
    );
    for (const device_ids of [[7], [1, 2, 3, 4]]) assert.equal(splitOf(WHOLE, { device_ids }), 'device_ids');
  });

  it('by time ends its first part there, and only the second goes on', () => {
    const parts = splitOf({ ...WHOLE, stop: null }, { at: START + HOUR_MS });
    assert.ok(typeof parts !== 'string');
    assert.deepEqual(
      parts.map(({ start, stop, evidence }) => [
        start,
        stop,
        evidence.tail,
        evidence.days['2026-06-18']?.kwh,
      ]),
      [
        [START, START + HOUR_MS, false, 20],
        [START + HOUR_MS, null, true, 60],
      ],
    );
    // Of one that lasts nothing is known after it was seen last.
    assert.equal(splitOf({ ...WHOLE, stop: null }, { at: START + 5 * HOUR_MS }), 'at');
  });
});
