import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cents, knownCents, sumOfCents } from './money.ts';

describe('cents', () => {
  it('are rounded halves away from zero, whatever binary fractions make of them', () => {
    assert.deepEqual([1.005, -1.005, 2.675, 0.004, -0.004].map(cents), [1.01, -1.01, 2.68, 0, 0]);
  });

  it('are summed without noise, and what nobody knows is no zero', () => {
    assert.equal(sumOfCents([0.1, 0.2]), 0.3);
    assert.deepEqual([knownCents([null, 0.1, 0.2]), knownCents([null]), knownCents([])], [0.3, null, null]);
  });
});
