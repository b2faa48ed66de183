import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { callKey, plantsOf } from './call-key.ts';

const list = call({
  method: 'GET',
  path: '/api/v1/things/',
  summary: 'Things',
  access: 'asset.read',
  ok: z.array(z.string()),
});
const mine = call({
  method: 'GET',
  path: '/user/v1/mine/',
  summary: 'Mine',
  access: 'signed_in',
  ok: z.string(),
});

describe('the key of a call', () => {
  it('leads with the company, and has none for a call that belongs to no company', () => {
    assert.deepEqual(callKey(7, list, undefined), ['company', 7, 'GET /api/v1/things/', {}]);
    assert.deepEqual(callKey(7, mine, undefined), ['GET /user/v1/mine/', {}]);
  });

  it('tells inputs apart', () => {
    assert.notDeepEqual(
      callKey(7, list, { query: { page: '1' } }),
      callKey(7, list, { query: { page: '2' } }),
    );
  });

  it('keeps what is not asked yet apart from what is asked without an input', () => {
    assert.notDeepEqual(callKey(7, list, null), callKey(7, list, {}));
    assert.deepEqual(callKey(7, list, undefined), callKey(7, list, {}));
  });

  it('says which plants an input names', () => {
    assert.deepEqual(plantsOf({ params: { proj_code: 'roma' } }), ['roma']);
    assert.deepEqual(plantsOf({ query: { proj_code: 'roma,bari' } }), ['roma', 'bari']);
    assert.equal(plantsOf({ query: { proj_code: undefined } }), undefined);
    assert.equal(plantsOf(undefined), undefined);
  });
});
