import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { neighbourOf, placeOf, tilesIn, WallSearch, wallViews } from './wall.model.ts';

const views = [{ id: 3 }, { id: 8 }, { id: 12 }];

describe('the wall', () => {
  it('shows the views that its address names, in that order, and all where it names none', () => {
    assert.deepEqual(wallViews(views, undefined), views);
    assert.deepEqual(wallViews(views, '12,3,99'), [{ id: 12 }, { id: 3 }]);
    assert.equal(WallSearch.parse({ views: '1;drop' }).views, undefined);
    assert.deepEqual(WallSearch.parse({ views: '3,8', every: '60', at: '8', paused: '1' }), {
      views: '3,8',
      every: '60',
      at: '8',
      paused: '1',
    });
  });

  it('goes round, begins at the first, and goes on where the view on screen was deleted', () => {
    assert.deepEqual([placeOf(views, '8'), placeOf(views, '4'), placeOf(views, undefined)], [1, 0, 0]);
    assert.equal(neighbourOf(views, 2, 1)?.id, 3);
    assert.equal(neighbourOf(views, 0, -1)?.id, 12);
    assert.equal(neighbourOf([], 0, 1), undefined);
  });

  it('holds as many tiles as fit without scrolling', () => {
    assert.deepEqual(tilesIn({ width: 1888, height: 820 }), { columns: 6, rows: 5 });
    assert.deepEqual(tilesIn({ width: 200, height: 60 }), { columns: 1, rows: 1 });
  });
});
