import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noPlantsHint } from './no-plants.model.ts';

it('a company is called new only where its archive is known to be empty', () => {
  assert.equal(noPlantsHint(true, 0), 'first_step');
  assert.equal(noPlantsHint(true, 1), 'all_archived');
  assert.equal(noPlantsHint(true, undefined), 'none_hint');
  assert.equal(noPlantsHint(false, undefined), 'none_hint');
});
