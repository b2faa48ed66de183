import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { panned, within, zoomed } from './view.model.ts';

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
});
