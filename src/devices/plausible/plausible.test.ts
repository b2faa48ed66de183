import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type NumericType, WORD_ORDERS, type WordOrder } from '../decode/data-type.ts';
import { encodeRaw } from '../decode/encode.ts';
import { judgeBlock } from './block.ts';
import { judgeValue } from './order.ts';
import { charactersOf, findTexts } from './texts.ts';

/** Registers written as hex, as manuals and protocol analysers print them. */
const words = (text: string) => text.split(' ').map((word) => Number.parseInt(word, 16));
const inWords = (bytes: Uint8Array) =>
  Array.from({ length: bytes.length / 2 }, (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0));
const encoded = (value: number | bigint, data_type: NumericType, word_order: WordOrder) =>
  inWords(encodeRaw(value, { data_type, word_order }));
const codes = (value: ReturnType<typeof judgeValue>, order: WordOrder) =>
  value.orders.find(({ word_order }) => word_order === order)?.why.map(({ code }) => code) ?? [];
const judgement = (value: ReturnType<typeof judgeValue>, order: WordOrder) =>
  value.orders.find(({ word_order }) => word_order === order)?.judgement;

// Images made by hand from the tables of IEEE 754, not by our encoder. 123456.0 is 47F1 2000, 230.5 is 4366 8000,
// 227.2 is 4363 3333, 49.98 is 4247 EB85, 1 is 3F80 0000.
const FLOATS: readonly [string, WordOrder, number][] = [
  ['47F1 2000', 'ABCD', 123456],
  ['2000 47F1', 'CDAB', 123456],
  ['F147 0020', 'BADC', 123456],
  ['0020 F147', 'DCBA', 123456],
  ['4366 8000', 'ABCD', 230.5],
  ['8000 4366', 'CDAB', 230.5],
  ['3333 4363', 'CDAB', 227.2],
  ['803F 0000', 'BADC', 1],
];

describe('the order of one value', () => {
  for (const [image, order, value] of FLOATS)
    it(`${image} as a float is ${value} in ${order}, and the other orders are said to be worse`, () => {
      const judged = judgeValue(words(image), 'float32');
      assert.equal(judged.pick, order);
      const raw = Number(judged.orders.find(({ word_order }) => word_order === order)?.raw);
      assert.ok(Math.abs(raw - value) <= Math.abs(value) * 1e-6, String(raw));
      assert.ok(judged.orders.every((one) => one.why.length > 0));
      assert.equal(judged.orders.filter((one) => one.judgement === 'likely').length, 1);
    });

  it('a float that is as sane with its bytes swapped is left open', () => {
    const judged = judgeValue(words('EB85 4247'), 'float32');
    assert.equal(judged.pick, null);
    assert.deepEqual(judged.top, ['CDAB', 'DCBA']);
    assert.deepEqual(codes(judged, 'CDAB'), ['sane_float', 'ambiguous']);
    assert.equal(judgement(judged, 'CDAB'), 'possible');
  });

  it('says what is wrong with a float: denormal, astronomic, not a number', () => {
    const judged = judgeValue(words('0000 4366'), 'float32');
    assert.equal(judged.pick, 'CDAB');
    assert.deepEqual(codes(judged, 'ABCD'), ['denormal']);
    assert.deepEqual(codes(judged, 'DCBA'), ['astronomic']);
    assert.deepEqual(codes(judgeValue(words('4366 7F80'), 'float32'), 'CDAB'), ['nan']);
    assert.deepEqual(codes(judgeValue(words('0001 7F80'), 'float32'), 'CDAB'), ['nan']);
    assert.deepEqual(codes(judgeValue(words('0000 7F80'), 'float32'), 'CDAB'), ['infinite']);
  });

  it('takes the values that say "not measured" for what they are, and never as sure', () => {
    for (const [image, type, order] of [
      ['7FC0 0000', 'float32', 'ABCD'],
      ['0000 7FC0', 'float32', 'CDAB'],
      ['FFFF FFFF', 'float32', 'ABCD'],
      ['8000 0000', 'int32', 'ABCD'],
      ['0000 8000', 'int32', 'CDAB'],
      ['FFFF FFFF', 'uint32', 'ABCD'],
      ['8000', 'int16', 'ABCD'],
      ['FFFF', 'uint16', 'ABCD'],
    ] as const) {
      const judged = judgeValue(words(image), type);
      assert.ok(codes(judged, order).includes('not_measured'), `${image} ${type}`);
      assert.equal(judgement(judged, order), 'possible');
    }
  });

  it('a small integer has an empty high register; bytes alone it cannot tell', () => {
    const judged = judgeValue(words('0000 08FC'), 'uint32');
    assert.deepEqual(codes(judged, 'ABCD'), ['high_empty', 'ambiguous']);
    assert.equal(judgement(judged, 'ABCD'), 'possible');
    assert.deepEqual(codes(judged, 'CDAB'), ['low_empty']);
    assert.equal(judged.pick, null);
    assert.deepEqual(codes(judgeValue(words('FFFF FF9C'), 'int32'), 'ABCD'), ['high_full', 'ambiguous']);
  });

  it('zero, equal bytes, one register and bits say nothing of the order', () => {
    for (const [image, type] of [
      ['0000 0000', 'float32'],
      ['4242 4242', 'float32'],
      ['0102', 'uint16'],
      ['0102', 'bit'],
    ] as const) {
      const judged = judgeValue(words(image), type);
      assert.equal(judged.pick, null);
      assert.ok(judged.silent, image);
      assert.ok(judged.orders.every((one) => one.judgement === 'possible'));
    }
  });

  it('two reads tell a counter: it grows by little in its own order and leaps in the others', () => {
    // 2,500,000,000 Wh and seventeen more: as large as no rule of size would have it.
    const before = words('9502 F900');
    const now = words('9502 F911');
    assert.equal(judgeValue(now, 'uint32').pick, 'BADC', 'by itself another order looks better');
    const judged = judgeValue(now, 'uint32', before);
    assert.equal(judged.pick, 'ABCD');
    assert.deepEqual(judged.orders[0]?.why[0], { code: 'grows', by: 17 });
    assert.deepEqual(judged.orders[1]?.why[0], { code: 'jumps', order: 'ABCD' });
  });
});

