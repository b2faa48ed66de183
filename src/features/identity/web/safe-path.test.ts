import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safeTarget } from './safe-path.model.ts';

const HERE = 'https://portal.example';

describe('where a sign-in goes on', () => {
  it('is a place of this portal', () => {
    assert.equal(safeTarget('/apps/asset?company=3#top', HERE).href, `${HERE}/apps/asset?company=3#top`);
    assert.equal(safeTarget(undefined, HERE).href, `${HERE}/`);
  });

  it('is no other site, however that is written', () => {
    for (const strange of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/x/..//evil.example',
      '/.//evil.example',
      '/\t/[',
      'https://evil.example',
      'javascript:alert(1)',
      'evil',
    ])
      assert.equal(safeTarget(strange, HERE).href, `${HERE}/`, strange);
  });
});
