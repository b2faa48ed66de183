import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyboardEvent } from 'react';
import { HOUR_MS } from '../../units/zones.ts';
import { pressed } from './keys.ts';

const day = { start_at: 0, end_at: 24 * HOUR_MS };

/** Where the cursor goes when a key is pressed on a chart of one day. */
function cursorAfter(key: string, chart: { at: number | null; last: number }): number | null {
  let cursor: number | null = chart.at;
  pressed({ key, preventDefault: () => undefined } as KeyboardEvent, {
    ...chart,
    view: day,
    window: day,
    stride: HOUR_MS,
    onView: () => undefined,
    onAt: (at) => {
      cursor = at;
    },
  });
  return cursor;
}

describe('the keys of a chart', () => {
  it('show the cursor in the middle, and where the middle is still to come, at the last reading', () => {
    assert.equal(cursorAfter('ArrowRight', { at: null, last: 20 * HOUR_MS }), 13 * HOUR_MS);
    assert.equal(cursorAfter('ArrowRight', { at: null, last: 7 * HOUR_MS }), 7 * HOUR_MS);
    assert.equal(cursorAfter('ArrowLeft', { at: null, last: 7 * HOUR_MS }), 7 * HOUR_MS);
  });

  it('move it by steps from there, as far as the day goes', () => {
    assert.equal(cursorAfter('ArrowRight', { at: 7 * HOUR_MS, last: 7 * HOUR_MS }), 8 * HOUR_MS);
    assert.equal(cursorAfter('End', { at: null, last: 7 * HOUR_MS }), 7 * HOUR_MS);
    assert.equal(cursorAfter('ArrowRight', { at: 24 * HOUR_MS, last: 7 * HOUR_MS }), 24 * HOUR_MS);
  });
});
