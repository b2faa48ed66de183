import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addUnits, dateOf, instantOf, instantOfDate, startOf, wallOf, writeOffset } from './zone.model.ts';

const ROME = 'Europe/Rome';
const DENVER = 'America/Denver';
const iso = (at: number) => new Date(at).toISOString();

describe('the clocks of a zone', () => {
  it('reads the wall on both sides of the autumn change in Rome', () => {
    const first = Date.parse('2026-10-25T00:30:00Z');
    assert.equal(wallOf(first, ROME).hour, 2);
    assert.equal(wallOf(first + 3_600_000, ROME).hour, 2);
    assert.equal(writeOffset(first, ROME), '+02:00');
    assert.equal(writeOffset(first + 3_600_000, ROME), '+01:00');
  });

  it('takes the first of a doubled wall time and moves a skipped one on by an hour', () => {
    assert.equal(
      iso(instantOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, ROME)),
      '2026-10-25T00:30:00.000Z',
    );
    assert.equal(
      iso(instantOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 }, ROME)),
      '2026-03-29T01:30:00.000Z',
    );
    assert.equal(
      iso(instantOf({ year: 2012, month: 11, day: 4, hour: 1, minute: 30 }, DENVER)),
      '2012-11-04T07:30:00.000Z',
    );
    assert.equal(
      iso(instantOf({ year: 2012, month: 3, day: 11, hour: 2, minute: 30 }, DENVER)),
      '2012-03-11T09:30:00.000Z',
    );
  });

  it('starts days, weeks, months and years at local midnight', () => {
    const at = Date.parse('2026-10-25T23:30:00Z'); // Monday 00:30 in Rome
    assert.equal(iso(startOf('day', at, ROME)), '2026-10-25T23:00:00.000Z');
    assert.equal(iso(startOf('week', at - 3_600_000, ROME)), '2026-10-18T22:00:00.000Z');
    assert.equal(iso(startOf('week', at, ROME)), '2026-10-25T23:00:00.000Z');
    assert.equal(iso(startOf('month', at, ROME)), '2026-09-30T22:00:00.000Z');
    assert.equal(iso(startOf('year', at, DENVER)), '2026-01-01T07:00:00.000Z');
  });

  it('adds local days of 23, 24 and 25 hours', () => {
    const hours = (date: string, zone: string) => {
      const start = instantOfDate(date, zone) ?? Number.NaN;
      return (addUnits(start, 'day', 1, zone) - start) / 3_600_000;
    };
    assert.deepEqual(
      ['2026-03-28', '2026-03-29', '2026-10-25'].map((date) => hours(date, ROME)),
      [24, 23, 25],
    );
    assert.deepEqual(
      ['2012-03-11', '2012-11-04', '2012-11-05'].map((date) => hours(date, DENVER)),
      [23, 25, 24],
    );
  });

  it('refuses what is no date', () => {
    assert.equal(instantOfDate('2026-02-30', ROME), undefined);
    assert.equal(instantOfDate('2026-13-01', ROME), undefined);
    assert.equal(instantOfDate('yesterday', ROME), undefined);
    assert.equal(dateOf(instantOfDate('2024-02-29', DENVER) ?? 0, DENVER), '2024-02-29');
  });
});
