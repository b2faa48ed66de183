import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countOf, nextColumn } from './board.model.ts';

describe('a card that is carried by the arrow keys', () => {
  const columns = ['open', 'accepted', 'solved', 'closed'].map((id) => ({ id, title: id }));

  it('passes columns that do not take it, and stays where there is none', () => {
    const may = (to: string) => to !== 'accepted';
    assert.equal(nextColumn(columns, 'open', 1, may), 'solved');
    assert.equal(nextColumn(columns, 'solved', -1, may), 'open');
    assert.equal(nextColumn(columns, 'closed', 1, may), 'closed');
    assert.equal(
      nextColumn(columns, 'open', 1, () => false),
      'open',
    );
  });
});

describe('the count of a column', () => {
  it('has what is not shown of it, and is unknown where that is', () => {
    const closed = { id: 'closed', title: 'Closed' };
    assert.equal(countOf(closed, 3), 3);
    assert.equal(countOf({ ...closed, others: 37 }, 100), 137);
    assert.equal(countOf({ ...closed, others: null }, 0), undefined);
  });
});
