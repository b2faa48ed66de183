import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DATA_TYPES } from '../devices/register.ts';
import { maxQuantity } from './modbus/pdu.ts';
import { listBlocks, makePlan, type PlanVariable } from './plan.ts';
import { createRegisterMemory } from './register-memory.ts';

let next_slot = 0;

function variable(address: number, changes: Partial<PlanVariable> = {}): PlanVariable {
  next_slot += 1;
  return {
    slot: next_slot,
    function_code: 3,
    address,
    data_type: 'uint16',
    word_order: 'ABCD',
    bit: null,
    factor: 1,
    value_offset: 0,
    scale_address: null,
    sentinel: false,
    ...changes,
  };
}

function blocksOf(variables: PlanVariable[], gap?: number): string[] {
  const plan = makePlan(variables, gap === undefined ? {} : { gap });
  return listBlocks(plan, createRegisterMemory()).map(
    (block) => `${block.function_code}:${block.address}+${block.quantity}`,
  );
}

describe('the blocks of a poll', () => {
  it('join neighbours over a gap of 8 registers, in any order given, overlaps included', () => {
    assert.deepEqual(blocksOf([variable(109), variable(100), variable(100, { data_type: 'int32' })]), [
      '3:100+10',
    ]);
    assert.deepEqual(blocksOf([variable(100), variable(109)]), ['3:100+10']);
    assert.deepEqual(blocksOf([variable(100), variable(110)]), ['3:100+1', '3:110+1']);
  });

  it('read over nothing where the gap is 0', () => {
    assert.deepEqual(blocksOf([variable(100), variable(101), variable(103)], 0), ['3:100+2', '3:103+1']);
  });

  it('hold 125 registers at most', () => {
    const counters = Array.from({ length: 63 }, (_, index) => variable(index * 2, { data_type: 'uint32' }));
    assert.deepEqual(blocksOf(counters), ['3:0+124', '3:124+2']);
  });

  it('hold 2000 bits at most, and keep the functions apart', () => {
    const bit = { data_type: 'bit', function_code: 1 } as const;
    const far = [
      variable(0, bit),
      ...Array.from({ length: 20 }, (_, index) => variable(100 + index * 100, bit)),
    ];
    assert.deepEqual(blocksOf(far), ['1:0+1901', '1:2000+1']);
    const mixed = [variable(5), variable(5, { function_code: 4 }), variable(5, { ...bit, function_code: 2 })];
    assert.deepEqual(blocksOf(mixed), ['2:5+1', '3:5+1', '4:5+1']);
  });

  it('hold the scale registers, each once', () => {
    const scaled = [variable(100, { scale_address: 104 }), variable(101, { scale_address: 104 })];
    assert.deepEqual(blocksOf(scaled), ['3:100+5']);
    assert.equal(makePlan(scaled).spans.length, 3);
  });

  it('cover every variable within the limits, whatever the addresses', () => {
    const one = fc.record({
      address: fc.integer({ min: 0, max: 1000 }),
      data_type: fc.constantFrom(...DATA_TYPES),
      function_code: fc.constantFrom(1, 2, 3, 4),
      scale_address: fc.option(fc.integer({ min: 0, max: 1000 })),
    });
    const many = fc.array(one, { maxLength: 60 });
    fc.assert(
      fc.property(many, fc.integer({ min: 0, max: 20 }), (list, gap) => {
        const variables = list.map(({ address, data_type, function_code, scale_address }) =>
          function_code < 3
            ? variable(address, { function_code: function_code as 1, data_type: 'bit' })
            : variable(address, {
                function_code: function_code as 3,
                data_type,
                bit: data_type === 'bit' ? 3 : null,
                scale_address,
              }),
        );
        const plan = makePlan(variables, { gap });
        assert.equal(plan.refused.length, 0);
        const blocks = listBlocks(plan, createRegisterMemory());
        for (const block of blocks) {
          assert.ok(block.quantity >= 1 && block.quantity <= maxQuantity(block.function_code));
        }
        for (const { value, scale } of plan.variables) {
          for (const span of scale === null ? [value] : [value, scale]) {
            const holders = blocks.filter(
              (block) =>
                block.spans.includes(span) &&
                block.address <= span.address &&
                span.address + span.quantity <= block.address + block.quantity,
            );
            assert.equal(holders.length, 1);
          }
        }
      }),
    );
  });
});

describe('a variable that is configured wrongly', () => {
  const faults: readonly [string, Partial<PlanVariable>, RegExp][] = [
    ['a number from a function of bits', { function_code: 1 }, /reads bits/],
    ['a scale for a bit', { function_code: 2, data_type: 'bit', scale_address: 3 }, /no scale/],
    ['a bit of a number', { bit: 3 }, /bit 3 is given/],
    ['a bit without its place', { data_type: 'bit' }, /bit \(none\)/],
    ['a bit outside the register', { data_type: 'bit', bit: 16 }, /not 0–15/],
    ['a value past the last address', { address: 65535, data_type: 'int32' }, /address 65535/],
    ['a scale past the last address', { scale_address: 65536 }, /scale address/],
    ['a factor that is no number', { factor: Number.NaN }, /factor/],
  ];

  for (const [name, changes, message] of faults) {
    it(`${name} is refused with its reason, the others are read`, () => {
      const wrong = variable(100, changes);
      const plan = makePlan([wrong, variable(101)]);
      assert.deepEqual(
        plan.refused.map(({ slot }) => slot),
        [wrong.slot],
      );
      assert.match(plan.refused[0]?.message ?? '', message);
      assert.equal(plan.variables.length, 1);
    });
  }
});
