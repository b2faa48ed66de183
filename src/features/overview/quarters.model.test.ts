import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plantDay } from './plant-day.model.ts';
import { closedQuarters, lineUntilNow, QUARTER_MS, quarterSums } from './quarters.model.ts';

const day = { start: Date.parse('2026-06-19T22:00:00Z'), end: Date.parse('2026-06-20T22:00:00Z') };

describe('quarters of an hour', () => {
  it('end once their last readings have had time to arrive', () => {
    assert.equal(closedQuarters(day, day.start), 0);
    assert.equal(closedQuarters(day, day.start + QUARTER_MS + 9_000), 0);
    assert.equal(closedQuarters(day, day.start + QUARTER_MS + 10_000), 1);
    assert.equal(closedQuarters(day, day.end + QUARTER_MS), 96);
  });
  it('are 92 and 100 on the days when the clock changes', () => {
    const spring = plantDay('Europe/Rome', Date.parse('2026-03-29T12:00:00Z'));
    const autumn = plantDay('Europe/Rome', Date.parse('2026-10-25T12:00:00Z'));
    assert.equal(closedQuarters(spring, spring.end + QUARTER_MS), 92);
    assert.equal(closedQuarters(autumn, autumn.end + QUARTER_MS), 100);
  });
  it('add up their sources and leave gaps where none spoke', () => {
    const means = [
      { source: 0, quarter: 2, power_kw: 10 },
      { source: 1, quarter: 2, power_kw: 5 },
      { source: 1, quarter: 4, power_kw: 7 },
    ];
    const sources = [
      { source: 0, interval_s: 60 },
      { source: 1, interval_s: 60 },
    ];
    assert.deepEqual(quarterSums({ from: 2, until: 6 }, means, sources), [15, null, 7, null]);
  });
  it('hold the value of a source that is read by the hour', () => {
    const means = [{ source: 0, quarter: 1, power_kw: 10 }];
    const sums = quarterSums({ from: 2, until: 7 }, means, [{ source: 0, interval_s: 3600 }]);
    assert.deepEqual(sums, [10, 10, 10, null, null]);
  });
});

describe("today's line", () => {
  const now = day.start + 3.5 * QUARTER_MS;
  it('ends with the power now and shows unknown quarters as gaps', () => {
    assert.deepEqual(lineUntilNow([1, null], 9, day, now), [1, null, null, 9]);
    assert.deepEqual(lineUntilNow([1, 2, 3], null, day, now), [1, 2, 3, null]);
    assert.deepEqual(lineUntilNow([], null, day, day.start), [null]);
  });
});

describe("a plant's day", () => {
  it('counts in UTC where the zone is unknown', () => {
    assert.equal(plantDay('Nowhere/At_all', Date.parse('2026-06-20T23:30:00Z')).day, '2026-06-20');
    assert.equal(plantDay('Europe/Rome', Date.parse('2026-06-20T23:30:00Z')).day, '2026-06-21');
  });
});
