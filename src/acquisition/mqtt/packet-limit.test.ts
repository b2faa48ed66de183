import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PacketLengths } from './packet-limit.ts';

/** A packet of a type with a body of that many bytes. */
function packet(type: number, body: number): Buffer {
  const header = [type];
  for (let left = body; ; left = Math.floor(left / 128)) {
    header.push((left % 128) + (left >= 128 ? 128 : 0));
    if (left < 128) break;
  }
  return Buffer.concat([Buffer.from(header), Buffer.alloc(body, 0xff)]);
}

const allowed = (bytes: Buffer, size: number): boolean => {
  const lengths = new PacketLengths();
  for (let at = 0; at < bytes.length; at += size)
    if (!lengths.allow(bytes.subarray(at, at + size))) return false;
  return true;
};

describe('the lengths of packets', () => {
  it('are followed through chunks of any size', () => {
    const bytes = Buffer.concat([
      packet(0x10, 30_000),
      packet(0x30, 0),
      packet(0x30, 127),
      packet(0x32, 128),
      packet(0xc0, 0),
      packet(0x32, 300_000),
      packet(0x32, 16_384),
    ]);
    for (const size of [1, 2, 7, 1000, 65_536, bytes.length])
      assert.equal(allowed(bytes, size), true, `${size}`);
  });

  it('are too much beyond a megabyte, and beyond 32 KB before anybody is known', () => {
    const first = packet(0x10, 100);
    assert.equal(allowed(packet(0x10, 32_769), 4096), false);
    assert.equal(allowed(Buffer.concat([first, packet(0x30, 1024 * 1024)]), 4096), true);
    assert.equal(allowed(Buffer.concat([first, packet(0x30, 1024 * 1024 + 1)]), 4096), false);
    // Told at the header, before the body has come; and a length that never ends.
    assert.equal(allowed(Buffer.concat([first, Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])]), 1), false);
    assert.equal(
      allowed(Buffer.concat([first, Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x80])]), 1),
      false,
    );
  });
});
