import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PgBoss } from 'pg-boss';
import { onOneMachine } from '../../../../tests/support/one-machine.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts';
import { withClient } from './connect.ts';
import { ensureJobSchema, jobSchema } from './job-schema.ts';
import { readStanding } from './standing.ts';

describe('an installed database', () => {
  let test: TestDatabase;
  before(async () => {
    test = await createTestDatabase();
  });
  after(() => test.drop());

  it('gives the program’s role nothing but its work', async () => {
    const standing = await withClient(test.database, readStanding);
    assert.equal(standing.login, 'meridiana_app');
    assert.equal(standing.is_app, true);
    const rights = [
      standing.is_super,
      standing.may_create_roles,
      standing.bypasses_rls,
      standing.is_owner,
      standing.owns_something,
    ];
    assert.deepEqual(rights, [false, false, false, false, false]);
  });

  it('lets the program’s role build nothing', async () => {
    const attempts = [
      'create table mine ()',
      'create temporary table mine ()',
      'create schema mine',
      'alter table schema_migration add column more int',
      'drop table schema_migration',
      `create table ${jobSchema}.mine ()`,
      'set role meridiana_owner',
    ];
    for (const attempt of attempts) {
      await assert.rejects(
        withClient(test.database, (client) => client.query(attempt)),
        { code: '42501' },
        attempt,
      );
    }
  });

  const signsIn = 'the coordinator signs in to its workers as the owner';
  it('lets nobody sign in as the owner', onOneMachine(signsIn), async () => {
    const owner = { ...test.database, user: 'meridiana_owner' };
    await assert.rejects(
      withClient(owner, (client) => client.query('select 1')),
      /authentication failed|not permitted to log in/,
    );
  });

  it('runs jobs with the program’s role alone, in queues that the owner has made', async () => {
    await withClient(test.superuser, async (client) => {
      await client.query('set role meridiana_owner');
      await ensureJobSchema(client, ['reports']);
      await ensureJobSchema(client, ['reports']);
    });
    const faults: unknown[] = [];
    const boss = new PgBoss({ ...test.database, schema: jobSchema, migrate: false, reindex: false });
    boss.on('error', (error) => void faults.push(error));
    await boss.start();
    try {
      await boss.send('reports', { month: 5 });
      const [job] = await boss.fetch<{ month: number }>('reports');
      assert.equal(job?.data.month, 5);
      await boss.complete('reports', job?.id ?? '');
      await boss.supervise();
    } finally {
      await boss.stop({ graceful: false });
    }
    assert.deepEqual(faults, []);
  });
});
