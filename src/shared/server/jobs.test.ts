import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCompany, openTestPool } from '../../../tests/support/field.ts';
import { defineQueue, JobQueue } from './jobs.ts';
import { inScope, ownedBy, type Scope } from './tenancy.ts';

const log = {
  warn: (err: unknown) => assert.fail(String(err)),
  error: (err: unknown) => assert.fail(String(err)),
};

// A queue that every installation has.
const queue = defineQueue<{ name: string }>('import');

async function until(holds: () => boolean, limit_s = 10): Promise<void> {
  for (let i = 0; i < 20 * limit_s && !holds(); i++) await pause(50);
  assert.ok(holds());
}

describe('jobs', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let sender: JobQueue;
  let worker: JobQueue;
  const done: string[] = [];
  const tries: boolean[] = [];
  const atWork: string[] = [];
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Jobs');
    sender = new JobQueue({ pool: base.pool, log, works: false });
    worker = new JobQueue({ pool: base.pool, log, works: true });
    await sender.start();
    await worker.start();
    await worker.work(queue, async ({ name }, { last }) => {
      if (name === 'stubborn') {
        tries.push(last);
        if (tries.length === 1) throw new Error('not yet');
      }
      if (name.startsWith('held')) {
        atWork.push(name);
        await held;
      }
      done.push(name);
    });
  });
  after(async () => {
    await worker.close();
    await sender.close();
    await base.close();
  });

  it('wait for the time that they are sent for', async () => {
    const later = new Date(Date.now() + 2000);
    await inScope(base.pool, scope, (tx) => sender.send(tx, queue, { name: 'later' }, scope, later));
    await until(() => done.includes('later'));
    assert.ok(Date.now() >= later.getTime() - 500);
    done.length = 0;
  });

  it('are there with the transaction that sent them, and not without it', async () => {
    const cancelled = inScope(base.pool, scope, async (tx) => {
      await sender.send(tx, queue, { name: 'cancelled' });
      throw new Error('thought better of it');
    });
    await assert.rejects(cancelled, /thought better/);
    await inScope(base.pool, scope, (tx) => sender.send(tx, queue, { name: 'wanted' }));
    await until(() => done.includes('wanted'));
    assert.deepEqual(done, ['wanted']);
  });

  it('of several owners are done in turns, and one never occupies both places with all their companies', async () => {
    const other = await makeCompany(base.pool, 'Jobs of another');
    const second = await makeCompany(base.pool, 'Jobs of the same owner');
    const owners = new Map([scope, second].map((company) => [company, 1]));
    const send = (who: Scope, name: string) =>
      inScope(base.pool, who, (tx) =>
        sender.send(tx, queue, { name }, ownedBy(who, owners.get(who) ?? null)),
      );
    try {
      for (let n = 0; n < 3; n++) await send(n === 1 ? second : scope, `held a${n}`);
      await until(() => atWork.length === 1);
      await send(other, 'held b0');
      // What holds a place is not let go before the other company has one as well.
      await until(() => atWork.length === 2);
      // Two workers that look at the same moment may take either of the first ones.
      assert.deepEqual(
        atWork.map((name) => name.slice(0, -1)),
        ['held a', 'held b'],
      );
    } finally {
      letGo();
    }
    await until(() => done.filter((name) => name.startsWith('held')).length === 4);
    assert.deepEqual(done.filter((name) => name.startsWith('held')).sort(), [
      'held a0',
      'held a1',
      'held a2',
      'held b0',
    ]);
  });

  it('are tried again when they fail', async () => {
    await inScope(base.pool, scope, (tx) => sender.send(tx, queue, { name: 'stubborn' }));
    await until(() => done.includes('stubborn'));
    assert.deepEqual(tries, [false, false]);
  });

  it('are done by another when their worker died', async () => {
    await inScope(base.pool, scope, async (tx) => {
      await sender.send(tx, queue, { name: 'orphan' });
      // What a worker leaves behind that took the job and was killed eleven seconds ago.
      await tx.query(
        `update pgboss.job set state = 'active', started_on = now() - interval '20 seconds',
           heartbeat_on = now() - interval '11 seconds' where data->>'name' = 'orphan'`,
      );
    });
    await until(() => done.includes('orphan'), 15);
  });
});
