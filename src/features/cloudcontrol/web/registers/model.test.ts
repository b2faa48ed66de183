import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviceTree } from '../../configuration.contract.ts';
import type { ConfiguredVariable, DeviceDetails } from '../../configured.contract.ts';
import { adviceOn } from './advice.model.ts';
import { knownIn, portOf } from './known.model.ts';
import { bodyOf, draftOf } from './make/made.model.ts';
import { type Reading, type ReadQuestion, readingOf, wordsOfEarlier } from './reading.model.ts';
import { orderFor, seenIn, typeFor } from './rows.model.ts';

const question = (part: Partial<ReadQuestion> = {}): ReadQuestion => ({
  kind: 'read',
  target: { port_id: 1 },
  unit_id: 7,
  function_code: 3,
  address: 100,
  count: 6,
  ...part,
});
const reading = (words: readonly number[], part: Partial<ReadQuestion> = {}): Reading => ({
  ...readingOf(undefined, { number: 1, at: 0, question: question({ count: words.length, ...part }) }),
  words,
});
// 230.5, 49.98 and 123456 as floats, the low register first.
const SWAPPED = [0x8000, 0x4366, 0xeb85, 0x4247, 0x2000, 0x47f1];
const wish = {
  words: SWAPPED,
  before: null,
  address: 100,
  data_type: 'float32',
  skip: 0,
  each: false,
} as const;

describe('registers as rows', () => {
  it('stand value by value, in the order that they have together', () => {
    const { rows, order, shifted } = seenIn(wish);
    assert.deepEqual(
      rows.map(({ address, words, value }) => [address, words.length, value?.pick]),
      [
        [100, 2, 'CDAB'],
        [102, 2, 'CDAB'],
        [104, 2, 'CDAB'],
      ],
    );
    assert.deepEqual(order, { word_order: 'CDAB', agree: 3, of: 3 });
    // A map that is read one register off looks like the other order: it is told.
    assert.equal(shifted, null, 'three values do not tell that');
    // 227.2, 2841.5 and 12.5 besides.
    const longer = [...SWAPPED, 0x3333, 0x4363, 0x9800, 0x4531, 0x0000, 0x4148];
    assert.equal(seenIn({ ...wish, words: longer }).shifted, 'ABCD');
  });

  it('stand register by register where it is asked, or where values begin later', () => {
    assert.deepEqual(
      seenIn({ ...wish, each: true }).rows.map(({ address, words }) => [address, words.length]),
      [100, 101, 102, 103, 104, 105].map((address) => [address, address === 105 ? 1 : 2]),
    );
    const later = seenIn({ ...wish, words: [0, ...SWAPPED], skip: 1 });
    assert.deepEqual(
      later.rows.map(({ index, value }) => [index, value?.pick ?? null]),
      [
        [0, null],
        [1, 'CDAB'],
        [3, 'CDAB'],
        [5, 'CDAB'],
      ],
    );
  });

  it('say what changed', () => {
    const { rows } = seenIn({ ...wish, before: [0x8001, ...SWAPPED.slice(1)] });
    assert.deepEqual(
      rows.map(({ was }) => was),
      [[0x8001, 0x4366], null, null],
    );
  });

  it('begin a variable in the likely order, or in the usual one', () => {
    const [first] = seenIn(wish).rows;
    assert.ok(first?.value);
    assert.equal(orderFor(first.value, 'ABCD'), 'CDAB');
    const [zero] = seenIn({ ...wish, words: [0, 0] }).rows;
    assert.ok(zero?.value);
    assert.equal(orderFor(zero.value, 'BADC'), 'BADC');
  });
});

describe('the type that a reading is looked at with first', () => {
  const known = (...types: ('int16' | 'uint32' | null)[]) =>
    types.map((data_type) => ({ variable: { data_type } }));
  it('is that of most variables which are configured there', () => {
    assert.equal(typeFor(SWAPPED, known('uint32', 'int16', 'int16', null)), 'int16');
  });
  it('is a float where floats speak for themselves, wherever the first begins', () => {
    assert.equal(typeFor(SWAPPED, []), 'float32');
    assert.equal(typeFor([7, ...SWAPPED], known(null)), 'float32');
  });
  it('is else a register as it came', () => {
    assert.equal(typeFor([1, 2, 3, 4], []), 'uint16');
    assert.equal(typeFor([2304], []), 'uint16');
  });
});

