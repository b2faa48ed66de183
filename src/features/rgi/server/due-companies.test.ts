import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DueCompanies } from './due-companies.ts';

it('a company of which the work failed is put back, and waits longer each time', () => {
  const due = new DueCompanies();
  due.add(1);
  due.add(2);
  assert.deepEqual([due.take(0), due.take(0)], [[1, 2], []]);
  due.done(2);
  due.failed(1, 0);
  // What is announced meanwhile does not make it be tried sooner.
  due.add(1);
  assert.deepEqual([due.take(4_999), due.take(5_000)], [[], [1]]);
  due.failed(1, 5_000);
  assert.deepEqual([due.take(14_999), due.take(15_000)], [[], [1]]);
  due.done(1);
  due.add(1);
  assert.deepEqual(due.take(15_000), [1]);
});
