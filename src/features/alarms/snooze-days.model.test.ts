import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { snoozeDays, snoozeEnd } from './snooze-days.model.ts';

const ROME = 'Europe/Rome';

describe('the end of a snooze', () => {
  // Rome leaves summer time on 25/10/2026 at 03:00, and begins it on 28/03/2027 at 02:00.
  const cases: [what: string, zone: string, start: string, days: number, end: string][] = [
    ['a day of 24 hours', ROME, '2026-06-10T08:15:00Z', 1, '2026-06-11T08:15:00Z'],
    ['a day of 25 hours', ROME, '2026-10-24T20:00:00Z', 1, '2026-10-25T21:00:00Z'],
    ['a day of 23 hours', ROME, '2027-03-27T21:00:00Z', 1, '2027-03-28T20:00:00Z'],
    ['a week over the change', ROME, '2026-10-20T06:30:00Z', 7, '2026-10-27T07:30:00Z'],
    ['a time that is skipped', ROME, '2027-03-27T01:30:00Z', 1, '2027-03-28T01:30:00Z'],
    ['a time that comes twice', ROME, '2026-10-24T00:30:00Z', 1, '2026-10-25T00:30:00Z'],
    ['a zone of half hours', 'Asia/Kolkata', '2026-06-10T08:15:00Z', 2, '2026-06-12T08:15:00Z'],
    ['a zone that is none', 'Nowhere/At_All', '2026-10-24T20:00:00Z', 1, '2026-10-25T20:00:00Z'],
  ];
  for (const [what, zone, start, days, end] of cases) {
    it(`is at the same time of the plant's clock: ${what}`, () => {
      assert.equal(
        new Date(snoozeEnd(zone, Date.parse(start), days)).toISOString(),
        new Date(end).toISOString(),
      );
    });
  }

  it('gives back the days that were asked for', () => {
    const start = Date.parse('2026-10-20T06:30:00Z');
    for (const days of [1, 5, 7, 365])
      assert.equal(snoozeDays(ROME, start, snoozeEnd(ROME, start, days)), days);
    assert.equal(snoozeDays(ROME, start, start + 6 * 3_600_000), 0.25);
  });
});
