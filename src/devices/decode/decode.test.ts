import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DATA_TYPES } from '../register.ts';
import { type NumericType, WORD_ORDERS, type WordOrder } from './data-type.ts';
import { encodeRaw } from './encode.ts';
import { decodeBit, decodeRaw, decodeString, type Raw } from './raw.ts';
import { decodeText } from './text.ts';
import { decodeValue, type Encoding } from './value.ts';

function hex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
}

function encoding(data_type: NumericType, changes: Partial<Encoding> = {}): Encoding {
  return {
    data_type,
    word_order: 'ABCD',
    bit: null,
    factor: 1,
    value_offset: 0,
    sentinel: false,
    ...changes,
  };
}

const RAW_OF: Readonly<Record<NumericType, fc.Arbitrary<Raw>>> = {
  bit: fc.integer({ min: 0, max: 1 }),
  int16: fc.integer({ min: -0x8000, max: 0x7fff }),
  uint16: fc.integer({ min: 0, max: 0xffff }),
  int32: fc.integer({ min: -0x80000000, max: 0x7fffffff }),
  uint32: fc.integer({ min: 0, max: 0xffffffff }),
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  uint64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  float32: fc.float(),
  float64: fc.double(),
};

it('other values that mark nothing measured are missing, before they are scaled', () => {
  const status = encoding('uint32', { factor: 0.1, missing: [0xfffffd] });
  assert.deepEqual(decodeValue(hex('00FF FFFD'), status, null), { failed: 'missing' });
  assert.deepEqual(decodeValue(hex('00FF FFFC'), status, null), { value: 1_677_721.2 });
  assert.deepEqual(decodeValue(hex('00FF FFFD'), encoding('uint32'), null), { value: 0xfffffd });
});

describe('decodeRaw', () => {
  // 123456.0 = 0x47F12000; the orders as in pymodbus' and SunSpec's documents.
  const float_vectors: Readonly<Record<WordOrder, string>> = {
    ABCD: '47F1 2000',
    CDAB: '2000 47F1',
    BADC: 'F147 0020',
    DCBA: '0020 F147',
  };
  const long_vectors: Readonly<Record<WordOrder, string>> = {
    ABCD: '0102 0304 0506 0708',
    CDAB: '0708 0506 0304 0102',
    BADC: '0201 0403 0605 0807',
    DCBA: '0807 0605 0403 0201',
  };

  for (const word_order of WORD_ORDERS) {
    it(`${word_order}: literal vectors of 16, 32 and 64 bit`, () => {
      const swapped = word_order === 'BADC' || word_order === 'DCBA';
      assert.equal(decodeRaw(hex(swapped ? '3412' : '1234'), encoding('uint16', { word_order })), 0x1234);
      assert.equal(decodeRaw(hex(float_vectors[word_order]), encoding('float32', { word_order })), 123456);
      assert.equal(
        decodeRaw(hex(long_vectors[word_order]), encoding('uint64', { word_order })),
        0x0102030405060708n,
      );
    });

    for (const data_type of DATA_TYPES) {
      it(`${data_type} ${word_order}: what is encoded is decoded`, () => {
        fc.assert(
          fc.property(RAW_OF[data_type], (raw) => {
            const bytes = encodeRaw(raw, { data_type, word_order });
            assert.ok(Object.is(decodeRaw(bytes, encoding(data_type, { word_order })), raw));
          }),
        );
      });
    }
  }

  it('literal vectors of each type', () => {
    assert.equal(decodeRaw(hex('FFFE'), encoding('int16')), -2);
    assert.equal(decodeRaw(hex('FFFE'), encoding('uint16')), 65534);
    assert.equal(decodeRaw(hex('FFFF FFFE'), encoding('int32')), -2);
    assert.equal(decodeRaw(hex('FFFF FFFE'), encoding('uint32')), 4294967294);
    assert.equal(decodeRaw(hex('FFFF FFFF FFFF FFFE'), encoding('int64')), -2n);
    assert.equal(decodeRaw(hex('3FF8 0000 0000 0000'), encoding('float64')), 1.5);
    assert.equal(decodeRaw(hex('8001'), encoding('bit', { bit: 15 })), 1);
    assert.equal(decodeRaw(hex('8001'), encoding('bit', { bit: 1 })), 0);
    assert.equal(decodeRaw(hex('0180'), encoding('bit', { bit: 15, word_order: 'BADC' })), 1);
  });

  it('too few registers are an error, not a value', () => {
    assert.throws(() => decodeRaw(hex('0000'), encoding('float32')), RangeError);
    assert.throws(() => decodeRaw(hex(''), encoding('uint16')), RangeError);
  });

  it('does not change the bytes it is given', () => {
    const bytes = hex('2000 47F1');
    decodeRaw(bytes, encoding('float32', { word_order: 'CDAB' }));
    assert.deepEqual(bytes, hex('2000 47F1'));
  });
});

