import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PollSchedule } from './poll-schedule.ts';

const START = Date.parse('2026-06-01T10:00:07.300Z');
const at = (clock: string) => Date.parse(`2026-06-01T${clock}Z`);
const wholeSkips = () => 0.999_999;
const minute = (random = wholeSkips) => new PollSchedule(60_000, START, random);

describe('the schedule of a device', () => {
  it('is due at whole multiples of the interval on the clock', () => {
    assert.equal(minute().dueMs(START), at('10:01:00.000'));
    const schedule = new PollSchedule(15_000, START, wholeSkips);
    assert.equal(schedule.dueMs(START), at('10:00:15.000'));
    schedule.keepPace(at('10:00:15.000'));
    assert.equal(schedule.dueMs(at('10:00:15.000')), at('10:00:30.000'));
  });

  it('after an overrun goes on at the next whole multiple, and stamps a late poll with the latest one', () => {
    const schedule = minute();
    assert.equal(schedule.instantMs(at('10:01:04.000')), at('10:01:00.000'));
    assert.equal(schedule.instantMs(at('10:03:59.999')), at('10:03:00.000'));
    schedule.keepPace(at('10:05:10.000'));
    assert.equal(schedule.dueMs(at('10:05:10.000')), at('10:06:00.000'));
  });

  it('is due at once where its device was just added, stamped with the second of that poll', () => {
    const schedule = minute();
    schedule.beginNow(START);
    assert.equal(schedule.dueMs(START), START);
    assert.equal(schedule.instantMs(START), at('10:00:07.000'));
    schedule.keepPace(at('10:00:07.900'));
    assert.equal(schedule.dueMs(at('10:00:07.900')), at('10:01:00.000'));
    assert.equal(schedule.instantMs(at('10:01:00.100')), at('10:01:00.000'));
  });

  it('leaves out 1, 2, 4 polls of a silent device and never more than five minutes', () => {
    const schedule = minute();
    const due: number[] = [];
    for (let i = 0; i < 6; i++) {
      const now = schedule.dueMs(START);
      schedule.backOff(now);
      due.push((schedule.dueMs(now) - now) / 60_000);
    }
    assert.deepEqual(due, [2, 3, 5, 5, 5, 5]);
    const second = new PollSchedule(1000, START, wholeSkips);
    for (let i = 0; i < 20; i++) second.backOff(second.dueMs(START));
    const now = second.dueMs(START);
    second.backOff(now);
    assert.equal(second.dueMs(now) - now, 300_000);
  });

  it('does not back off where the interval itself is five minutes or more', () => {
    const schedule = new PollSchedule(900_000, START, wholeSkips);
    schedule.backOff(START);
    schedule.backOff(START);
    assert.equal(schedule.dueMs(START), at('10:15:00.000'));
  });

  it('draws how many polls it leaves out, at least half of them', () => {
    const min = minute(() => 0);
    min.backOff(START);
    min.backOff(START);
    min.backOff(START);
    assert.equal(min.dueMs(START), at('10:03:00.000'));
  });

  it('is back at its pace at once, and starts from one again', () => {
    const schedule = minute();
    for (let i = 0; i < 4; i++) schedule.backOff(START);
    schedule.hurry(START);
    assert.equal(schedule.dueMs(START), at('10:01:00.000'));
    schedule.keepPace(at('10:01:01.000'));
    schedule.backOff(at('10:02:01.000'));
    assert.equal(schedule.dueMs(at('10:02:01.000')), at('10:04:00.000'));
  });

  it('keeps a poll that is due already', () => {
    const schedule = minute();
    schedule.restart(at('10:01:30.000'));
    assert.equal(schedule.dueMs(at('10:01:30.000')), at('10:01:00.000'));
  });

  it('plans anew when the clock is set back, however little the wait is', () => {
    const schedule = new PollSchedule(5_000, at('10:04:00.000'), wholeSkips);
    assert.equal(schedule.dueMs(at('10:00:00.000')), at('10:00:05.000'));
    assert.equal(schedule.dueMs(at('10:00:04.900')), at('10:00:05.000'));
  });

  it('does not wait for an instant that a clock set back has put far away', () => {
    const schedule = minute();
    assert.equal(schedule.dueMs(at('08:00:10.000')), at('08:01:00.000'));
  });
});
