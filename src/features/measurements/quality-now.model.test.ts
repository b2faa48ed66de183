import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { qualityNow } from './quality-now.model.ts';

const NOON = Date.parse('2026-06-20T11:00:00Z');
const MINUTE = 60_000;

describe('the quality of a last value', () => {
  const now = NOON;
  const inverter = { category: 'inverter', asleep: false } as const;
  const last = (age_min: number) => ({
    at: now - age_min * MINUTE,
    quality: 'good' as const,
    interval_s: 60,
  });
  it('goes stale with age, or sleeps where the device rests at night', () => {
    assert.equal(qualityNow(last(9), inverter, now), 'good');
    assert.equal(qualityNow(last(11), inverter, now), 'stale');
    assert.equal(qualityNow(last(11), { ...inverter, asleep: true }, now), 'asleep');
    assert.equal(qualityNow(last(11), { category: 'weather_station', asleep: true }, now), 'stale');
  });
  it('stays what was stored when that was not good', () => {
    assert.equal(qualityNow({ ...last(0), quality: 'failed' }, inverter, now), 'failed');
    assert.equal(qualityNow({ ...last(0), at: null }, inverter, now), 'missing');
  });
});
