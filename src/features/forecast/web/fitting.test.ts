import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitting } from './fitting.model.ts';

const answer = (start: string, end: string, isPlaceholderData = false) => ({
  data: { start, end },
  isPlaceholderData,
});

describe('answers that are shown together', () => {
  it('are of one window', () => {
    const day = answer('2026-06-18', '2026-06-19', true);
    assert.deepEqual(fitting([day, day]), [true, true]);
    assert.deepEqual(fitting([answer('2026-06-01', '2026-07-01'), day]), [true, false]);
    // A day of before is not drawn with the month that begins with it.
    const first = answer('2026-06-01', '2026-06-02', true);
    assert.deepEqual(fitting([first, answer('2026-06-01', '2026-07-01')]), [false, true]);
    assert.deepEqual(fitting([{ data: undefined, isPlaceholderData: false }, day]), [false, true]);
  });
});
