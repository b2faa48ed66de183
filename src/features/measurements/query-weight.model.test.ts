import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIGHT_VALUES, weigh } from './query-weight.model.ts';

const DAY = 86_400_000;
const now = Date.parse('2026-06-10T12:00:00Z');
const base = { start: now - DAY, end: now, now, intervals_s: [300], slots: 4, day_fields: 2 };

describe('the weight of a question', () => {
  it('is what it reads: raw values of the window', () => {
    assert.equal(weigh({ ...base, resolution: 'raw' }), 288 * 4);
    assert.equal(weigh({ ...base, resolution: 'raw', intervals_s: [300, 60] }), (288 + 1440) * 4);
  });
  it('holds whole days of readings where hours are made of them', () => {
    assert.ok(weigh({ ...base, resolution: 'hour' }) >= 2 * 288 * 4);
  });
  it('holds day rows, and the readings of today only where today is asked for', () => {
    const year = { ...base, start: now - 365 * DAY, resolution: 'day' as const };
    assert.ok(weigh(year) > 365 * 2 * 4);
    const past = weigh({ ...year, start: now - 375 * DAY, end: now - 10 * DAY });
    assert.equal(past, 366 * 2 * 4);
    assert.ok(weigh(year) > past);
  });
  it('ends now: what has not happened is not read', () => {
    assert.equal(weigh({ ...base, resolution: 'raw', end: now + 1000 * DAY }), 288 * 4);
    assert.equal(weigh({ ...base, resolution: 'day', start: now + DAY, end: now + 9 * DAY }), 0);
  });
  it('lets a day and a year by day of one device pass, and not a month of minutes', () => {
    assert.ok(weigh({ ...base, resolution: 'raw' }) <= LIGHT_VALUES);
    assert.ok(weigh({ ...base, resolution: 'day', start: now - 365 * DAY }) <= LIGHT_VALUES);
    const month = { ...base, start: now - 30 * DAY, intervals_s: [60], slots: 1 };
    assert.ok(weigh({ ...month, resolution: 'raw' }) > LIGHT_VALUES);
  });
});
