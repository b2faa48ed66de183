import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fedBy, type Knot, levelsOf, wayRound } from './calculation-graph.model.ts';
import { faultsOf, type InputFacts, type ResultFacts, resultKind } from './calculation-rules.model.ts';

let ids = 0;
const input = (more: Partial<InputFacts> = {}): InputFacts => ({
  variable_id: ++ids,
  unit: 'kW',
  kind: 'gauge',
  interval_s: 60,
  ...more,
});
const result = (more: Partial<ResultFacts> = {}): ResultFacts => ({
  unit: 'kW',
  kind: 'gauge',
  interval_s: 60,
  ...more,
});
const kWh = { unit: 'kWh', kind: 'counter' } as const;

describe('what may be calculated', () => {
  const codes = (...given: Parameters<typeof faultsOf>) =>
    faultsOf(...given).map(({ path, code }) => [path, code]);

  it('takes one unit, or those of one ladder', () => {
    assert.deepEqual(codes('sum', [input(), input({ unit: 'W' })], result({ unit: 'MW' })), []);
    assert.deepEqual(codes('sum', [input(), input({ unit: '°C' })], result()), [
      ['inputs.1', 'unit_differs'],
    ]);
  });
  it('sums and subtracts counters, and nothing else', () => {
    const two = [input(kWh), input(kWh)];
    assert.deepEqual(codes('sum', two, result(kWh)), []);
    assert.deepEqual(codes('difference', two, result({ unit: 'kWh' })), []);
    assert.deepEqual(codes('difference', two, result(kWh)), [['result.variable', 'result_not_gauge']]);
    assert.deepEqual(codes('sum', two, result({ unit: 'kWh' })), [['result.variable', 'result_not_counter']]);
    assert.deepEqual(codes('mean', two, result({ unit: 'kWh' })), [['operation', 'counter_operation']]);
    assert.deepEqual(codes('sum', [input(), input({ kind: 'counter' })], result()), [
      ['inputs.1', 'kinds_mixed'],
    ]);
  });
  it('calculates with no states', () => {
    assert.deepEqual(codes('maximum', [input({ kind: 'state' })], result()), [['inputs.0', 'state_input']]);
  });
  it('is not faster than its slowest input', () => {
    const faults = faultsOf('sum', [input({ interval_s: 900 })], result());
    assert.deepEqual([faults[0]?.code, faults[0]?.params], ['slower_input', { interval_s: 900 }]);
  });
  it('subtracts from something, and nothing twice', () => {
    const one = input();
    assert.deepEqual(codes('difference', [one], result()), [['inputs', 'two_needed']]);
    assert.deepEqual(codes('sum', [one, one], result()), [['inputs.1', 'input_twice']]);
  });
  it('only a sum of counters is a counter', () => {
    assert.equal(resultKind('sum', [input(kWh)]), 'counter');
    assert.equal(resultKind('difference', [input(kWh), input(kWh)]), 'gauge');
    assert.equal(resultKind('sum', [input()]), 'gauge');
  });
});

describe('groups upon groups', () => {
  const knot = (id: number, ...feeds: number[]): Knot => ({
    id,
    name: `G${id}`,
    variable_id: id * 10,
    input_ids: feeds.map((one) => one * 10),
  });
  const chain = [knot(1), knot(2, 1), knot(3, 2, 1), knot(4, 9)];

  it('have levels', () => {
    assert.deepEqual(
      [...levelsOf(chain)],
      [
        [1, 0],
        [2, 1],
        [3, 2],
        [4, 0],
      ],
    );
  });
  it('name the way on which one would feed itself', () => {
    assert.equal(wayRound(chain, 3), undefined);
    const round = [knot(1, 3), knot(2, 1), knot(3, 2, 7)];
    assert.deepEqual(
      wayRound(round, 1)?.map(({ name }) => name),
      ['G1', 'G3', 'G2', 'G1'],
    );
    assert.deepEqual(
      wayRound([knot(5, 5)], 5)?.map(({ name }) => name),
      ['G5', 'G5'],
    );
    assert.deepEqual([...levelsOf(round)], []);
  });
  it('know whom they feed', () => {
    assert.deepEqual(
      fedBy(chain, 1).map(({ id }) => id),
      [1, 2, 3],
    );
    assert.deepEqual(
      fedBy(chain, 4).map(({ id }) => id),
      [4],
    );
  });
});
