import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Fastify from 'fastify';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { createPool, inTransaction } from './db.ts';
import { handleErrors } from './http/problems.ts';

describe('a connection that is lost between two statements', () => {
  let base: TestDatabase;
  let pool: ReturnType<typeof createPool>;
  before(async () => {
    base = await createTestDatabase();
    pool = createPool(base.database, { max: 2, name: 'test' });
  });
  after(async () => {
    await pool?.end();
    await base?.drop();
  });

  it('ends no process, is answered as 503, and the next call gets another one', async () => {
    const app = Fastify();
    handleErrors(app);
    app.get('/', () =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        const lost = new Promise((resolve) => client.once('end', resolve));
        await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
        await lost;
        return client.query('select 1');
      }),
    );
    const answer = await app.inject('/');
    assert.equal(answer.statusCode, 503, answer.body);
    assert.ok(answer.headers['retry-after']);
    assert.equal((await inTransaction(pool, (client) => client.query('select 1'))).rowCount, 1);
    await app.close();
  });
});
