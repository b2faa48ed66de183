import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import { createTestApp, makeCompany, makeUser, type TestApp } from '../../../../tests/support/app.ts';
import { scopeOfPerson } from '../tenancy.ts';
import { beginAttachment, takeAttachment } from './attachments.ts';

describe('an upload that is broken off', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  it('is logged where what came of it cannot be removed', async () => {
    const company = await makeCompany(test.pool, 'Broken off');
    const { id: user_id } = await makeUser(test, { company, roles: ['COMPANY_OWNER'] });
    const scope = scopeOfPerson(company.company_id, { user_id, address: null });
    const away = new Error('the database is away');
    let there = true;
    const pool = new Proxy(test.pool, {
      get: (of, name) =>
        name === 'connect' && !there ? () => Promise.reject(away) : Reflect.get(of, name, of),
    }) as pg.Pool;
    const record = { kind: 'device', id: 1, plant_id: null };
    const file = { file_name: 'long.txt', size: 2_000_000 };
    async function* body() {
      yield Buffer.alloc(700_000, 'a');
      there = false;
    }
    const logged: [fault: { err: Error }, what: string][] = [];
    const nothing = () => undefined;
    const taking = takeAttachment(
      {
        pool,
        scope,
        stillAdmitted: async () => undefined,
        log: { warn: (...line: unknown[]) => logged.push(line as (typeof logged)[number]) },
      },
      {
        file,
        body: body(),
        hold: () => ({ add: nothing, release: nothing, arriving: nothing, arrived: nothing, end: nothing }),
        now: new Date(),
        begin: (tx) => beginAttachment(tx, record, file, { most_mb: 100, now: new Date() }),
        finish: async () => undefined,
        show: async () => undefined,
      },
    );
    await assert.rejects(taking, { code: 'invalid' }, 'the sender is told what is wrong with the file');
    assert.deepEqual(
      logged.map(([{ err }, what]) => [err, /could not be removed/.test(what)]),
      [[away, true]],
    );
  });
});
