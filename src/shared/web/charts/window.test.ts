import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Choice } from './choice.model.ts';
import {
  bucketEnd,
  choosableSteps,
  respanned,
  shifted,
  stepsFor,
  stepsInForce,
  windowOf,
} from './window.model.ts';

const ROME = 'Europe/Rome';
const DENVER = 'America/Denver';
const NOW = Date.parse('2026-11-21T13:05:00Z');
const HOUR = 3_600_000;

const written = (choice: Choice, zone = ROME, now = NOW) => {
  const { start_at, end_at } = windowOf(choice, now, zone);
  return [new Date(start_at).toISOString(), new Date(end_at).toISOString()];
};
const hours = (choice: Choice, zone: string) => {
  const { start_at, end_at } = windowOf(choice, NOW, zone);
  return (end_at - start_at) / HOUR;
};

describe('the window of a choice', () => {
  it('is a local day, week, month or year of the plant', () => {
    assert.deepEqual(written({ span: 'day' }), ['2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z']);
    assert.deepEqual(written({ span: 'week' }), ['2026-11-15T23:00:00.000Z', '2026-11-22T23:00:00.000Z']);
    assert.deepEqual(written({ span: 'month', date: '2012-07-14' }, DENVER), [
      '2012-07-01T06:00:00.000Z',
      '2012-08-01T06:00:00.000Z',
    ]);
    assert.deepEqual(written({ span: 'year', date: '2012-07-14' }, DENVER), [
      '2012-01-01T07:00:00.000Z',
      '2013-01-01T07:00:00.000Z',
    ]);
  });

  it('has 23 and 25 hours on the days when the clocks change', () => {
    assert.equal(hours({ span: 'day', date: '2026-03-29' }, ROME), 23);
    assert.equal(hours({ span: 'day', date: '2026-10-25' }, ROME), 25);
    assert.equal(hours({ span: 'day', date: '2012-03-11' }, DENVER), 23);
    assert.equal(hours({ span: 'day', date: '2012-11-04' }, DENVER), 25);
    assert.equal(hours({ span: 'month', date: '2026-10-01' }, ROME), 31 * 24 + 1);
    assert.equal(hours({ span: 'week', date: '2012-03-11' }, DENVER), 7 * 24 - 1);
  });

  it('takes both ends of a free range, in whichever order they come', () => {
    const range = ['2026-03-27T23:00:00.000Z', '2026-03-29T22:00:00.000Z'];
    assert.deepEqual(written({ span: 'free', date: '2026-03-28', to: '2026-03-29' }), range);
    assert.deepEqual(written({ span: 'free', date: '2026-03-29', to: '2026-03-28' }), range);
  });

  it('falls back to now when the address names no real date', () => {
    assert.deepEqual(written({ span: 'day', date: '2026-02-31' }), written({ span: 'day' }));
  });

  it('follows now in the quick windows', () => {
    assert.deepEqual(windowOf({ span: 'last', last: '30m' }, NOW, ROME), {
      start_at: NOW - HOUR / 2,
      end_at: NOW,
    });
  });
});

describe('moving a window', () => {
  it('steps over the days when the clocks change and drops the date at the current one', () => {
    assert.equal(shifted({ span: 'day', date: '2026-10-25' }, 1, NOW, ROME).date, '2026-10-26');
    assert.equal(shifted({ span: 'day', date: '2026-10-26' }, -1, NOW, ROME).date, '2026-10-25');
    assert.equal(shifted({ span: 'day', date: '2012-03-12' }, -1, NOW, DENVER).date, '2012-03-11');
    assert.deepEqual(shifted({ span: 'day', date: '2026-11-20' }, 1, NOW, ROME), {
      span: 'day',
      date: undefined,
    });
    assert.equal(shifted({ span: 'month' }, -1, NOW, ROME).date, '2026-10-01');
    assert.equal(shifted({ span: 'year', date: '2012-05-05' }, -1, NOW, DENVER).date, '2011-01-01');
  });

  it('moves a free range by its own days, a changed clock among them or not', () => {
    const back = shifted({ span: 'free', date: '2026-10-26', to: '2026-11-01' }, -1, NOW, ROME);
    assert.deepEqual(back, { span: 'free', date: '2026-10-19', to: '2026-10-25' });
    assert.deepEqual(shifted(back, 1, NOW, ROME), { span: 'free', date: '2026-10-26', to: '2026-11-01' });
  });

  it('keeps the past when the span changes, and today stays today', () => {
    assert.equal(respanned({ span: 'month', date: '2012-07-14' }, 'day', NOW, DENVER).date, '2012-07-01');
    assert.equal(respanned({ span: 'month' }, 'day', NOW, ROME).date, undefined);
    assert.deepEqual(respanned({ span: 'month' }, 'free', NOW, ROME), {
      span: 'free',
      date: '2026-11-01',
      to: '2026-11-21',
    });
  });
});

describe('the step of a window', () => {
  const window = (choice: Choice) => windowOf(choice, NOW, ROME);
  it('follows its length', () => {
    assert.deepEqual(stepsFor(window({ span: 'day', date: '2026-10-25' })), { line: 'raw', bar: 'hour' });
    assert.deepEqual(stepsFor(window({ span: 'week' })), { line: '15m', bar: 'day' });
    assert.deepEqual(stepsFor(window({ span: 'month' })), { line: 'hour', bar: 'day' });
    assert.deepEqual(stepsFor(window({ span: 'year' })), { line: 'day', bar: 'month' });
  });

  it('offers only steps that a series can hold', () => {
    assert.deepEqual(choosableSteps(window({ span: 'day' })), ['raw', '15m', 'hour']);
    assert.deepEqual(choosableSteps(window({ span: 'month' })), ['15m', 'hour', 'day']);
    assert.deepEqual(choosableSteps(window({ span: 'year' })), ['day', 'month']);
  });

  it('keeps a choice only while it suits the window', () => {
    assert.deepEqual(stepsInForce(window({ span: 'year' }), 'day'), { line: 'day', bar: 'day' });
    assert.deepEqual(stepsInForce(window({ span: 'year' }), 'raw'), { line: 'day', bar: 'month' });
  });

  it('ends buckets by the local calendar', () => {
    const start = Date.parse('2026-10-24T22:00:00Z');
    assert.equal(bucketEnd(start, 'day', ROME, 0) - start, 25 * HOUR);
    assert.equal(bucketEnd(start, 'hour', ROME, 0) - start, HOUR);
  });
});
