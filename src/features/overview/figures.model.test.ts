import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { irradianceNow, powerNow } from './figures.model.ts';

const NOW = Date.parse('2026-06-20T10:00:00Z');
const MINUTE = 60_000;
const point = (value: number | null, age_min: number, interval_s = 60) => ({
  value,
  at: value === null ? null : NOW - age_min * MINUTE,
  interval_s,
});

describe('power now', () => {
  it('adds up the fresh sources', () => {
    assert.deepEqual(powerNow([point(10, 0), point(0, 9)], NOW), { power_kw: 10, partial: false });
  });
  it('is partial when some are missing, and nothing when all are: never zero', () => {
    assert.deepEqual(powerNow([point(10, 0), point(5, 11)], NOW), { power_kw: 10, partial: true });
    assert.deepEqual(powerNow([point(10, 11), point(null, 0)], NOW), { power_kw: null, partial: false });
    assert.deepEqual(powerNow([], NOW), { power_kw: null, partial: false });
  });
  it('lets a value stand for three polls where that is longer than ten minutes', () => {
    assert.equal(powerNow([point(7, 44, 900)], NOW).power_kw, 7);
    assert.equal(powerNow([point(7, 46, 900)], NOW).power_kw, null);
    assert.equal(powerNow([point(7, 10, 900)], NOW).power_kw, 7);
  });
});

describe('irradiance now', () => {
  it('is the mean of the fresh sensors', () => {
    assert.equal(irradianceNow([point(800, 0), point(600, 1), point(100, 20)], NOW), 700);
    assert.equal(irradianceNow([point(800, 20)], NOW), null);
  });
});
