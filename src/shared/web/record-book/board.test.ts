import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextColumn } from './board.model.ts';

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
