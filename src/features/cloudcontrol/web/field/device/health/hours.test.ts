import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hoursOf } from './hours.model.ts';

const hour = (at: string, polls: number, answered: number, latency_ms: number | null) => ({
  hour: at,
  polls,
  answered,
  requests: polls,
  failed: polls - answered,
  latency_ms,
  latency_max_ms: latency_ms,
});

describe('the hours of a device', () => {
  it('stand each in its place, an hour without polls as a gap', () => {
    const start = Date.parse('2026-06-01T09:30:00Z');
    const found = hoursOf(
      [hour('2026-06-01T09:00:00.000Z', 4, 1, 20), hour('2026-06-01T11:00:00.000Z', 4, 0, null)],
      start,
      start + 2.5 * 3_600_000,
    );
    assert.deepEqual(
      found.at.map((at) => new Date(at).getUTCHours()),
      [9, 10, 11],
    );
    assert.deepEqual(found.success, [25, null, 0]);
    assert.deepEqual(found.latency, [20, null, null]);
  });
});
