import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { ownedBy, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { QueryWorkerPool, type ThreadsOptions } from './query-worker-pool.ts';

interface Query {
  /** Is answered never. */
  holds?: true;
}

/** A thread that answers at once, or holds on to a question for ever. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (message) => {
      if (message === 'end') parentPort.close();
      else if (!message.given_up && !message.query.holds)
        parentPort.postMessage({ id: message.id, pieces: [new TextEncoder().encode('true')], end: true });
    });
  `)}`,
);
const [AURORA, BOREA, CORVO] = [1, 2, 3].map((id) => scopeOfWork(id)) as [Scope, Scope, Scope];

describe('heavy questions of several companies', () => {
  const lost: unknown[] = [];
  const open: QueryWorkerPool<Query>[] = [];
  const make = (more: Partial<ThreadsOptions>) => {
    const threads = new QueryWorkerPool<Query>({
      entry: ENTRY,
      database: {} as DatabaseTarget,
      log: { level: 'silent', error: (fault: unknown) => lost.push(fault) },
      now: () => new Date(0),
      ...more,
    });
    open.push(threads);
    return threads;
  };
  const closeAll = () => Promise.all(open.splice(0).map((threads) => threads.close()));
  // A thread that holds a question would keep the tests alive that failed.
  afterEach(closeAll);

  /** Counts the threads that are started while some work is done. */
  async function threadsOf(work: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const note = () => {
      count++;
    };
    process.on('worker', note);
    try {
      await work();
      // The event comes a tick later.
      await new Promise(setImmediate);
    } finally {
      process.off('worker', note);
    }
    return count;
  }

  it('take turns where there is one thread: whoever asks much is asked for no more than one between two others', async () => {
    const threads = make({ threads: 1 });
    const order: string[] = [];
    const ask = async (name: string, scope: Scope) => {
      await threads.ask(scope, {});
      order.push(name);
    };
    const many = Array.from({ length: 12 }, () => ask('A', AURORA));
    await Promise.all([...many, ask('B', BOREA), ask('B', BOREA), ask('C', CORVO)]);
    await closeAll();
    assert.equal(order.length, 15);
    // The two that were at work when the others came, who go first as they had no turn yet, with least waiting first.
    assert.deepEqual(order.slice(0, 8), ['A', 'A', 'C', 'B', 'A', 'B', 'A', 'A']);
  });

  it('leave a thread to others: of several a company holds all but one, and the last starts when another comes', async () => {
    for (const count of [2, 3]) {
      const threads = make({ threads: count });
      const held: Promise<unknown>[] = [];
      const started = await threadsOf(async () => {
        for (let i = 0; i < 8; i++) held.push(assert.rejects(threads.ask(AURORA, { holds: true })));
      });
      assert.equal(started, count - 1);
      assert.equal(await threadsOf(() => threads.ask(BOREA, {})), 1);
      assert.equal(await threadsOf(() => threads.ask(CORVO, {})), 0);
      await closeAll();
      await Promise.all(held);
    }
  });

  it('give a thread up that others wait for, and lose no answer of theirs by it', async () => {
    const threads = make({ threads: 1, sharedMs: 20 });
    const first = threads.ask(AURORA, { holds: true });
    const fails = assert.rejects(first, { code: 'unavailable', message: /while others waited/ });
    assert.equal(Buffer.from(await threads.ask(BOREA, {})).toString(), 'true');
    await fails;
    await closeAll();
  });

  it('are refused where the company has too many waiting, while others still may', async () => {
    const threads = make({ threads: 1, waiting: { party: 2, all: 4 } });
    const ask = (scope: Scope) => threads.ask(scope, { holds: true });
    // Two are at work, two wait.
    const held = Array.from({ length: 4 }, () => assert.rejects(ask(AURORA), { code: 'unavailable' }));
    await assert.rejects(ask(AURORA), { code: 'limit', status: 429, options: { retryAfter_s: 10 } });
    held.push(...[1, 2].map(() => assert.rejects(ask(BOREA), { code: 'unavailable' })));
    await assert.rejects(ask(BOREA), { code: 'limit' });
    // Nothing of another company waits, and so it may; of what it has waiting beyond its share it is told.
    held.push(assert.rejects(ask(CORVO), { code: 'unavailable' }));
    await assert.rejects(ask(CORVO), { code: 'unavailable', status: 503, options: { retryAfter_s: 10 } });
    await closeAll();
    await Promise.all(held);
  });

  it('are shared out by owner first: five companies of one account have as many turns as one of another owner', async () => {
    const threads = make({ threads: 1 });
    const order: string[] = [];
    const ask = async (scope: Scope, name: string) => {
      await threads.ask(scope, {});
      order.push(name);
    };
    const own = [1, 2, 3, 4, 5].map((id) => ownedBy(scopeOfWork(id), 7));
    const other = ownedBy(scopeOfWork(9), 8);
    const all = own.flatMap((scope) => [1, 2, 3, 4].map(() => ask(scope, `own ${scope.company_id}`)));
    for (let i = 0; i < 6; i++) all.push(ask(other, 'other'));
    await Promise.all(all);
    const turns = order.slice(2, 14);
    assert.equal(turns.filter((name) => name === 'other').length, 6, `${order}`);
    assert.equal(new Set(turns).size, 6, 'and each of the five has some of the account’s');
    await closeAll();
  });

  it('leave a thread to other owners who ask, however many companies an account has', async () => {
    const threads = make({ threads: 2 });
    const own = [1, 2, 3, 4, 5].map((id) => ownedBy(scopeOfWork(id), 7));
    const other = ownedBy(scopeOfWork(9), 8);
    await threads.ask(other, {});
    const held = own.map((scope) => assert.rejects(threads.ask(scope, { holds: true })));
    assert.equal(Buffer.from(await threads.ask(other, {})).toString(), 'true');
    await closeAll();
    await Promise.all(held);
  });

  it('of an account that alone asks are answered by all threads', async () => {
    const threads = make({ threads: 2 });
    const [first, second] = [1, 2].map((id) => ownedBy(scopeOfWork(id), 7)) as [Scope, Scope];
    const held = assert.rejects(threads.ask(first, { holds: true }));
    assert.equal(Buffer.from(await threads.ask(second, {})).toString(), 'true');
    await closeAll();
    await held;
  });

  it('wait for one hold at most where a company asks seldom, however many others ask without end', async () => {
    const threads = make({ threads: 1, sharedMs: 20 });
    const ended: number[] = [];
    const hold = (company: number) =>
      threads.ask(scopeOfWork(company), { holds: true }).catch(() => {
        ended.push(company);
      });
    // Six companies ask without end; the first is at work with two questions.
    const held = [11, 12, 13, 14, 15, 16].flatMap((company) =>
      Array.from({ length: 12 }, () => hold(company)),
    );
    const quiet = 3;
    await hold(quiet);
    assert.deepEqual(ended.slice(0, 3), [11, 11, quiet]);
    await closeAll();
    await Promise.all(held);
  });
});
