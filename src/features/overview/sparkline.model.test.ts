import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runsOf, sparkShape } from './sparkline.model.ts';

describe('the drawing of a day', () => {
  it('parts at gaps', () => {
    assert.deepEqual(runsOf([null, 1, 2, null, null, 0, null]), [
      { start: 1, values: [1, 2] },
      { start: 5, values: [0] },
    ]);
    assert.deepEqual(runsOf([null, null]), []);
  });

  it('draws each run for itself and leaves the rest of the day empty', () => {
    const shape = sparkShape([0, 10, null, 5], { width: 100, height: 12, steps: 11 });
    assert.deepEqual(shape, {
      lines: ['M0.0 11.0L10.0 1.0', 'M30.0 6.0h.8'],
      areas: ['M0.0 12.0L0.0 11.0L10.0 1.0L10.0 12.0Z'],
      peak: 10,
    });
  });

  it('lies on the ground at night and draws nothing where nothing is known', () => {
    assert.equal(sparkShape([0, 0], { width: 10, height: 12, steps: 2 })?.lines[0], 'M0.0 11.0L10.0 11.0');
    assert.equal(sparkShape([null], { width: 10, height: 12, steps: 2 }), null);
  });
});