const order = fc.constantFrom(...WORD_ORDERS);
// What lies wholly in the high register cannot be told from a small number in the other order, and is left out.
const integer = fc.integer({ min: -1_000_000, max: 100_000_000 }).filter((n) => n % 0x1_0000 !== 0);
const counter = fc.integer({ min: 1, max: 100_000_000 }).filter((n) => n % 0x1_0000 !== 0);
const float = fc
  .double({ min: 0.01, max: 9e9, noNaN: true })
  .chain((size) => fc.constantFrom(size, -size).map(Math.fround));
const SANE: readonly [NumericType, fc.Arbitrary<number | bigint>][] = [
  ['int32', integer],
  ['uint32', counter],
  ['int64', integer.map(BigInt)],
  ['uint64', counter.map(BigInt)],
  ['float32', float],
  ['float64', float],
];

describe('a sane value', () => {
  for (const [data_type, value] of SANE)
    it(`${data_type}: its own order is likely, or it cannot be told; never is another one picked`, () => {
      fc.assert(
        fc.property(value, order, (sane, word_order) => {
          const judged = judgeValue(encoded(sane, data_type, word_order), data_type);
          const own = judged.orders.find((one) => one.word_order === word_order);
          assert.equal(own?.raw, sane);
          assert.notEqual(own?.judgement, 'unlikely');
          if (judged.pick === null) return;
          const picked = judged.orders.find((one) => one.word_order === judged.pick);
          assert.equal(picked?.raw, sane, `${judged.pick} is picked for ${word_order}`);
        }),
        { numRuns: 3000 },
      );
    });

  it('that grows by little between two reads keeps its order', () => {
    const growth = fc.integer({ min: 1, max: 250 });
    fc.assert(
      fc.property(counter, growth, order, (first, by, word_order) => {
        const [before, now] = [first, first + by].map((n) => encoded(n, 'uint32', word_order));
        const judged = judgeValue(now ?? [], 'uint32', before ?? []);
        const picked = judged.orders.find((one) => one.word_order === judged.pick);
        assert.ok(judged.pick === null || picked?.raw === first + by || (first + by) % 0x1_0000 === 0);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the order of a block', () => {
  const block = (values: readonly number[], type: NumericType, word_order: WordOrder) =>
    values.flatMap((value) => encoded(value, type, word_order));
  const measured = fc.array(fc.double({ min: 0.5, max: 60_000, noNaN: true }).map(Math.fround), {
    minLength: 6,
    maxLength: 40,
  });

  it('is the order of its floats, or is left open', () => {
    fc.assert(
      fc.property(measured, order, (values, word_order) => {
        const result = judgeBlock({
          words: block(values, 'float32', word_order),
          data_type: 'float32',
        }).order;
        assert.ok(
          result === null || result.word_order === word_order,
          `${result?.word_order} for ${word_order}`,
        );
      }),
    );
  });

  for (const word_order of WORD_ORDERS)
    it(`${word_order}: is found in what meters keep`, () => {
      const floats = [230.4, 231.9, 229.8, 12.35, 11.9, 12.02, 2841.5, -13.25, 49.98, 0, 187342.25, 0.97];
      const integers = [2304, 2319, 2298, 1235, 1190, 1202, 28415, 4998, 0, 187342, 97, 12];
      for (const [values, type] of [
        [floats, 'float32'],
        [integers, 'uint32'],
        [integers, 'int32'],
      ] as const) {
        const { order: result, values: judged } = judgeBlock({
          words: block(values, type, word_order),
          data_type: type,
        });
        assert.equal(result?.word_order, word_order, type);
        const picks = [...judged.values()].map(({ pick }) => pick);
        assert.deepEqual([...new Set(picks.filter((pick) => pick !== null))], [word_order]);
        assert.equal(picks.filter((pick) => pick === null).length, 1, 'a zero tells nothing');
      }
    });

  it('one register tells whether its bytes are swapped, by many of them', () => {
    const plain = [2304, 2319, 12, 7, 140, 499, 3, 60];
    const result = (swapped: boolean) =>
      judgeBlock({
        words: plain.map((n) => (swapped ? ((n & 0xff) << 8) | (n >> 8) : n)),
        data_type: 'uint16',
      }).order?.word_order;
    assert.equal(result(false), 'ABCD');
    assert.equal(result(true), 'BADC');
  });

  it('a text among floats is not pressed into their order', () => {
    const texts = words('4143 4D45 2031 3030');
    const floats = [230.4, 231.9, 229.8, 12.35].flatMap((value) => encoded(value, 'float32', 'CDAB'));
    const { order: result, values } = judgeBlock({ words: [...floats, ...texts], data_type: 'float32' });
    assert.equal(result?.word_order, 'CDAB');
    assert.equal(values.get(8)?.pick, null);
    assert.ok(values.get(8)?.orders.every(({ why }) => why[0]?.code === 'text'));
  });

  it('integers among floats do not hide the order of the floats', () => {
    const floats = block([231.4, 232.1, 230.8, 12.5, 50.01, 8.64], 'float32', 'CDAB');
    const integers = [...block([1_234_567], 'uint32', 'CDAB'), 11, 417];
    const { order: result, values } = judgeBlock({ words: [...floats, ...integers], data_type: 'float32' });
    assert.deepEqual(result, { word_order: 'CDAB', agree: 6, of: 6 });
    assert.equal(values.get(12)?.pick, null);
    const mostlyIntegers = [...floats.slice(0, 4), ...block([1_234_567, 88, 90_001], 'uint32', 'CDAB')];
    assert.equal(judgeBlock({ words: mostlyIntegers, data_type: 'float32' }).order, null);
  });

  it('says which orders are left where it cannot tell', () => {
    const few = [300, 512, 2304].flatMap((value) => encoded(value, 'uint32', 'CDAB'));
    const { order: result, left } = judgeBlock({ words: few, data_type: 'uint32' });
    assert.equal(result, null);
    assert.deepEqual(left, ['CDAB', 'DCBA']);
  });

  it('of nothing, and of registers that say nothing, no order is told', () => {
    assert.equal(judgeBlock({ words: [], data_type: 'float32' }).order, null);
    assert.equal(judgeBlock({ words: [0, 0, 0, 0], data_type: 'float32' }).order, null);
    assert.equal(
      judgeBlock({ words: words('4366 8000'), data_type: 'float32' }).order,
      null,
      'one is no map',
    );
  });
});

describe('texts in registers', () => {
  it('are found, swapped or not, beside numbers', () => {
    // "Acme Solar X100" and "SN004711", by the table of ASCII.
    const plain = words('0001 4163 6D65 2053 6F6C 6172 2058 3130 3000 0000 08FC');
    assert.deepEqual(findTexts(plain), [
      { index: 1, length: 8, text: 'Acme Solar X100', swapped: false, judgement: 'likely' },
    ]);
    const swapped = words('6341 656D 5320 6C6F 7261 5820 3031 0030 0000');
    assert.equal(findTexts(swapped)[0]?.text, 'Acme Solar X100');
    assert.equal(findTexts(swapped)[0]?.swapped, true);
    assert.deepEqual(findTexts(words('534E 3030 3437 3131'))[0]?.swapped, null, 'nothing tells');
    assert.deepEqual(findTexts(words('08FC 4366 8000 2020 2020 2020')), []);
  });

  it('each register shows its characters, and a dot for what has none', () => {
    assert.equal(charactersOf(0x4163), 'Ac');
    assert.equal(charactersOf(0x0041), '·A');
    assert.equal(charactersOf(0x1b7f), '··');
  });
});