describe('encodeRaw', () => {
  it('refuses what the type cannot hold', () => {
    const order = { word_order: 'ABCD' } as const;
    assert.throws(() => encodeRaw(65536, { data_type: 'uint16', ...order }), RangeError);
    assert.throws(() => encodeRaw(0.5, { data_type: 'int32', ...order }), RangeError);
    assert.throws(() => encodeRaw(-1n, { data_type: 'uint64', ...order }), RangeError);
    assert.throws(() => encodeRaw(2n ** 63n, { data_type: 'int64', ...order }), RangeError);
  });
});

describe('decodeBit', () => {
  it("the protocol's example: coils 20–38 in CD 6B 05", () => {
    const bits = Array.from({ length: 19 }, (_, index) => decodeBit(hex('CD6B05'), index));
    assert.deepEqual(bits, [1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1]);
    assert.throws(() => decodeBit(hex('CD'), 8), RangeError);
  });
});

describe('decodeString', () => {
  it('ends at the first NUL and loses the blanks around it', () => {
    assert.equal(decodeString(Buffer.from('SN-1234 \0\0\0zz'), 'ABCD'), 'SN-1234');
    assert.equal(decodeString(hex('0000 0000'), 'ABCD'), '');
    assert.equal(decodeString(Buffer.from('Città'), 'ABCD'), 'Città');
  });

  it('swaps characters in a register, never registers', () => {
    assert.equal(decodeString(Buffer.from('NS1-32'), 'BADC'), 'SN-123');
    assert.equal(decodeString(Buffer.from('NS1-32'), 'DCBA'), 'SN-123');
    assert.equal(decodeString(Buffer.from('SN-123'), 'CDAB'), 'SN-123');
  });
});

describe('decodeValue', () => {
  it('raw · factor · 10^scale + offset, keeping the written decimals', () => {
    assert.deepEqual(decodeValue(hex('007B'), encoding('uint16', { factor: 0.1 }), null), { value: 12.3 });
    assert.deepEqual(decodeValue(hex('007B'), encoding('uint16'), -2), { value: 1.23 });
    assert.deepEqual(decodeValue(hex('007B'), encoding('uint16', { factor: 0.001 }), 1), { value: 1.23 });
    assert.deepEqual(decodeValue(hex('007B'), encoding('uint16', { factor: 2.5, value_offset: -7.5 }), 0), {
      value: 300,
    });
    const kelvin = { factor: 0.01, value_offset: -273.15 };
    assert.deepEqual(decodeValue(hex('007B'), encoding('int16', kelvin), null), { value: -271.92 });
    assert.deepEqual(decodeValue(hex('6AB3'), encoding('int16', kelvin), null), { value: 0 });
    assert.deepEqual(decodeValue(hex('FF9C'), encoding('int16', { factor: 0.01, value_offset: 5 }), null), {
      value: 4,
    });
    assert.deepEqual(decodeValue(hex('0000'), encoding('int16', { factor: -1 }), null), { value: 0 });
  });

  it('a decimal that was divided out comes back exactly', () => {
    const exponent = fc.integer({ min: -4, max: 0 });
    fc.assert(
      fc.property(fc.integer({ min: -0x7fff, max: 0x7fff }), exponent, (raw, scale) => {
        const bytes = encodeRaw(raw, { data_type: 'int16', word_order: 'ABCD' });
        const expected = Number(`${raw}e${scale}`);
        assert.deepEqual(decodeValue(bytes, encoding('int16'), scale), { value: expected + 0 });
        assert.deepEqual(decodeValue(bytes, encoding('int16', { factor: 10 ** scale }), null), {
          value: expected + 0,
        });
      }),
    );
  });

  const sentinels: readonly [NumericType, string][] = [
    ['bit', 'FFFF'],
    ['int16', '8000'],
    ['uint16', 'FFFF'],
    ['int32', '8000 0000'],
    ['uint32', 'FFFF FFFF'],
    ['int64', '8000 0000 0000 0000'],
    ['uint64', 'FFFF FFFF FFFF FFFF'],
    ['float32', '7FC0 0000'],
    ['float64', '7FF8 0000 0000 0000'],
  ];

  for (const [data_type, bytes] of sentinels) {
    it(`${data_type}: "not implemented" is missing where the device uses it, and only there`, () => {
      assert.deepEqual(decodeValue(hex(bytes), encoding(data_type, { sentinel: true, bit: 0 }), 0), {
        failed: 'missing',
      });
      assert.notDeepEqual(decodeValue(hex(bytes), encoding(data_type, { bit: 0 }), 0), { failed: 'missing' });
    });
  }

  it('the top bit alone marks signed integers and no counter, which passes it', () => {
    const counter = encoding('uint32', { sentinel: true, factor: 0.001 });
    assert.deepEqual(decodeValue(hex('8000 0000'), counter, null), { value: 2147483.648 });
    assert.deepEqual(decodeValue(hex('FFFF FFFF'), counter, null), { failed: 'missing' });
    assert.deepEqual(decodeValue(hex('8000'), encoding('uint16', { sentinel: true }), null), {
      value: 32768,
    });
    const long = encoding('uint64', { sentinel: true });
    assert.deepEqual(decodeValue(hex('8000 0000 0000 0000'), long, null), { failed: 'out_of_range' });
  });

  it('"not implemented" is found in the order of the device', () => {
    const swapped = encoding('int32', { sentinel: true, word_order: 'CDAB' });
    assert.deepEqual(decodeValue(hex('0000 8000'), swapped, null), { failed: 'missing' });
    assert.deepEqual(decodeValue(hex('8000 0000'), swapped, null), { value: 32768 });
  });

  it('a counter at 0 is a value, with or without sentinels', () => {
    assert.deepEqual(decodeValue(hex('0000 0000'), encoding('uint32', { sentinel: true }), null), {
      value: 0,
    });
    assert.deepEqual(decodeValue(hex('0000 0000 0000 0000'), encoding('uint64', { sentinel: true }), null), {
      value: 0,
    });
  });

  it('NaN, infinities and what overflows are failures', () => {
    const failed = { failed: 'not_finite' };
    assert.deepEqual(decodeValue(hex('7FC0 0000'), encoding('float32'), null), failed);
    assert.deepEqual(decodeValue(hex('7F80 0000'), encoding('float32', { sentinel: true }), null), failed);
    assert.deepEqual(decodeValue(hex('FF80 0000'), encoding('float32'), null), failed);
    assert.deepEqual(
      decodeValue(hex('7FEF FFFF FFFF FFFF'), encoding('float64', { factor: 10 }), null),
      failed,
    );
  });

  it('an integer beyond 2^53 is refused, 2^53 itself is exact', () => {
    assert.deepEqual(decodeValue(hex('0020 0000 0000 0000'), encoding('uint64'), null), { value: 2 ** 53 });
    assert.deepEqual(decodeValue(hex('0020 0000 0000 0001'), encoding('uint64'), null), {
      failed: 'out_of_range',
    });
    assert.deepEqual(decodeValue(hex('FFDF FFFF FFFF FFFF'), encoding('int64'), null), {
      failed: 'out_of_range',
    });
    assert.deepEqual(decodeValue(hex('FFE0 0000 0000 0000'), encoding('int64'), null), { value: -(2 ** 53) });
  });

  it('a scale that is not implemented is missing, one that is none is a failure', () => {
    assert.deepEqual(decodeValue(hex('0001'), encoding('int16'), -32768), { failed: 'missing' });
    assert.deepEqual(decodeValue(hex('0001'), encoding('int16'), 11), { failed: 'bad_scale' });
    assert.deepEqual(decodeValue(hex('0001'), encoding('int16'), 10), { value: 1e10 });
  });
});

