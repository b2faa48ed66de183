import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columnsFor, moved, orderWith, pictureName } from './wall.model.ts';

describe('a wall of cameras', () => {
  it('fills its place with pictures as large as they can be', () => {
    const screen = { width: 1600, height: 800 };
    assert.deepEqual(
      [1, 2, 4, 6, 9, 12].map((count) => columnsFor(count, screen)),
      [1, 2, 2, 3, 3, 4],
    );
    assert.equal(columnsFor(6, { width: 360, height: 600 }), 1);
    assert.equal(columnsFor(200, screen), 5);
    assert.equal(columnsFor(3, { width: 0, height: 0 }), 1);
  });

  it('is put into another order, place by place', () => {
    assert.deepEqual(moved([1, 2, 3], 2, -1), [2, 1, 3]);
    assert.deepEqual(moved([1, 2, 3], 2, 1), [1, 3, 2]);
    assert.equal(moved([1, 2, 3], 1, -1), undefined);
    assert.equal(moved([1, 2, 3], 3, 1), undefined);
    assert.equal(moved([1, 2, 3], 9, 1), undefined);
  });

  it('keeps the places of those that a filter hides', () => {
    assert.deepEqual(orderWith([1, 2, 3, 4, 5], [4, 2]), [1, 4, 3, 2, 5]);
  });

  it('calls a saved picture by plant, camera and time', () => {
    const at = new Date(2026, 5, 1, 9, 5, 3);
    assert.equal(
      pictureName('AUR-001', 'Gate / north', at, 'image/jpeg'),
      'AUR-001_Gate-north_2026-06-01_09-05-03.jpg',
    );
    assert.equal(pictureName('P', '..', at, 'image/png'), 'P__2026-06-01_09-05-03.png');
  });
});
