import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgetTried, keepTried, triedOf } from './tried.public.ts';

describe('what was tried before a device was added', () => {
  it('is kept by device, where it says something of the line or the device', () => {
    const timeout = { code: 'timeout', timeout_ms: 2000 };
    keepTried(1, 7, timeout);
    keepTried(1, 8, null);
    keepTried(1, 9, { code: 'given_up' });
    keepTried(1, 10, { code: 'fault' });
    assert.deepEqual(
      [7, 8, 9, 10].map((id) => triedOf(1, id)),
      [timeout, null, null, null],
    );
    assert.equal(triedOf(2, 7), null);
    forgetTried(1);
    assert.equal(triedOf(1, 7), null);
  });
});