describe('a field of bits', () => {
  const raw = (bytes: string, fields: Partial<Encoding>) => decodeRaw(hex(bytes), encoding('bit', fields));

  it('is the number that its bits make, whichever way the register comes', () => {
    // 0xB5C3 = 1011 0101 1100 0011.
    assert.equal(raw('B5C3', { bit: 0, bit_count: 4 }), 0b0011);
    assert.equal(raw('B5C3', { bit: 6, bit_count: 3 }), 0b111);
    assert.equal(raw('B5C3', { bit: 12, bit_count: 4 }), 0b1011);
    assert.equal(raw('C3B5', { bit: 12, bit_count: 4, word_order: 'DCBA' }), 0b1011);
    assert.equal(raw('B5C3', { bit: 0, bit_count: 16 }), 0xb5c3);
    assert.equal(raw('B5C3', { bit: 15 }), 1);
  });

  it('agrees with its bits, one by one', () => {
    const places = fc
      .integer({ min: 0, max: 15 })
      .chain((bit) => fc.record({ bit: fc.constant(bit), bit_count: fc.integer({ min: 1, max: 16 - bit }) }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff }), places, (register, { bit, bit_count }) => {
        const bytes = Uint8Array.of(register >> 8, register & 0xff);
        const single = Array.from({ length: bit_count }, (_, i) =>
          Number(decodeRaw(bytes, encoding('bit', { bit: bit + i }))),
        );
        const expected = single.reduce((sum, one, i) => sum + one * 2 ** i, 0);
        assert.equal(decodeRaw(bytes, encoding('bit', { bit, bit_count })), expected);
      }),
    );
  });

  it('is missing as a whole where the device says so, and is scaled like any value', () => {
    const field = encoding('bit', { bit: 4, bit_count: 4, sentinel: true, factor: 10, value_offset: 1 });
    assert.deepEqual(decodeValue(hex('FFFF'), field, null), { failed: 'missing' });
    assert.deepEqual(decodeValue(hex('0050'), field, null), { value: 51 });
  });
});

describe('a text in registers', () => {
  it('ends at the first NUL and has nothing that moves or hides what stands around it', () => {
    const text = (content: string) => decodeText(Buffer.from(content, 'utf8'), false);
    assert.equal(text('SN-0042\0\0garbage!'), 'SN-0042');
    assert.equal(text('  v1.2\r\n\x1b[31m '), 'v1.2[31m');
    assert.equal(text('abc\u202edcba\u2066x\u200f'), 'abcdcbax');
    assert.equal(text('\0\0\0\0'), '');
    assert.equal(decodeText(Buffer.from('NS0-40'), true), 'SN-004');
  });
});
