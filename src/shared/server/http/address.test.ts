import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressBlock, plainAddress } from './address.ts';

describe('the block of an address', () => {
  for (const [address, block, plain] of [
    ['203.0.113.5', '203.0.113.5/32', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5/32', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2:3:4:5:6'],
    ['2001:DB8:1:2:ffff::', '2001:db8:1:2::/64', '2001:db8:1:2:ffff::'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64', '2001:db8:1:3::1'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::1'],
    ['', null, null],
    ['nowhere', null, null],
  ] as const) {
    it(`of ${address || 'nothing'} is ${block}`, () => {
      assert.equal(addressBlock(address), block);
      assert.equal(plainAddress(address), plain);
    });
  }
});
