import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPassing, isRefused } from './write-faults.ts';

const failure = (code: string) => Object.assign(new Error('as the driver puts it'), { code });

describe('why rows were not written', () => {
  for (const code of [
    '08006',
    '53100',
    '57P01',
    '57014',
    '58030',
    '25006',
    '25P03',
    '25P04',
    '40001',
    '55P03',
    'EPIPE',
  ])
    it(`${code} passes, and says nothing about the rows`, () => {
      assert.deepEqual([isPassing(failure(code)), isRefused(failure(code))], [true, false]);
    });

  for (const text of [
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'Connection terminated unexpectedly',
  ])
    it(`"${text}" passes`, () => assert.equal(isPassing(new Error(text)), true));

  for (const code of ['22003', '23514', '23503', 'not_found'])
    it(`${code} is a refusal of the rows`, () => {
      assert.deepEqual([isPassing(failure(code)), isRefused(failure(code))], [false, true]);
    });

  it('is neither where nobody knows', () => {
    assert.deepEqual([isPassing(failure('XX000')), isRefused(failure('XX000'))], [false, false]);
  });
});
