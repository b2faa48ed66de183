import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from './errors.ts';
import { MAX_LISTED, wholeList } from './whole-list.ts';

describe('a list', () => {
  it('is answered whole, or refused with what to narrow', () => {
    assert.deepEqual(wholeList([1, 2], 'plant', 2), [1, 2]);
    assert.equal(wholeList(new Array(MAX_LISTED).fill(0), 'nothing').length, MAX_LISTED);
    assert.throws(
      () => wholeList([1, 2, 3], 'plant', 2),
      (err) => {
        assert.ok(err instanceof AppError);
        const message = 'There are more than 2 of these: ask for those of one plant';
        assert.deepEqual(
          [err.status, err.message, err.options.errors],
          [400, message, [{ path: 'proj_code', message, code: 'too_many', params: { most: 2 } }]],
        );
        return true;
      },
    );
    assert.throws(() => wholeList(new Array(MAX_LISTED + 1).fill(0), 'time'), /a shorter time/);
  });
});
