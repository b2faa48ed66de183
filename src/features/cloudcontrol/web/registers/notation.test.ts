import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FUNCTION_CODES } from '../../../plants/field.model.ts';
import { fromWire, NOTATIONS, toWire } from './notation.model.ts';

describe('addresses as manuals write them', () => {
  it('are carried to the wire, with the function that their digit names', () => {
    assert.deepEqual(toWire('40001', 'data'), { address: 0, function_code: 3 });
    assert.deepEqual(toWire('30051', 'data'), { address: 50, function_code: 4 });
    assert.deepEqual(toWire('10001', 'data'), { address: 0, function_code: 2 });
    assert.deepEqual(toWire('1', 'data'), { address: 0, function_code: 1 });
    assert.deepEqual(toWire('440001', 'data'), { address: 40_000, function_code: 3 });
    assert.deepEqual(toWire('40001', 'one'), { address: 40_000, function_code: null });
    assert.deepEqual(toWire('40001', 'wire'), { address: 40_001, function_code: null });
    assert.deepEqual(toWire('0x9C40', 'wire'), { address: 40_000, function_code: null });
  });

  it('are refused where there is none', () => {
    for (const [typed, notation] of [
      ['0', 'one'],
      ['40000', 'data'],
      ['50001', 'data'],
      ['65536', 'wire'],
      ['466000', 'data'],
      ['4o001', 'wire'],
      ['', 'wire'],
      ['-1', 'wire'],
      ['1.5', 'wire'],
    ] as const)
      assert.equal(toWire(typed, notation), null, `${typed} ${notation}`);
  });

  it('come back as they went', () => {
    const address = fc.integer({ min: 0, max: 65_535 });
    fc.assert(
      fc.property(
        address,
        fc.constantFrom(...FUNCTION_CODES),
        fc.constantFrom(...NOTATIONS),
        (at, code, as) => {
          const back = toWire(fromWire(at, code, as), as);
          assert.equal(back?.address, at);
          assert.equal(back?.function_code, as === 'data' ? code : null);
        },
      ),
    );
  });
});
