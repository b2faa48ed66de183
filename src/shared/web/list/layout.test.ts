import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hiddenOf, inOrder, movedTo } from './layout.model.ts';

const all = ['name', 'code', 'state', 'power'].map((id) => ({ id }));
const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id).join(' ');

describe("a person's columns", () => {
  it('stand in their order, and one that came since behind the one it follows', () => {
    assert.equal(ids(inOrder(all, [])), 'name code state power');
    assert.equal(ids(inOrder(all, ['power', 'name', 'code', 'state'])), 'power name code state');
    assert.equal(ids(inOrder(all, ['power', 'code', 'name'])), 'power code state name');
    assert.equal(ids(inOrder(all, ['power', 'gone'])), 'name code state power');
  });

  it('are moved to a place, and not beyond the ends', () => {
    assert.deepEqual(movedTo(['a', 'b', 'c'], 'a', 2), ['b', 'c', 'a']);
    assert.deepEqual(movedTo(['a', 'b', 'c'], 'c', 1), ['a', 'c', 'b']);
    assert.deepEqual(movedTo(['a', 'b', 'c'], 'a', -1), ['a', 'b', 'c']);
    assert.deepEqual(movedTo(['a', 'b', 'c'], 'c', 9), ['a', 'b', 'c']);
  });

  it('are hidden as the person left them; a new one that begins hidden stays so', () => {
    const columns = [{ id: 'name' }, { id: 'load', extra: true }, { id: 'new', extra: true }];
    assert.deepEqual(hiddenOf(columns, null), ['load', 'new']);
    assert.deepEqual(hiddenOf(columns, { columns: ['name', 'load'], hidden: [] }), ['new']);
    assert.deepEqual(hiddenOf(columns, { columns: [], hidden: [] }), []);
  });
});
