import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import { area, call } from '../../contract/call.ts';
import { AppError } from '../errors.ts';
import { ExportTurns } from '../export/export-turns.ts';
import { ownedBy, scopeOfWork } from '../tenancy.ts';
import { BodyBudget } from './body-budget.ts';
import { type BodyBudgets, createBodyBudgets } from './held-bodies.ts';
import { mount } from './mount.ts';
import { handleErrors } from './problems.ts';

const CALLS = area({
  file: call({
    method: 'POST',
    path: '/file/',
    summary: 'Takes a file',
    access: 'key:ingest',
    tx: 'none',
    body: z.any(),
    ok: z.int(),
    consumes: 'text/csv',
    max_body_bytes: 2_000_000,
  }),
  request: call({
    method: 'POST',
    path: '/request/',
    summary: 'Takes a request',
    access: 'key:ingest',
    tx: 'none',
    body: z.object({}).loose(),
    ok: z.int(),
  }),
  sign: call({
    method: 'POST',
    path: '/sign/',
    summary: 'Takes what strangers send',
    access: 'public',
    body: z.object({}).loose(),
    ok: z.int(),
  }),
});
type Name = keyof typeof CALLS;

const BYTES = 600_000;

describe('bodies on their way into memory', () => {
  let app: FastifyInstance;
  let budgets: BodyBudgets;
  let answer: () => Promise<number>;
  before(async () => {
    app = Fastify();
    handleErrors(app);
    app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const bounded = () => new BodyBudget({ total: 2_500_000, share: 1_500_000 });
    budgets = { ...createBodyBudgets(), files: bounded(), requests: bounded() };
    const refuse = () => Promise.reject(new AppError('unauthenticated', 'no'));
    mount(
      app,
      CALLS,
      { file: () => answer(), request: () => answer(), sign: () => answer() },
      {
        authenticators: {
          callerOf: refuse,
          scopeOfReader: refuse,
          scopeOfAddress: refuse,
          scopeOfLink: refuse,
          // The companies from 100 on are one account's.
          withOwner: async (scope) => ownedBy(scope, scope.company_id < 100 ? null : 7),
          scopeOfKey: async ({ headers }) => scopeOfWork(Number(headers['id-client'])),
        },
        pool: new pg.Pool(),
        now: () => new Date(),
        exports: new ExportTurns(),
        checkAnswers: true,
        signInPerMinute: 100,
        budgets,
      },
    );
    await app.ready();
  });
  after(() => app?.close());

  const send = (name: Name, company: number, payload: Readable | string | object) =>
    app.inject({
      method: 'POST',
      url: CALLS[name].path,
      headers: {
        'id-client': String(company),
        'content-type': name === 'file' ? 'text/csv' : 'application/json',
        ...(payload instanceof Readable ? { 'transfer-encoding': 'chunked' } : {}),
      },
      payload,
    });
  const heldBytes = () => Object.values(budgets).reduce((sum, { held }) => sum + held, 0);
  /** Bodies that have come but for their last byte. */
  const begun = (company: number, count: number) =>
    Array.from({ length: count }, () => {
      const body = new Readable({ read: () => undefined });
      body.push(Buffer.alloc(BYTES, 'x'));
      return { body, answered: send('file', company, body) };
    });
  const turns = async (until: () => boolean) => {
    for (let i = 0; i < 1000 && !until(); i++) await new Promise(setImmediate);
    assert.ok(until());
  };

  // Before a story in which somebody finds no room: they would be reckoned with here.
  it('of one account with many companies are cut off together for somebody else, whose body is as large as one of theirs', async () => {
    answer = async () => 1;
    const own = [101, 102, 103, 104].map((company) => begun(company, 1)[0]);
    await turns(() => heldBytes() > 4 * BYTES);
    assert.equal((await send('file', 3, 'x'.repeat(BYTES))).statusCode, 200);
    assert.equal((await own[0]?.answered)?.statusCode, 503);
    for (const one of own.slice(1)) one?.body.push(null);
    for (const one of own.slice(1)) assert.equal((await one?.answered)?.statusCode, 200);
    assert.equal(heldBytes(), 0);
  });

  it('are held by company and in all while they come, and free when they are answered or broken off', async () => {
    answer = async () => 1;
    const own = begun(1, 2);
    await turns(() => heldBytes() > 2 * BYTES);
    const third = await send('file', 1, 'x'.repeat(BYTES));
    assert.deepEqual([third.statusCode, third.headers['retry-after']], [429, '2']);
    const [other] = begun(2, 1);
    await turns(() => heldBytes() > 3 * BYTES);
    const more = await send('file', 3, 'x'.repeat(BYTES + 100_000));
    assert.deepEqual([more.statusCode, more.headers['retry-after']], [503, '5']);
    // What is no file is not kept out by files.
    assert.equal((await send('request', 1, {})).statusCode, 200);
    for (const { body } of own) body.push(null);
    for (const { answered } of own) assert.equal((await answered).statusCode, 200);
    other?.body.destroy(new Error('the sender is gone'));
    await other?.answered.catch(() => undefined);
    await turns(() => heldBytes() === 0);
    assert.equal((await send('file', 1, 'x'.repeat(BYTES))).statusCode, 200);
  });

  it('of a slow company are cut off for a newcomer, with 503 and when to come again', async () => {
    answer = async () => 1;
    const slow = [...begun(1, 2), ...begun(2, 2)];
    await turns(() => heldBytes() > 4 * BYTES);
    assert.equal((await send('file', 3, 'x'.repeat(BYTES))).statusCode, 200);
    const first = await slow[0]?.answered;
    assert.deepEqual([first?.statusCode, first?.headers['retry-after']], [503, '5']);
    for (const { body } of slow.slice(1)) body.push(null);
    for (const { answered } of slow.slice(1)) assert.equal((await answered).statusCode, 200);
    assert.equal(heldBytes(), 0);
  });

  it('leave a company that holds nothing its place, in each of the budgets there are', () => {
    for (const [name, budget] of Object.entries(createBodyBudgets())) {
      const held = Array.from({ length: 10 }, (_, party) => {
        const hold = budget.hold(party);
        for (let full = false; !full; )
          try {
            hold.add(64_000);
          } catch {
            full = true;
          }
        return hold;
      });
      assert.doesNotThrow(() => budget.hold('newcomer').add(64_000), name);
      for (const hold of held) hold.end();
    }
  });

  it('are counted for every call with a body, small or large, known or not, until it is answered', async () => {
    for (const name of ['file', 'request', 'sign'] as const)
      for (const payload of [name === 'file' ? 'a;b' : {}, JSON.stringify({ text: 'x'.repeat(100_000) })]) {
        const { promise, resolve } = Promise.withResolvers<number>();
        answer = () => promise;
        const asked = send(name, 1, payload);
        void asked.then(() => undefined);
        const length = typeof payload === 'string' ? payload.length : 2;
        await turns(() => heldBytes() >= length);
        resolve(1);
        assert.equal((await asked).statusCode, 200);
        assert.equal(heldBytes(), 0);
      }
  });
});
