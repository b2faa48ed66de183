import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { isNear } from './near.ts';

const near = (remoteAddress: string, headers: Record<string, string>): boolean =>
  isNear({ headers, socket: { remoteAddress } as Socket });

describe('who asks is on this machine', () => {
  it('when the connection and the name that was called are', () => {
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'localhost'])
      assert.equal(near('127.0.0.1', { host }), true, host);
    assert.equal(near('::ffff:127.0.0.1', { host: 'localhost' }), true);
    assert.equal(near('10.0.0.7', { host: 'localhost' }), false);
  });

  it('and not behind a proxy, whether it says so or not', () => {
    assert.equal(near('127.0.0.1', { host: 'energy.example.org' }), false);
    assert.equal(near('127.0.0.1', { host: '127.0.0.1.example.org:443' }), false);
    assert.equal(near('127.0.0.1', {}), false);
    for (const name of ['forwarded', 'x-forwarded-for', 'via'])
      assert.equal(near('127.0.0.1', { host: 'localhost', [name]: 'for=192.0.2.1' }), false, name);
  });
});
