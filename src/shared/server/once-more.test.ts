import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onceMore } from './once-more.ts';

/** Work that fails as often as there are codes; answers how often it was tried. */
function failing(...codes: string[]) {
  let tried = 0;
  return async () => {
    const code = codes[tried++];
    if (code) throw Object.assign(new Error('refused'), { code });
    return tried;
  };
}

describe('work that lost to somebody else', () => {
  it('is done once more, and no more than that', async () => {
    assert.equal(await onceMore(failing('40P01')), 2);
    assert.equal(await onceMore(failing('40001')), 2);
    await assert.rejects(onceMore(failing('40P01', '40P01')), { code: '40P01' });
  });

  it('is not done again where it failed for a reason of its own', async () => {
    await assert.rejects(onceMore(failing('23514')), { code: '23514' });
  });
});