describe('an earlier reading', () => {
  it('is compared where it has the same registers of the same device', () => {
    const now = reading([1, 2], { address: 101 });
    assert.deepEqual(wordsOfEarlier(reading([9, 8, 7, 6]), now), [8, 7]);
    assert.equal(wordsOfEarlier(reading([9, 8]), now), null);
    assert.equal(wordsOfEarlier(reading([9, 8, 7, 6], { unit_id: 8 }), now), null);
    assert.equal(wordsOfEarlier(null, now), null);
  });
});

describe('a variable that is made of what was read', () => {
  const draft = draftOf({
    function_code: 3,
    address: 100,
    data_type: 'float32',
    word_order: 'CDAB',
    scaling: { factor: 1, value_offset: 0, scale: null, unit: 'A', decimals: 3 },
    scale_address: null,
  });

  it('brings a new name along with what it means, and says nothing of one that is known', () => {
    const fresh = { kind: 'new', label: ' Neutral current ', code: 'neutral_current', of: 'gauge' } as const;
    const { name, of_name } = bodyOf(fresh, draft, 3);
    assert.equal(name, 'neutral_current');
    const label = 'Neutral current';
    assert.deepEqual(of_name, {
      label_en: label,
      label_it: label,
      unit: 'A',
      decimals: 3,
      kind: 'gauge',
    });
    assert.equal(bodyOf({ kind: 'known', name: 'ac_power_kw' }, draft, 3).of_name, undefined);
  });
});

describe('the port behind which is read', () => {
  const port = { id: 4, type: 'tcp', host: 'Roof.Example', port: 502, framer: 'tcp' };
  const tree = [{ ports: [{ ...port, id: 3, framer: 'rtu' }, port] }] as unknown as DeviceTree;
  const at = (host: string, framer: 'tcp' | 'rtu' | 'ascii') =>
    portOf(tree, { host, port: 502, framer, timeout_ms: 2000 })?.id;

  it('is the one with the same framer, however the gateway is written', () => {
    for (const host of ['roof.example', 'ROOF.EXAMPLE', 'Roof.Example.'])
      assert.deepEqual([at(host, 'tcp'), at(host, 'rtu'), at(host, 'ascii')], [4, 3, undefined], host);
    assert.equal(at('roof.example.org', 'tcp'), undefined);
    assert.equal(portOf(tree, { port_id: 3 })?.id, 3);
  });
});

describe('variables that are known already', () => {
  const variable = (part: Partial<ConfiguredVariable>) =>
    ({
      name: 'voltage',
      function_code: 3,
      address: 100,
      data_type: 'float32',
      word_order: 'CDAB',
      ...part,
    }) as ConfiguredVariable;
  const device = (...variables: ConfiguredVariable[]) => ({ device: { id: 1 }, variables }) as DeviceDetails;
  const known = (part: Partial<ConfiguredVariable>) =>
    knownIn(reading(SWAPPED), [device(variable(part))], null);

  it('are found where they lie, also half outside', () => {
    assert.deepEqual(
      known({}).map(({ address, length, disagrees }) => [address, length, disagrees]),
      [[100, 2, null]],
    );
    assert.equal(known({ address: 99 }).length, 1);
    assert.equal(known({ address: 98 }).length, 0);
    assert.equal(known({ address: 106 }).length, 0);
    assert.equal(known({ function_code: 4 }).length, 0);
    assert.equal(known({ address: null }).length, 0);
  });

  it('are told to have an order that does not read', () => {
    assert.equal(known({ word_order: 'ABCD' })[0]?.disagrees, 'CDAB');
    // Zero, and what is as sane in two orders, speak against nothing.
    assert.equal(known({ address: 102, word_order: 'DCBA' })[0]?.disagrees, null);
  });
});

describe('what may be tried after an exception', () => {
  const tried = (exception: number, part: Partial<ReadQuestion> = {}) =>
    adviceOn(exception, question(part)).map(({ code, change }) => [code, change]);
  it('names the usual causes, each with the question that tries it', () => {
    assert.deepEqual(tried(1), [['other_function', { function_code: 4 }]]);
    assert.deepEqual(tried(2), [
      ['one_before', { address: 99 }],
      ['fewer', { count: 3 }],
      ['other_function', { function_code: 4 }],
      ['not_there', undefined],
    ]);
    assert.deepEqual(
      tried(2, { address: 0, count: 1, function_code: 4 }).map(([code]) => code),
      ['other_function', 'not_there'],
    );
    assert.deepEqual(tried(3, { count: 2 })[0], ['single', { count: 1 }]);
    assert.deepEqual(
      tried(11).map(([code]) => code),
      ['gateway', 'unit'],
    );
  });
});
