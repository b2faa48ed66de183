import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slopeOf } from './slope.ts';

describe('the slope of a measured line', () => {
  it('is exact on a line, and its error grows with what lies beside it', () => {
    const line = [0, 10, 20, 30].map((at_s) => ({ at_s, value: 5 + 2 * at_s }));
    assert.deepEqual(slopeOf(line), { each_second: 2, error: 0 });
    // By hand: values 0, 2, 1, 3 at 0…3 rise by 0.8, residuals -0.3, 0.9, -0.9, 0.3.
    const rough = [0, 2, 1, 3].map((value, at_s) => ({ at_s, value }));
    const { each_second, error } = slopeOf(rough);
    assert.ok(Math.abs(each_second - 0.8) < 1e-12);
    assert.ok(Math.abs(error - Math.sqrt(1.8 / 2 / 5)) < 1e-12);
  });
});
