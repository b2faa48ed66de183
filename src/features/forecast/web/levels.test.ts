import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { levelsOf } from './levels.model.ts';
import { periodName } from './period-name.model.ts';

describe('levelsOf', () => {
  it('lets each bar begin where the one before ends, and draws none of what nobody records', () => {
    const levels = levelsOf([
      { name: 'theoretical', kwh: 100 },
      { name: 'weather', kwh: -20 },
      { name: 'downtime', kwh: null },
      { name: 'unexplained', kwh: 10 },
      { name: 'actual', kwh: 90 },
    ]);
    assert.deepEqual(levels, [
      { from: 0, width: 100, tone: 'brand' },
      { from: 80, width: 20, tone: 'alarm-solid' },
      undefined,
      { from: 80, width: 10, tone: 'success-solid' },
      { from: 0, width: 90, tone: 'brand' },
    ]);
  });
});

describe('parts of a window', () => {
  it('are named as what they are: a month is no first day of it', () => {
    // Local midnights of Rome in summer.
    assert.equal(periodName('2026-05-31T22:00:00Z', 'Europe/Rome', 'day'), '01/06/2026');
    assert.equal(periodName('2026-05-31T22:00:00Z', 'Europe/Rome', 'month'), '06/2026');
    assert.equal(periodName('2025-12-31T23:00:00Z', 'Europe/Rome', 'year'), '2026');
  });
});
