import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readStopToken, stopToken } from './mail-stop.public.ts';

const key = Buffer.alloc(32, 7);

it('reads the link of any kind that an area may declare, and of alarms, which names none', () => {
  const owner = { company_id: 3, user_id: 12 };
  assert.deepEqual(readStopToken(key, stopToken(key, owner)), owner);
  for (const kind of ['webhook.switched_off', 'street-lamps.zone2.dark', 'requests.assignedToMe'])
    assert.deepEqual(readStopToken(key, stopToken(key, { ...owner, kind })), { ...owner, kind });
});

it('reads no link whose kind was exchanged', () => {
  const token = stopToken(key, { company_id: 3, user_id: 12, kind: 'a.one' });
  assert.equal(readStopToken(key, token.replace('a.one', 'a.two')), undefined);
  assert.equal(readStopToken(key, token.replace('.a.one', '')), undefined);
});
