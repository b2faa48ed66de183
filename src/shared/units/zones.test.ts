import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  dayBorders,
  HOUR_MS,
  instantsOfLocal,
  isTimeZone,
  localDay,
  offsetAt,
  periodBorders,
  periodEnd,
  periodStart,
  stretchesOfDays,
} from './zones.ts';

const at = (text: string) => Date.parse(text);
const ROME = 'Europe/Rome';
const DENVER = 'America/Denver';

describe('zones', () => {
  it('knows the offset on both sides of a change of the clock', () => {
    assert.equal(offsetAt(ROME, at('2026-03-29T00:59:59.999Z')), HOUR_MS);
    assert.equal(offsetAt(ROME, at('2026-03-29T01:00:00Z')), 2 * HOUR_MS);
    assert.equal(offsetAt(ROME, at('2026-10-25T00:59:59Z')), 2 * HOUR_MS);
    assert.equal(offsetAt(ROME, at('2026-10-25T01:00:00Z')), HOUR_MS);
    assert.equal(offsetAt(DENVER, at('2012-03-11T08:59:59Z')), -7 * HOUR_MS);
    assert.equal(offsetAt(DENVER, at('2012-03-11T09:00:00Z')), -6 * HOUR_MS);
  });

  it('gives Rome a day of 23 and a day of 25 hours', () => {
    const spring = dayBorders(ROME, '2026-03-29');
    assert.equal(spring.start, at('2026-03-28T23:00:00Z'));
    assert.equal(spring.end, at('2026-03-29T22:00:00Z'));
    assert.equal(periodBorders(ROME, 'hour', spring.start, spring.end).length, 24);
    const autumn = dayBorders(ROME, '2026-10-25');
    assert.equal(autumn.start, at('2026-10-24T22:00:00Z'));
    assert.equal(autumn.end, at('2026-10-25T23:00:00Z'));
    assert.equal(periodBorders(ROME, '15m', autumn.start, autumn.end).length, 101);
  });

  it('gives Denver its own days', () => {
    assert.deepEqual(localDay(DENVER, at('2012-01-01T06:59:59Z')).day, '2011-12-31');
    assert.deepEqual(localDay(DENVER, at('2012-01-01T07:00:00Z')), {
      day: '2012-01-01',
      start: at('2012-01-01T07:00:00Z'),
      end: at('2012-01-02T07:00:00Z'),
    });
    assert.equal(dayBorders(DENVER, '2012-11-04').end - dayBorders(DENVER, '2012-11-04').start, 25 * HOUR_MS);
  });

  it('counts months and years by local midnight', () => {
    assert.equal(periodStart(ROME, 'month', at('2026-07-31T22:00:00Z')), at('2026-07-31T22:00:00Z'));
    assert.equal(periodEnd(ROME, 'month', at('2026-12-31T22:59:00Z')), at('2026-12-31T23:00:00Z'));
    const year = periodBorders(ROME, 'month', at('2025-12-31T23:00:00Z'), at('2026-12-31T23:00:00Z'));
    assert.equal(year.length, 13);
    assert.equal(year[6], at('2026-06-30T22:00:00Z'));
    assert.deepEqual(periodBorders(ROME, 'year', at('2026-05-01T00:00:00Z'), at('2026-05-02T00:00:00Z')), [
      at('2025-12-31T23:00:00Z'),
      at('2026-12-31T23:00:00Z'),
    ]);
  });

  it('finds no instant in the skipped hour and two in the doubled one', () => {
    assert.deepEqual(instantsOfLocal(ROME, at('2026-03-29T02:30:00Z')), []);
    assert.deepEqual(instantsOfLocal(ROME, at('2026-10-25T02:30:00Z')), [
      at('2026-10-25T00:30:00Z'),
      at('2026-10-25T01:30:00Z'),
    ]);
    assert.deepEqual(instantsOfLocal(ROME, at('2026-06-01T12:00:00Z')), [at('2026-06-01T10:00:00Z')]);
  });

  it('starts a day whose midnight is skipped when the clock jumps', () => {
    // Beirut goes from 24:00 straight to 01:00.
    const day = dayBorders('Asia/Beirut', '2024-03-31');
    assert.equal(day.start, at('2024-03-30T22:00:00Z'));
    assert.equal(day.end - day.start, 23 * HOUR_MS);
  });

  it('leaves no hole between the days of two years in any of some odd zones', () => {
    for (const zone of [ROME, DENVER, 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kolkata', 'UTC']) {
      let ts = at('2024-12-31T12:00:00Z');
      for (let i = 0; i < 730; i++) {
        const { end } = localDay(zone, ts);
        assert.equal(localDay(zone, end).start, end, `${zone} ${new Date(end).toISOString()}`);
        ts = end;
      }
    }
  });

  it('parts days into stretches of those that follow each other', () => {
    const days = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-04-02'];
    assert.deepEqual(stretchesOfDays(days), [days.slice(0, 3), ['2026-04-02']]);
    assert.deepEqual(stretchesOfDays(days, 2), [days.slice(0, 2), ['2026-03-30'], ['2026-04-02']]);
    const local = days.map((day) => dayBorders(ROME, day));
    assert.deepEqual(stretchesOfDays(local), [local.slice(0, 3), local.slice(3)]);
  });

  it('tells a zone from a word', () => {
    assert.equal(isTimeZone('Europe/Rome'), true);
    assert.equal(isTimeZone('Europe/Atlantis'), false);
  });
});
