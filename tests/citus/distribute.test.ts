import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import { distribute } from '../../src/apps/server/postgres/distribute.ts';
import { plantCanaries } from '../contract/support/canaries.ts';
import { makeWorld, type World } from '../contract/support/world.ts';
import { listTenantTables } from '../contract/tenancy-tables.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createStandingDatabase, type TestDatabase } from '../support/postgres.ts';

describe('an installation that stands', () => {
  let database: TestDatabase;
  let worlds: World[];
  let stood: Map<string, string[]>;

  const secretKey = randomBytes(48).toString('base64');
  const open = (): Promise<TestApp> =>
    createTestApp({ secretKey, database: { ...database, drop: async () => undefined } });
  const run = (said: (line: string) => void = () => undefined) =>
    withClient(database.superuser, (client) => distribute(client, said));
  /** One of the two workers is given no parts, as if it were not there yet. */
  const takesParts = (yes: boolean) =>
    withClient(database.superuser, (client) =>
      client.query(
        `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', $1) from pg_dist_node
         where nodeid = (select max(nodeid) from pg_dist_node)`,
        [yes],
      ),
    );

  /** Every row of every company, by table. */
  const rowsOf = () =>
    withClient(database.superuser, async (client) => {
      const found = new Map<string, string[]>();
      for (const { name } of await listTenantTables(client)) {
        const { rows } = await client.query<{ row: string }>(`select t::text as row from "${name}" t`);
        found.set(name, rows.map(({ row }) => row).sort());
      }
      return found;
    });

  before(async () => {
    database = await createStandingDatabase();
    const test = await open();
    worlds = [await makeWorld(test), await makeWorld(test)];
    for (const world of worlds) await plantCanaries(world);
    await test.close();
    stood = await rowsOf();
    await takesParts(false);
  });
  after(async () => {
    await takesParts(true);
    await database.drop();
  });

  it('has rows in every table', () => {
    const empty = [...stood].filter(([, rows]) => rows.length === 0).map(([name]) => name);
    assert.deepEqual(empty, []);
  });

  it('is distributed in as many goes as it takes, with every row as it was', async () => {
    let count = 0;
    const ends = () => {
      if (++count === 15) throw new Error('ended');
    };
    await assert.rejects(run(ends), /ended/);
    // The next is killed from outside while a table is copied.
    const killed = withClient(database.superuser, async (client) => {
      const pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
      await distribute(client, () => {
        if (++count === 40)
          void withClient(database.superuser, (other) =>
            other.query('select pg_terminate_backend($1::int)', [pid]),
          );
      });
    });
    await assert.rejects(killed);
    assert.ok((await run()).distributed.length > 0);
    assert.deepEqual(await rowsOf(), stood);
    assert.deepEqual((await run()).distributed, []);
  });

  it('is spread anew when a worker comes, and answers', async () => {
    await takesParts(true);
    assert.ok((await run()).moved > 0);
    assert.deepEqual(await rowsOf(), stood);
    const test = await open();
    try {
      for (const { headers, plant } of worlds) {
        const answer = await test.app.inject({ method: 'GET', url: '/api/v1/plants/', headers });
        assert.equal(answer.statusCode, 200, answer.body);
        assert.ok(answer.body.includes(plant.proj_code));
      }
    } finally {
      await test.close();
    }
  });
});
