import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { neighbours } from './pages.ts';

describe('neighbouring pages', () => {
  const url = '/api/v1/alarms/?closed=false&page=2&page_size=10';
  it('keep the question and change the page', () => {
    assert.deepEqual(neighbours(url, { page: 2, page_size: 10 }, 25), {
      next: '/api/v1/alarms/?closed=false&page=3&page_size=10',
      previous: '/api/v1/alarms/?closed=false&page=1&page_size=10',
    });
  });
  it('end at both ends', () => {
    assert.deepEqual(neighbours('/x/', { page: 1, page_size: 10 }, 10), { next: null, previous: null });
    assert.deepEqual(neighbours('/x/', { page: 1, page_size: 10 }, 11), {
      next: '/x/?page=2',
      previous: null,
    });
  });
  it('lead back from a page that is not there any more', () => {
    assert.equal(neighbours('/x/?page=9', { page: 9, page_size: 10 }, 11).previous, '/x/?page=2');
  });
});
