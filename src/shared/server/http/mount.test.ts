import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { area, call } from '../../contract/call.ts';
import { PageQuery, paged } from '../../contract/fields.ts';
import { AppError } from '../errors.ts';
import { ExportTurns } from '../export/export-turns.ts';
import { savedMeanwhile } from '../records/version.ts';
import { scopeOfWork } from '../tenancy.ts';
import { createBodyBudgets } from './held-bodies.ts';
import { mount } from './mount.ts';
import { handleErrors } from './problems.ts';

const ofKey = { access: 'key:read', summary: 'One of each kind' } as const;
const Instant = z.object({ now: z.string() });

const CALLS = area({
  read: call({ ...ofKey, method: 'GET', path: '/read/', ok: Instant }),
  write: call({ ...ofKey, method: 'POST', path: '/write/', ok: Instant, status: 201 }),
  remove: call({ ...ofKey, method: 'DELETE', path: '/remove/', ok: z.undefined(), status: 204 }),
  again: call({ ...ofKey, method: 'PUT', path: '/again/', ok: Instant, retries: true }),
  change: call({ ...ofKey, method: 'PUT', path: '/change/', ok: Instant, conflict: Instant }),
  alone: call({ ...ofKey, method: 'PATCH', path: '/alone/', ok: Instant, tx: 'none' }),
  open: call({ ...ofKey, method: 'GET', path: '/open/', access: 'public', ok: Instant }),
  list: call({ ...ofKey, method: 'GET', path: '/list/', query: PageQuery, ok: paged(z.int()) }),
});

const NOW = '2026-03-29T01:00:00.000Z';

describe('the transaction of a call', () => {
  let app: FastifyInstance;
  /** What the database was told and the handlers did, in their order. */
  let log: string[];
  let failures: Error[];

  beforeEach(async () => {
    log = [];
    failures = [];
    const client = {
      async query(text: string | { text: string }) {
        const [first = ''] = (typeof text === 'string' ? text : text.text).split(';');
        log.push(first);
        return { command: first.toUpperCase(), rows: [], rowCount: 0 };
      },
      release: () => undefined,
    };
    const pool = { connect: async () => client } as unknown as pg.Pool;
    const work = async ({ now }: { now: Date }) => {
      log.push('work');
      const failure = failures.pop();
      if (failure) throw failure;
      return { now: now.toISOString() };
    };
    app = Fastify();
    handleErrors(app);
    app.addHook('onSend', async () => {
      log.push('answer');
    });
    const handlers = {
      read: work,
      write: work,
      remove: work,
      again: work,
      change: work,
      alone: work,
      open: work,
      list: async () => ({ count: 30, results: [1] }),
    };
    const nobody = () => Promise.reject(new AppError('unauthenticated', 'no'));
    const authenticators = {
      callerOf: nobody,
      scopeOfReader: nobody,
      scopeOfAddress: nobody,
      scopeOfLink: nobody,
      scopeOfKey: async () => scopeOfWork(7),
      withOwner: async <T>(scope: T) => scope,
    };
    const fixed = { authenticators, checkAnswers: true, signInPerMinute: 9, budgets: createBodyBudgets() };
    mount(app, CALLS, handlers, { ...fixed, exports: new ExportTurns(), pool, now: () => new Date(NOW) });
    await app.ready();
  });

  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string) => {
    const { statusCode, body } = await app.inject({ method, url });
    return { status: statusCode, body: body && JSON.parse(body) };
  };

  it('reads only for GET, and answers after the commit', async () => {
    assert.deepEqual(await ask('GET', '/read/'), { status: 200, body: { now: NOW } });
    assert.deepEqual(log, ['begin transaction read only', 'work', 'commit', 'answer']);
  });

  it('may write for any other method, and drops what a call without an answer comes to', async () => {
    assert.equal((await ask('POST', '/write/')).status, 201);
    assert.deepEqual(await ask('DELETE', '/remove/'), { status: 204, body: '' });
    const written = ['begin transaction read write', 'work', 'commit', 'answer'];
    assert.deepEqual(log, [...written, ...written]);
  });

  it('is taken back before a refusal is answered', async () => {
    failures = [new AppError('conflict', 'taken')];
    assert.equal((await ask('POST', '/write/')).status, 409);
    assert.deepEqual(log, ['begin transaction read write', 'work', 'rollback', 'answer']);
  });

  it('tells what is stored where somebody was faster, as the call declares it', async () => {
    failures = [savedMeanwhile({ now: NOW })];
    const { status, body } = await ask('PUT', '/change/');
    assert.deepEqual([status, body.code, body.stored], [409, 'conflict', { now: NOW }]);
    failures = [savedMeanwhile({ at: NOW })];
    assert.equal((await ask('PUT', '/change/')).status, 500);
    failures = [savedMeanwhile({ now: NOW })];
    assert.equal((await ask('POST', '/write/')).status, 500, 'a call that declares none');
  });

  it('runs once more where the call says so and it lost to another one', async () => {
    const lost = () => Object.assign(new Error('deadlock'), { code: '40P01' });
    failures = [lost()];
    assert.equal((await ask('PUT', '/again/')).status, 200);
    failures = [lost()];
    assert.equal((await ask('POST', '/write/')).status, 503);
    assert.equal(log.filter((line) => line === 'work').length, 3);
  });

  it('is none where the call says so, and where it has no company', async () => {
    await ask('PATCH', '/alone/');
    await ask('GET', '/open/');
    assert.deepEqual(log, ['work', 'answer', 'work', 'answer']);
  });

  it('leaves the addresses of neighbouring pages to the server', async () => {
    const { body } = await ask('GET', '/list/?page=2&page_size=10');
    const at = (page: number) => `/list/?page=${page}&page_size=10`;
    assert.deepEqual(body, { count: 30, next: at(3), previous: at(1), results: [1] });
  });
});
