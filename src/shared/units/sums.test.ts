import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sumIfAllKnown, sumKnown } from './sums.ts';

describe('the sum of figures', () => {
  it('is of what is known, or known only where all are', () => {
    const lists = [[1, 2], [1, null], [0, null], [null, null], []];
    assert.deepEqual(lists.map(sumKnown), [3, 1, 0, null, null]);
    assert.deepEqual(lists.map(sumIfAllKnown), [3, null, null, null, 0]);
  });
});
