import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import { type MqttField, makeMqttField } from '../../../tests/support/mqtt-field.ts';
import { removeCredential } from '../../features/measurements/server/mqtt-credentials.service.ts';
import { createLog } from '../../shared/server/log.ts';
import { inScope } from '../../shared/server/tenancy.ts';
import { CredentialCheck } from './credential-check.ts';
import { Publishers } from './publishers.ts';

/** A pool whose look-ups have read, and are held up before their answers are heard. */
function slowPool(pool: pg.Pool) {
  let release: () => void = () => undefined;
  let tell: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hasRead = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
    const slow = async (...all: unknown[]) => {
      const answer = await query(...all);
      if (!/mqtt_credential/.test(JSON.stringify(all))) return answer;
      tell();
      await held;
      return answer;
    };
    return new Proxy(client, {
      get: (target, key) => {
        if (key === 'query') return slow;
        const found: unknown = Reflect.get(target, key);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
  };
  const proxy = new Proxy(pool, {
    get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key)),
  });
  return { pool: proxy, hasRead, release };
}

describe('what was read before a credential was taken away', () => {
  let field: MqttField;
  before(async () => {
    field = await makeMqttField();
  });
  after(() => field.test.close());

  it('is not kept of a device that may publish', async () => {
    const { company_id, device_id } = await field.addPublisher();
    const { pool, hasRead, release } = slowPool(field.test.pool);
    const publishers = new Publishers({ pool, log: createLog('silent', 'test') });
    const early = publishers.find(company_id, [device_id]);
    await hasRead;
    await inScope(field.test.pool, field.scope, (tx) => removeCredential(tx, device_id));
    publishers.forget(company_id);
    release();
    assert.equal((await early).found.size, 1);
    assert.equal((await publishers.find(company_id, [device_id])).found.size, 0);
  });

  it('is not kept of a secret', async () => {
    const { company_id, device_id, user, secret } = await field.addPublisher();
    const { pool, hasRead, release } = slowPool(field.test.pool);
    const check = new CredentialCheck({ pool });
    const claim = { user, secret: Buffer.from(secret), address: '127.0.0.1' };
    const early = check.prove(claim);
    await hasRead;
    await inScope(field.test.pool, field.scope, (tx) => removeCredential(tx, device_id));
    check.forget(company_id);
    release();
    assert.notEqual(await early, 'wrong');
    assert.equal(await check.prove(claim), 'wrong');
  });
});
