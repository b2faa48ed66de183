import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FastifyReply } from 'fastify';
import { Afterwards } from './afterwards.ts';
import type { Action } from './personal-actions.ts';

// Whoever asked is gone: nothing more is waited for.
const gone = { raw: { destroyed: true } } as unknown as FastifyReply;

describe('what is written down after an answer', () => {
  it('is written one by one, and counted by account where more is waiting than can be written', async () => {
    const written: Action[] = [];
    const log = { warn: (): void => assert.fail('nothing is left out') };
    const afterwards = new Afterwards(log, async (action) => void written.push(action));
    const fail = (user_id: number, address: string) =>
      afterwards.tell(gone, { action: 'sign_in.failed', user_id, address, detail: { step: 'password' } });
    for (let n = 0; n < 500; n++) fail(1, '198.51.100.1');
    for (let n = 0; n < 300; n++) fail(2, `198.51.100.${n % 2}`);
    for (let n = 0; n < 40; n++) fail(3, '198.51.100.3');
    afterwards.tell(gone, { action: 'sign_in.limited', user_id: 3, address: null });
    await afterwards.close();
    assert.equal(written.length, 503);
    assert.deepEqual(written.slice(500), [
      { action: 'sign_in.failed', user_id: 2, address: null, detail: { step: 'password', times: 300 } },
      {
        action: 'sign_in.failed',
        user_id: 3,
        address: '198.51.100.3',
        detail: { step: 'password', times: 40 },
      },
      { action: 'sign_in.limited', user_id: 3, address: null, detail: { times: 1 } },
    ]);
    fail(4, '198.51.100.4');
    await afterwards.close();
    assert.deepEqual(written.at(-1)?.detail, { step: 'password' });
  });
});
