import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAllPages } from './load-all-pages.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));

it('loads pages that moved meanwhile again, until none is missing', async () => {
  // When the second page is asked for, box 1 fits no more: box 3 moves to the first page, and is in neither.
  const asked: number[] = [];
  const list = (page: number) => {
    asked.push(page);
    const all = asked.length === 1 ? rows(1, 2, 3, 4) : rows(2, 3, 4);
    return Promise.resolve({ count: all.length, results: all.slice(2 * page - 2, 2 * page) });
  };
  assert.deepEqual(await loadAllPages(list, { size: 2, most: 10 }), rows(2, 3, 4));
  assert.deepEqual(asked, [1, 2, 1, 2]);
  assert.deepEqual(await loadAllPages(list, { size: 2, most: 2 }), rows(2, 3));
});
