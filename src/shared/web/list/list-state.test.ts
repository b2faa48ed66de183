import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beside, choice, code, days, defineListState, id, maybe, page, q, sort, tab } from './list-state.ts';

const list = defineListState('things', {
  q: q(),
  role: choice(['a', 'b'], ''),
  group: choice(['x'], 'all'),
  plant: code(),
  device: id(),
  type: maybe(['E', 'W']),
  ...days(),
  view: tab(['open', 'closed']),
  sort: sort(),
  page: page(),
  thing: beside(),
});
const read = (address: Record<string, string>) => list.schema.parse(address);

describe("a list's address", () => {
  it('says what it says, and leaves out what is not understood', () => {
    const usual = { q: '', role: '', group: 'all', span: 'all', view: 'open', sort: '', page: '1' };
    assert.deepEqual({ ...read({}) }, usual);
    assert.deepEqual(list.defaults, usual);
    const odd = {
      role: 'c',
      group: 'y',
      plant: 'à',
      device: '0',
      type: 'X',
      view: 'no',
      page: '-1',
      thing: 'x',
    };
    assert.deepEqual(JSON.parse(JSON.stringify(read(odd))), usual);
    assert.equal(read({ plant: 'AUR-001', device: '17', type: 'E' }).plant, 'AUR-001');
  });

  it('counts the filters that hide rows: no spaces, a stretch of days once, no tab and no order', () => {
    assert.equal(list.active(read({ q: '  ', view: 'closed', sort: '-name', thing: '4' })), 0);
    assert.equal(list.active(read({ q: 'a', span: 'free', from: '2026-01-01', to: '2026-01-02' })), 2);
    assert.equal(list.active(read({ role: 'a', type: 'W' })), 2);
  });

  it('undoes the filters and nothing else', () => {
    const search = read({
      q: 'a',
      role: 'b',
      plant: 'P',
      span: 'week',
      view: 'closed',
      sort: 'name',
      page: '3',
    });
    const cleared = { ...search, ...list.cleared };
    assert.equal(list.active(cleared), 0);
    assert.deepEqual([cleared.view, cleared.sort, cleared.page], ['closed', 'name', '3']);
  });

  it('goes to the first page of another question, and stays where something opens beside it', () => {
    assert.deepEqual(list.change({ role: 'a' }), { page: '1', role: 'a' });
    assert.deepEqual(list.change({ page: '4' }), { page: '4' });
    assert.deepEqual(list.change({ thing: '9' }), { thing: '9' });
    assert.deepEqual(defineListState('short', { q: q() }).change({ q: 'a' }), { q: 'a' });
  });

  it('is the same question while rows that are all here are searched and sorted', () => {
    const [one, other] = [read({ role: 'a' }), read({ role: 'a', q: 'x', sort: 'name', thing: '4' })];
    assert.equal(list.question(one, true), list.question(other, true));
    assert.notEqual(list.question(one), list.question(other));
    assert.notEqual(list.question(one, true), list.question(read({ role: 'b' }), true));
  });

  it('leaves no step in the history for typing, ordering and closing alone', () => {
    for (const next of [{ q: 'a' }, { sort: 'name' }, { thing: undefined }, { q: 'a', sort: 'name' }])
      assert.ok(list.passing(next), JSON.stringify(next));
    for (const next of [
      { thing: '3' },
      { q: '', role: '' as const },
      { view: 'closed' as const },
      list.cleared,
    ])
      assert.equal(list.passing(next), false, JSON.stringify(next));
  });
});
