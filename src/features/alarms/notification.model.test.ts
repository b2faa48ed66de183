import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextMailAt } from '../notifications/mail-pace.model.ts';
import {
  type NotificationTiming,
  nextStep,
  type PendingNotification,
  recoveryDelay_ms,
} from './notification.model.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-06-10T12:00:00Z');
const NIGHT = Date.parse('2026-06-10T23:00:00Z');
const MORNING = Date.parse('2026-06-11T05:00:00Z');
const open: PendingNotification = {
  type: 'W',
  end_at: null,
  count: 1,
  follows: false,
  snoozed_until: null,
  notified_open: false,
};
const timing: NotificationTiming = {
  quiet_from: 1320,
  quiet_to: 420,
  time_zone: 'Europe/Rome',
  errors_break_quiet: true,
  recovery: true,
};
const step = (
  notification: Partial<PendingNotification>,
  now = NOON,
  change: Partial<NotificationTiming> = {},
) => nextStep({ ...open, ...notification }, { ...timing, ...change }, now);

describe('notifying of an alarm', () => {
  it('says at once that it opened, and that it closed when it has stayed so', () => {
    assert.deepEqual(step({}), { notify: 'opened' });
    assert.deepEqual(step({ notified_open: true }), { wait: null });
    assert.deepEqual(step({ notified_open: true, end_at: NOON }), { wait: NOON + 5 * MINUTE });
    assert.deepEqual(step({ notified_open: true, end_at: NOON - 5 * MINUTE }), { notify: 'closed' });
  });

  it('waits twice as long with each time that it came, at most eight hours', () => {
    assert.deepEqual(
      [1, 2, 3, 7].map(recoveryDelay_ms),
      [5, 10, 20, 320].map((minutes) => minutes * MINUTE),
    );
    assert.deepEqual(
      [8, 50, 100_000].map(recoveryDelay_ms),
      [480, 480, 480].map((minutes) => minutes * MINUTE),
    );
    assert.deepEqual(step({ notified_open: true, count: 3, end_at: NOON }), { wait: NOON + 20 * MINUTE });
  });

  it('tells at once of a recovery that a clock that was ahead has stamped', () => {
    assert.deepEqual(step({ notified_open: true, end_at: NOON + 1440 * MINUTE }), { notify: 'closed' });
    assert.deepEqual(step({ notified_open: true, end_at: NOON + 1 }), { wait: NOON + 1 + 5 * MINUTE });
  });

  it('says in one line what opened and closed before anybody heard of it', () => {
    assert.deepEqual(step({ end_at: NOON - MINUTE }), { wait: NOON + 4 * MINUTE });
    assert.deepEqual(step({ end_at: NOON - 5 * MINUTE }), { notify: 'both' });
  });

  it('keeps quiet hours, which errors break where that is wished', () => {
    assert.deepEqual(step({}, NIGHT), { wait: MORNING });
    assert.deepEqual(step({ type: 'E' }, NIGHT), { notify: 'opened' });
    assert.deepEqual(step({ type: 'E' }, NIGHT, { errors_break_quiet: false }), { wait: MORNING });
    assert.deepEqual(step({ type: 'E', notified_open: true, end_at: NIGHT - 5 * MINUTE }, NIGHT), {
      notify: 'closed',
    });
    assert.deepEqual(step({ notified_open: true, end_at: NIGHT - 5 * MINUTE }, NIGHT), { wait: MORNING });
    assert.deepEqual(step({ end_at: NIGHT }, MORNING), { notify: 'both' });
  });

  it('says nothing of a snoozed plant, but that what was told as open is over', () => {
    const snoozed_until = NOON + 60 * MINUTE;
    assert.deepEqual(step({ snoozed_until }), { wait: NOON + 5 * MINUTE });
    assert.deepEqual(step({ snoozed_until: NOON + MINUTE }), { wait: NOON + MINUTE });
    assert.deepEqual(step({ snoozed_until, end_at: NOON }), { end: 'muted' });
    assert.deepEqual(step({ snoozed_until, notified_open: true, end_at: NOON - 5 * MINUTE }), {
      notify: 'closed',
    });
    // The snooze is over and the alarm still stands.
    assert.deepEqual(step({ snoozed_until: NOON }), { notify: 'opened' });
  });

  it('leaves consequences to their cause, unless they were told before', () => {
    assert.deepEqual(step({ follows: true }), { wait: NOON + 5 * MINUTE });
    assert.deepEqual(step({ follows: true, end_at: NOON - 5 * MINUTE }), { end: 'followed' });
    assert.deepEqual(step({ follows: true, notified_open: true, end_at: NOON - 5 * MINUTE }), {
      notify: 'closed',
    });
  });

  it('tells no recovery to who wants none, and forgets it only when it has stayed closed', () => {
    const closed = { notified_open: true, end_at: NOON };
    assert.deepEqual(step(closed, NOON, { recovery: false }), { wait: NOON + 5 * MINUTE });
    assert.deepEqual(step(closed, NOON + 5 * MINUTE, { recovery: false }), { end: 'unwanted' });
  });

  it('comes in few mails where much happens', () => {
    assert.equal(nextMailAt({ last_at: null, sent: 0 }, NOON), 0);
    assert.equal(nextMailAt({ last_at: NOON, sent: 0 }, NOON), NOON + 30_000);
    assert.equal(nextMailAt({ last_at: NOON, sent: 2 }, NOON), NOON + 2 * MINUTE);
    assert.equal(nextMailAt({ last_at: NOON, sent: 40 }, NOON), NOON + 15 * MINUTE);
    // Stamped by a clock that was a day ahead.
    assert.equal(nextMailAt({ last_at: NOON + 1440 * MINUTE, sent: 2 }, NOON), NOON + 2 * MINUTE);
  });
});
