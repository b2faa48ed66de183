import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { titleOf } from './form.model.ts';

describe('what a request is called that is made from an alarm or a downtime', () => {
  it('names the devices and what is wrong with them', () => {
    assert.equal(titleOf(['INV1'], 'Guasto inverter'), 'INV1: Guasto inverter');
    assert.equal(titleOf([], 'Mancanza rete'), 'Mancanza rete', 'the whole plant');
  });

  it('names the first of many, and is never longer than a title may be', () => {
    assert.equal(titleOf(['A', 'B', 'C', 'D', 'E'], 'Guasto'), 'A, B, C +2: Guasto');
    assert.equal(titleOf(['A'], 'x'.repeat(300)).length, 160);
  });
});
