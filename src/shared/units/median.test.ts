import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { medianOf } from './median.ts';

describe('the middle of values', () => {
  it('is the middle one, the mean of the two middle ones, or none', () => {
    assert.deepEqual([[3, 1, 2], [4, 1, 2, 3], [7], []].map(medianOf), [2, 2.5, 7, null]);
  });
});
