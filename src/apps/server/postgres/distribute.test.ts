import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onOneMachine } from '../../../../tests/support/one-machine.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts';
import { withClient } from './connect.ts';
import { distribute } from './distribute.ts';

describe('a database to be distributed', onOneMachine('it is distributed from the beginning'), () => {
  let test: TestDatabase;
  before(async () => {
    test = await createTestDatabase();
  });
  after(() => test.drop());

  it('is left as it is where it is one PostgreSQL', async () => {
    const said: string[] = [];
    const done = withClient(test.superuser, (client) => distribute(client, (line) => said.push(line)));
    await assert.rejects(done, /one PostgreSQL without Citus.*nothing to distribute/);
    assert.deepEqual(said, []);
  });

  it('has walls that workers can ask, however often they are written', async () => {
    await withClient(test.superuser, async (client) => {
      const walls = async () => {
        const { rows } = await client.query<{ wall: string }>(
          `select polrelid::regclass || ' ' || pg_get_expr(polqual, polrelid) || pg_get_expr(polwithcheck, polrelid) as wall
           from pg_policy where polname = 'tenant' order by 1`,
        );
        return rows.map(({ wall }) => wall);
      };
      await client.query('select wall_on_workers()');
      const once = await walls();
      assert.ok(once.length > 50);
      assert.deepEqual(
        once.filter((wall) => /\bselect\b/i.test(wall)),
        [],
      );
      await client.query('select wall_on_workers()');
      assert.deepEqual(await walls(), once);
    });
  });

  it('is refused where a wall is none that a worker can ask', async () => {
    await withClient(test.superuser, async (client) => {
      await client.query(`begin; select narrow_rls('webhook', 'id in (select id from public.plant)')`);
      await assert.rejects(client.query('select wall_on_workers()'), /cannot be asked on a worker/);
      await client.query(
        `rollback; begin; create policy narrow on plant as restrictive to meridiana_app using (id > 0)`,
      );
      await assert.rejects(client.query('select wall_on_workers()'), /a policy restricts/);
      await client.query('rollback');
    });
  });
});
