import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dueDigest, instantOf, quietUntil } from './quiet-hours.model.ts';

const ROME = 'Europe/Rome';
const at = (text: string): number => Date.parse(text);
const localTime = (ts: number | undefined): string | undefined =>
  ts === undefined ? undefined : new Date(ts).toISOString().slice(0, 16);
const quiet = (from: string, to: string, now: string, time_zone = ROME) => {
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  return localTime(quietUntil({ quiet_from: minutes(from), quiet_to: minutes(to), time_zone }, at(now)));
};

describe('quiet hours', () => {
  it('are of the own clock, and may pass midnight', () => {
    assert.equal(quiet('22:00', '07:00', '2026-06-10T19:59:59Z'), undefined);
    assert.equal(quiet('22:00', '07:00', '2026-06-10T20:00:00Z'), '2026-06-11T05:00');
    assert.equal(quiet('22:00', '07:00', '2026-06-11T04:59:59Z'), '2026-06-11T05:00');
    assert.equal(quiet('22:00', '07:00', '2026-06-11T05:00:00Z'), undefined);
    assert.equal(quiet('12:00', '14:00', '2026-06-11T11:00:00Z'), '2026-06-11T12:00');
    assert.equal(quiet('22:00', '07:00', '2026-06-11T04:00:00Z', 'Asia/Tokyo'), undefined);
    assert.equal(quietUntil({ quiet_from: null, quiet_to: null, time_zone: ROME }, 0), undefined);
  });

  it('end by the clock on the days that it changes', () => {
    // 29 March 2026: two o'clock becomes three. 25 October: three becomes two.
    assert.equal(quiet('22:00', '07:00', '2026-03-29T00:30:00Z'), '2026-03-29T05:00');
    assert.equal(quiet('22:00', '07:00', '2026-10-25T00:30:00Z'), '2026-10-25T06:00');
    // They end in the hour that is skipped: at the jump.
    assert.equal(quiet('22:00', '02:30', '2026-03-29T00:59:00Z'), '2026-03-29T01:00');
    assert.equal(quiet('22:00', '02:30', '2026-03-29T01:00:00Z'), undefined);
    // In the hour that comes twice: the first time.
    assert.equal(quiet('22:00', '02:30', '2026-10-25T00:29:00Z'), '2026-10-25T00:30');
    assert.equal(quiet('22:00', '02:30', '2026-10-25T00:31:00Z'), undefined);
  });
});

describe('the daily digest', () => {
  const schedule = { digest_at: 450, digest_on: null, digest_notified_at: null, time_zone: ROME };

  it('is due once a day from its minute on, and tells of what came since the one before', () => {
    assert.equal(dueDigest(schedule, at('2026-06-10T05:29:59Z')), undefined);
    const due = dueDigest(schedule, at('2026-06-10T05:30:00Z'));
    assert.deepEqual(due, { day: '2026-06-10', since: at('2026-06-09T05:30:00Z') });
    const sent = { ...schedule, digest_on: '2026-06-10' };
    assert.equal(dueDigest(sent, at('2026-06-10T21:59:00Z')), undefined);
    assert.equal(dueDigest(sent, at('2026-06-10T22:30:00Z')), undefined);
    assert.equal(dueDigest(sent, at('2026-06-11T05:30:00Z'))?.day, '2026-06-11');
    assert.equal(dueDigest({ ...schedule, digest_at: null }, at('2026-06-10T12:00:00Z')), undefined);
  });

  it('comes though a clock that was ahead has stamped the last one, and once where two clocks differ by seconds', () => {
    const ahead = {
      ...schedule,
      digest_on: '2026-06-11',
      digest_notified_at: new Date('2026-06-11T05:30:00Z'),
    };
    const due = dueDigest(ahead, at('2026-06-10T05:30:00Z'));
    assert.deepEqual(due, { day: '2026-06-10', since: at('2026-06-09T05:30:00Z') });
    assert.equal(dueDigest({ ...ahead, digest_at: 0 }, at('2026-06-10T21:59:59Z')), undefined);
  });

  it('is exact on the days that the clock changes', () => {
    const early = { ...schedule, digest_at: 150 };
    assert.equal(dueDigest(early, at('2026-03-29T00:59:59Z')), undefined);
    assert.equal(dueDigest(early, at('2026-03-29T01:00:00Z'))?.day, '2026-03-29');
    assert.equal(dueDigest(early, at('2026-10-25T00:29:59Z')), undefined);
    const twice = dueDigest(early, at('2026-10-25T00:30:00Z'));
    assert.equal(twice?.day, '2026-10-25');
    assert.equal(dueDigest({ ...early, digest_on: '2026-10-25' }, at('2026-10-25T01:30:00Z')), undefined);
    // A day of 25 hours lies behind this one.
    assert.equal(dueDigest(schedule, at('2026-10-26T06:30:00Z'))?.since, at('2026-10-25T06:30:00Z'));
    assert.equal(localTime(instantOf('America/Havana', '2026-03-08', 0)), '2026-03-08T05:00');
  });
});
