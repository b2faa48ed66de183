import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshRows, updateStableRows } from './stable-rows.model.ts';

const row = (id: number, count = 1) => ({ id, count });
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

const rowKey = ({ id }: { id: number }) => id;
const free = { frozen: false, page_size: 50, rowKey };
const frozen = { frozen: true, page_size: 50, rowKey };

describe('a live list under its reader', () => {
  const shown = freshRows([row(9), row(8), row(7)]);

  it('shows what there is, and what of it is new, while nobody reads', () => {
    const next = updateStableRows(shown, [row(10), row(9), row(7)], free);
    assert.deepEqual(ids(next.rows), [10, 9, 7]);
    assert.deepEqual([...next.arrived], [10]);
    assert.deepEqual([next.gone.size, next.waiting], [0, 0]);
  });

  it('moves no row while somebody reads: what came waits, what went keeps its place', () => {
    const next = updateStableRows(shown, [row(11), row(10), row(9, 2), row(7)], frozen);
    assert.deepEqual(ids(next.rows), [9, 8, 7]);
    assert.equal(next.rows[0]?.count, 2, 'a row that is there says what it is now');
    assert.deepEqual([...next.gone], [8]);
    assert.equal(next.waiting, 2);
    const after = updateStableRows(next, [row(11), row(10), row(9, 2), row(7)], free);
    assert.deepEqual(ids(after.rows), [11, 10, 9, 7]);
    assert.deepEqual([...after.arrived], [11, 10]);
  });

  it('does not take for gone what only slid to the next page', () => {
    const fresh = [row(10), row(9), row(8)];
    const next = updateStableRows(shown, fresh, { frozen: true, page_size: 3, rowKey });
    assert.deepEqual([ids(next.rows), next.gone.size, next.waiting], [[9, 8, 7], 0, 1]);
    assert.deepEqual([...updateStableRows(shown, fresh, frozen).gone], [7]);
  });
});
