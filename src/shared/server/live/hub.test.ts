import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTestApp,
  type Headers,
  join,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { findCaller } from '../callers.ts';
import { createLog } from '../log.ts';
import { inScope, type Scope, scopeOfMember } from '../tenancy.ts';
import { verifyAccess } from '../tokens.ts';
import { LiveHub, type LiveStream } from './hub.ts';
import { notifyLive, notifyTopics } from './notice.ts';

/** A stream that remembers what was written; `unread` holds its reader back. */
class Recorded implements LiveStream {
  text = '';
  ended = false;
  wasCut = false;
  unread = 0;
  write(text: string): void {
    this.text += text;
  }
  unsent(): number {
    return this.unread;
  }
  end(): void {
    this.ended = true;
  }
  cut(): void {
    this.wasCut = true;
  }
  get events(): unknown[] {
    return [...this.text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? ''));
  }
}

describe('live events', () => {
  let test: TestApp;
  let scope: Scope;
  let other: Scope;
  let address: string;
  const plants: number[] = [];
  const hubs: LiveHub[] = [];
  before(async () => {
    test = await createTestApp();
    scope = await makeCompany(test.pool, 'Live');
    other = await makeCompany(test.pool, 'Other');
    for (const code of ['A', 'B']) plants.push(await makePlant(test.pool, scope, code));
    address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    for (const hub of hubs) await hub.close();
    await test.close();
  });

  async function startHub(): Promise<LiveHub> {
    const { database, pool } = test;
    const hub = new LiveHub({ database, pool, log: createLog('silent', 'test'), checkEvery_ms: 50 });
    hubs.push(hub);
    await hub.start();
    return hub;
  }
  async function enter(hub: LiveHub, user: TestUser, company = scope): Promise<Recorded> {
    const headers = await signIn(test, user);
    const session = await sessionOf(test, headers);
    const caller = await findCaller(test.pool, session);
    const membership = caller?.memberships.find((m) => m.id_client === company.company_id);
    assert.ok(caller && membership);
    const stream = new Recorded();
    await hub.subscribe(caller, scopeOfMember(caller, membership), () => stream);
    return stream;
  }
  const viewer = (seen: number[]) =>
    makeUser(test, { company: scope, roles: ['VIEWER', 'APP_0'], plants: seen });

  it('reach the members of their company, each told of its own plants only', async () => {
    const hub = await startHub();
    const owner = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    const stranger = await makeUser(test, { company: other, roles: ['COMPANY_OWNER', 'APP_0'] });
    const noApplication = await makeUser(test, { company: scope, roles: ['VIEWER'] });
    // Cloud control asks for no application, and shows devices' values.
    const configuring = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER'] });
    const [all, some, none] = [
      await enter(hub, owner),
      await enter(hub, await viewer(plants.slice(0, 1))),
      await enter(hub, await viewer([])),
    ];
    const [foreign, closed] = [await enter(hub, stranger, other), await enter(hub, noApplication)];
    const values = await enter(hub, configuring);
    const { company_id } = scope;
    await notifyLive(test.pool, { company_id, kind: 'plants', codes: ['A', 'B'] });
    await notifyLive(test.pool, { company_id, kind: 'alarms', codes: ['B'] });
    await notifyLive(test.pool, { company_id, kind: 'progress' });
    await notifyLive(test.pool, { company_id, kind: 'configuration' });
    await inScope(test.pool, scope, (tx) => notifyTopics(tx, ['charts']));
    await until(() => all.events.length === 5 && some.events.length === 4 && closed.events.length === 2);
    const topics = { kind: 'topics', topics: ['charts'] };
    assert.deepEqual(all.events, [
      { kind: 'plants', codes: ['A', 'B'] },
      { kind: 'alarms', codes: ['B'] },
      { kind: 'progress' },
      { kind: 'configuration' },
      topics,
    ]);
    const nameless = [{ kind: 'progress' }, { kind: 'configuration' }, topics];
    assert.deepEqual(some.events, [{ kind: 'plants', codes: ['A'] }, ...nameless]);
    assert.deepEqual(none.events, nameless);
    assert.deepEqual([foreign.events, closed.events], [[], [{ kind: 'configuration' }, topics]]);
    assert.deepEqual(values.events, [
      { kind: 'plants', codes: ['A', 'B'] },
      { kind: 'configuration' },
      topics,
    ]);
  });

  it('end with a word when the session, the membership or the company ends', async () => {
    const hub = await startHub();
    const { company_id } = scope;
    const [signedOut, dismissed] = [await viewer([]), await viewer([])];
    const [first, second] = [await enter(hub, signedOut), await enter(hub, dismissed)];
    await sleep(150);
    assert.equal(first.ended || second.ended, false);
    await test.arrange('update user_session set ended_at = now() where user_id = $1', [signedOut.id]);
    await test.arrange('delete from company_user where user_id = $1', [dismissed.id]);
    await until(() => first.ended && second.ended);
    assert.deepEqual(first.events, [{ kind: 'revoked' }]);
    assert.deepEqual(second.events, [{ kind: 'revoked' }]);
    const third = await enter(hub, await viewer([]));
    await test.arrange('update company set enabled = false where id_client = $1', [company_id]);
    await until(() => third.ended);
    await test.arrange('update company set enabled = true where id_client = $1', [company_id]);
    assert.equal(hub.size, 0);
  });

  it('follow a change of related plants', async () => {
    const hub = await startHub();
    const user = await viewer([]);
    const stream = await enter(hub, user);
    await join(test, scope, user.id, { roles: ['VIEWER', 'APP_0'], plants });
    await until(() => stream.events.length === 1);
    assert.deepEqual(stream.events, [{ kind: 'resync' }]);
    await notifyLive(test.pool, { company_id: scope.company_id, kind: 'plants', codes: ['B'] });
    await until(() => stream.events.length === 2);
    assert.deepEqual(stream.events[1], { kind: 'plants', codes: ['B'] });
  });

  it('ask for everything anew after the database was away', async () => {
    const hub = await startHub();
    const stream = await enter(hub, await viewer([]));
    await test.arrange(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'meridiana-live' and datname = current_database()`,
    );
    await until(() => stream.events.length > 0);
    assert.deepEqual(stream.events, [{ kind: 'resync' }]);
    assert.equal(stream.ended, false);
  });

  it('cut a reader that does not keep up', async () => {
    const hub = await startHub();
    const stream = await enter(hub, await viewer(plants));
    stream.unread = 257 * 1024;
    await notifyLive(test.pool, { company_id: scope.company_id, kind: 'plants', codes: ['A'] });
    await until(() => stream.wasCut);
    assert.equal(hub.size, 0);
  });

  it('are 20 of a session at most, and limited in all', async () => {
    const { database, pool } = test;
    const hub = new LiveHub({ database, pool, log: createLog('silent', 'test'), streamsAtMost: 21 });
    hubs.push(hub);
    await hub.start();
    const open = async (user: TestUser, count: number) => {
      const caller = await findCaller(pool, await sessionOf(test, await signIn(test, user)));
      const membership = caller?.memberships.find((m) => m.id_client === scope.company_id);
      assert.ok(caller && membership);
      const company = scopeOfMember(caller, membership);
      const one = () => hub.subscribe(caller, company, () => new Recorded());
      return { one, all: await Promise.allSettled(Array.from({ length: count }, one)) };
    };
    const greedy = await open(await viewer(plants), 30);
    const leaves = greedy.all.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []));
    assert.deepEqual([leaves.length, hub.size], [20, 20]);
    await assert.rejects(greedy.one(), { code: 'limit' });
    leaves[0]?.();
    leaves[0] = await greedy.one();
    await open(await viewer(plants), 1);
    const late = await open(await viewer(plants), 1);
    assert.equal(late.all[0]?.status, 'rejected');
    assert.equal(hub.size, 21);
    leaves[0]();
    await late.one();
  });

  it('are 40 of an account at most, in however many sessions', async () => {
    const { database, pool } = test;
    const hub = new LiveHub({ database, pool, log: createLog('silent', 'test'), streamsAtMost: 50 });
    hubs.push(hub);
    await hub.start();
    const user = await viewer(plants);
    const other = await viewer(plants);
    const open = async (by: TestUser, count: number) => {
      const caller = await findCaller(pool, await sessionOf(test, await signIn(test, by)));
      const membership = caller?.memberships.find((m) => m.id_client === scope.company_id);
      assert.ok(caller && membership);
      const one = () => hub.subscribe(caller, scopeOfMember(caller, membership), () => new Recorded());
      const tried = await Promise.allSettled(Array.from({ length: count }, one));
      return tried.filter(({ status }) => status === 'fulfilled').length;
    };
    assert.deepEqual(
      [await open(user, 15), await open(user, 15), await open(user, 15), await open(user, 1)],
      [15, 15, 10, 0],
    );
    assert.equal(await open(other, 5), 5, 'nobody else is kept out');
  });

  it('come over HTTP as server-sent events', async () => {
    const owner = await makeUser(test, { company: other, roles: ['COMPANY_OWNER', 'APP_0'] });
    const stop = new AbortController();
    const headers = await signIn(test, owner, other);
    const answer = await fetch(`${address}/api/v1/events/`, { headers, signal: stop.signal });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('x-accel-buffering'), 'no');
    assert.ok(answer.headers.get('content-security-policy'));
    assert.ok(answer.body);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    await notifyLive(test.pool, { company_id: other.company_id, kind: 'plants', codes: ['A'] });
    while (!text.includes('data:')) text += (await reader.read()).value ?? '';
    assert.match(text, /event: plants\ndata: {"kind":"plants","codes":\["A"\]}\n\n$/);
    stop.abort();
    const refused = await fetch(`${address}/api/v1/events/`, { headers: { ...headers, 'id-client': '999' } });
    assert.equal(refused.status, 403);
    await refused.body?.cancel();
  });
});

async function sessionOf({ keys }: TestApp, headers: Headers): Promise<number> {
  const token = headers.authorization?.split(' ')[1] ?? '';
  return (await verifyAccess(keys, token, new Date())).session_id;
}

async function until(holds: () => boolean, within_ms = 60_000): Promise<void> {
  const end = Date.now() + within_ms;
  while (!holds()) {
    if (Date.now() > end) assert.fail('it did not come about in time');
    await sleep(10);
  }
}
