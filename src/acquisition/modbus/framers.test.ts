import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { crc16, lrc } from './checksum.ts';
import { type FramerName, framerOf } from './framers.ts';
import { requestPdu } from './pdu.ts';

const ALL: readonly FramerName[] = ['tcp', 'rtu', 'ascii'];

function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(' ', ''), 'hex');
}

describe('checksums', () => {
  it('CRC-16/MODBUS of "123456789" is 0x4B37, the catalogue check value', () => {
    assert.equal(crc16(Buffer.from('123456789')), 0x4b37);
  });

  it('agree with the values that pymodbus documents for 12 34 23 45 34 56 45 67', () => {
    const bytes = hex('12 34 23 45 34 56 45 67');
    assert.equal(crc16(bytes), 0xdbe2);
    assert.equal(lrc(bytes), 0x1c);
  });
});

describe('framers', () => {
  it('write the documented frames: unit 17, function 3, two registers from 0x007C', () => {
    const pdu = requestPdu({ unit: 17, function_code: 3, address: 0x7c, quantity: 2 });
    assert.deepEqual(framerOf('tcp').encode(0, 17, pdu), hex('0000 0000 0006 11 03 007c 0002'));
    assert.deepEqual(framerOf('rtu').encode(0, 17, pdu), hex('11 03 00 7c 00 02 07 43'));
    assert.equal(Buffer.from(framerOf('ascii').encode(0, 17, pdu)).toString(), ':1103007C00026E\r\n');
  });

  for (const name of ALL) {
    it(`${name}: a frame is taken back whole, its beginnings are not enough, what follows is left`, () => {
      const answer = fc.record({
        transaction: fc.integer({ min: 0, max: 0xffff }),
        unit: fc.integer({ min: 0, max: 255 }),
        function_code: fc.constantFrom(1, 2, 3, 4),
        data: fc.uint8Array({ minLength: 1, maxLength: 250 }),
        rest: fc.uint8Array({ maxLength: 5 }),
      });
      fc.assert(
        fc.property(answer, ({ transaction, unit, function_code, data, rest }) => {
          const framer = framerOf(name);
          const pdu = Buffer.from([function_code, data.length, ...data]);
          const bytes = Buffer.from(framer.encode(transaction, unit, pdu));
          for (let length = 0; length < bytes.length; length += 1) {
            assert.equal(framer.take(bytes.subarray(0, length)).kind, 'more');
          }
          const taken = framer.take(Buffer.concat([bytes, rest]));
          assert.ok(taken.kind === 'frame');
          assert.equal(taken.used, bytes.length);
          assert.equal(taken.frame.transaction, framer.has_transactions ? transaction : null);
          assert.equal(taken.frame.unit, unit);
          assert.deepEqual(Buffer.from(taken.frame.pdu), pdu);
        }),
        { numRuns: 60 },
      );
    });

    it(`${name}: no bytes whatever make it throw or use more than there is`, () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
          const taken = framerOf(name).take(Buffer.from(bytes));
          if (taken.kind === 'frame' || taken.kind === 'skip')
            assert.ok(taken.used > 0 && taken.used <= bytes.length);
        }),
      );
    });
  }

  it('rtu and ascii: one changed byte is never taken for the frame', () => {
    const pdu = hex('03 04 0102 0304');
    for (const name of ['rtu', 'ascii'] as const) {
      const bytes = Buffer.from(framerOf(name).encode(0, 9, pdu));
      for (let at = 0; at < bytes.length; at += 1) {
        const broken = Buffer.from(bytes);
        broken.writeUInt8(broken.readUInt8(at) ^ 0x01, at);
        assert.notEqual(framerOf(name).take(broken).kind, 'frame', `${name}, byte ${at}`);
      }
    }
  });

  it('garbage is recognised, and does not grow without end', () => {
    assert.equal(framerOf('tcp').take(hex('0001 0000 0002 11')).kind, 'garbage');
    assert.equal(framerOf('tcp').take(hex('0001 0000 00ff 11')).kind, 'garbage');
    assert.equal(framerOf('rtu').take(hex('11 11 02')).kind, 'garbage');
    assert.equal(framerOf('rtu').take(hex('11 03 00')).kind, 'garbage');
    assert.equal(framerOf('ascii').take(Buffer.from('HTTP/1.1 400 Bad Request')).kind, 'garbage');
    assert.equal(framerOf('ascii').take(Buffer.from(`:${'0'.repeat(600)}`)).kind, 'garbage');
    assert.equal(framerOf('ascii').take(Buffer.from(':11030\r\n')).kind, 'garbage');
    assert.equal(framerOf('ascii').take(Buffer.from(':1103ZZ00026E\r\n')).kind, 'garbage');
  });

  it('tcp: a frame of another protocol is skipped', () => {
    assert.deepEqual(framerOf('tcp').take(hex('0001 0007 0003 11 83 02')), { kind: 'skip', used: 9 });
  });
});
