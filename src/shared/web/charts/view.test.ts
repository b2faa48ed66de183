import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Choice } from './choice.model.ts';
import { panned, within, zoomChange, zoomed } from './view.model.ts';
import { choiceHolding } from './window.model.ts';

const HOUR = 3_600_000;
const window = { start_at: 0, end_at: 24 * HOUR };

describe('the view of a chart', () => {
  it('zooms around its middle and stops at the window', () => {
    assert.deepEqual(zoomed(window, window, 0.5), { start_at: 6 * HOUR, end_at: 18 * HOUR });
    assert.deepEqual(zoomed({ start_at: 0, end_at: 12 * HOUR }, window, 4), window);
  });
  it('moves without changing its length', () => {
    const view = { start_at: 20 * HOUR, end_at: 23 * HOUR };
    assert.deepEqual(panned(view, window, 0.5), { start_at: 21 * HOUR, end_at: 24 * HOUR });
    assert.deepEqual(panned(view, window, -10), { start_at: 0, end_at: 3 * HOUR });
  });
  it('is never shorter than a minute', () => {
    assert.equal(within({ start_at: 5 * HOUR, end_at: 5 * HOUR + 1 }, window).end_at, 5 * HOUR + 60_000);
  });

  it('leaves one step in the history, and another where it ends', () => {
    const today: Choice = { span: 'day' };
    const same = { chosen: today, shown: today };
    const replaces = (before: typeof window | undefined, next: typeof window | undefined) =>
      zoomChange(before, next, same).replace;
    assert.deepEqual(
      [replaces(undefined, window), replaces(window, window), replaces(window, undefined)],
      [false, true, false],
    );
    assert.deepEqual(zoomChange(window, undefined, same).part, { zoom: undefined });
  });

  it('that came with a link of an earlier day ends in the period of that day', () => {
    const now = Date.parse('2026-06-18T12:00:00Z');
    const view = { start_at: Date.parse('2026-06-16T08:00:00Z'), end_at: Date.parse('2026-06-16T10:00:00Z') };
    const ended = (chosen: Choice) =>
      zoomChange(view, undefined, { chosen, shown: choiceHolding(view, chosen, now, 'UTC') }).part;
    assert.deepEqual(ended({ span: 'day' }), {
      span: 'day',
      date: '2026-06-16',
      to: undefined,
      last: undefined,
      zoom: undefined,
    });
    assert.deepEqual(ended({ span: 'last', last: '1h' }), {
      span: 'free',
      date: '2026-06-16',
      to: '2026-06-16',
      last: undefined,
      zoom: undefined,
    });
    assert.deepEqual(ended({ span: 'week' }), { zoom: undefined });
  });
});
