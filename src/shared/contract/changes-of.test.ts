import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changesOf } from './call.ts';

it('a call that only reads makes nothing old, also by POST: whoever showed its answer asked for it without end', () => {
  const topics = ['weather', 'plants'];
  assert.deepEqual(changesOf({ method: 'GET', tx: 'read', topics }), []);
  assert.deepEqual(changesOf({ method: 'POST', tx: 'read', topics }), []);
  assert.deepEqual(changesOf({ method: 'POST', tx: 'none', reads: true, topics }), []);
  assert.deepEqual(changesOf({ method: 'POST', tx: 'write', topics }), topics);
  assert.deepEqual(changesOf({ method: 'DELETE', tx: 'none' }), []);
});
