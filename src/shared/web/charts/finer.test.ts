import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { finerStretch, holds } from './finer.model.ts';
import { readZoom, writeZoom } from './view.model.ts';
import { choiceHolding } from './window.model.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ROME = 'Europe/Rome';
const NOW = Date.parse('2026-11-21T13:05:00Z');
const MIDNIGHT = Date.parse('2026-11-20T23:00:00Z');

describe('the stretch that is asked for in finer steps', () => {
  const week = { start_at: 0, end_at: 7 * DAY };
  it('holds the view with a little beside it, from whole hour to whole hour', () => {
    const view = { start_at: 2 * DAY + HOUR / 2, end_at: 2 * DAY + 6 * HOUR };
    const stretch = finerStretch(view, week);
    assert.deepEqual(stretch, { start_at: 2 * DAY - HOUR, end_at: 2 * DAY + 7 * HOUR });
    assert.ok(stretch && holds(stretch, view) && !holds(view, stretch));
  });
  it('stays within the window, and is none where that is looked at nearly whole', () => {
    assert.deepEqual(finerStretch({ start_at: 0, end_at: DAY }, week)?.start_at, 0);
    assert.equal(finerStretch({ start_at: DAY / 2, end_at: 6.5 * DAY }, week), null);
  });
});

describe('a view in an address', () => {
  it('is written as it is read', () => {
    const view = { start_at: NOW - HOUR, end_at: NOW };
    assert.deepEqual(readZoom(writeZoom(view)), view);
    assert.equal(writeZoom(undefined), undefined);
    assert.equal(readZoom('1770000000000-1760000000000'), undefined);
  });

  it('opens the period that holds it, on whatever day the link is followed', () => {
    const today = { start_at: MIDNIGHT + HOUR, end_at: MIDNIGHT + 2 * HOUR };
    const day = { span: 'day' } as const;
    assert.equal(choiceHolding(undefined, day, NOW, ROME), day);
    assert.equal(choiceHolding(today, day, NOW, ROME), day);
    assert.deepEqual(choiceHolding(today, day, NOW + 3 * DAY, ROME), { span: 'day', date: '2026-11-21' });
    const days = { span: 'free', date: '2026-11-21', to: '2026-11-21' };
    assert.deepEqual(choiceHolding(today, { span: 'last', last: '1h' }, NOW, ROME), days);
    const two = { start_at: today.start_at, end_at: today.end_at + DAY };
    assert.deepEqual(choiceHolding(two, day, NOW, ROME), { ...days, to: '2026-11-22' });
  });
});
