import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makeKey,
  makePlant,
  type TestApp,
} from '../../../../tests/support/app.ts';

describe('a delivery over HTTP', () => {
  let test: TestApp;
  let key: Headers;
  before(async () => {
    test = await createTestApp();
    const scope = await makeCompany(test.pool, 'Deliveries');
    const plant = await makePlant(test.pool, scope, 'P1');
    await makeDevice(test.pool, scope, plant, 'INV1', ['ac_power_kw']);
    ({ headers: key } = await makeKey(test, scope));
  });
  after(() => test?.close());

  const deliver = async (payload: string, query = '') => {
    const answer = await test.app.inject({
      method: 'POST',
      url: `/ingest/v1/readings/${query}`,
      headers: { ...key, 'content-type': 'application/json' },
      payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('is not held up by one row with what JSON cannot say', async () => {
    const ts = Date.now();
    const rows = [
      `{"device": "INV1", "ts": ${ts - 4000}, "values": {"ac_power_kw": NaN}}`,
      `{"device": "INV1", "ts": ${ts - 3000}, "values": {"ac_power_kw": -Infinity}}`,
      `{"device": "IN\\u0000V1", "ts": ${ts - 2000}, "values": {"ac_power_kw": 1}}`,
      `{"device": "INV\\ud800", "ts": ${ts - 2000}, "values": {"ac_power_kw": 1}}`,
      `{"device": "INV1", "ts": ${ts - 1000}, "values": {"ac_power_kw": 5}}`,
    ];
    const payload = `{"readings": [${rows.join(',')}]}`;
    const partial = await deliver(payload, '?partial=true');
    assert.deepEqual(
      [partial.status, partial.body.stored, partial.body.refused, partial.body.errors.length],
      [200, 1, 4, 4],
    );
    const whole = await deliver(payload);
    assert.deepEqual([whole.status, whole.body.rows.length], [422, 4]);
  });

  it('is refused as a whole when it is no JSON or no list of rows', async () => {
    for (const payload of ['{"readings": [', '{"readings": NaN}', 'NaN', '[]'])
      assert.equal((await deliver(payload)).status, 400, payload);
  });
});
