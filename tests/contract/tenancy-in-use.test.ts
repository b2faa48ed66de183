import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from 'pg';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { inScope, type Scope, scopeOfWork } from '../../src/shared/server/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { anyRow, dropConstraints } from './support/any-row.ts';
import { listTenantTables } from './tenancy-tables.ts';

/** What Citus says of a row that would leave its company's machine. */
const IS_KEPT_APART = /modifying the partition value of rows is not allowed/;

describe('walls in use', () => {
  const MINE = 101;
  const THEIRS = 202;
  let database: TestDatabase;
  let tables: { name: string; column: string }[];
  let app: ReturnType<typeof createPool>;

  /** As the program with one company's setting, rolled back afterwards. */
  async function inside<T>(company: number | undefined, work: (client: Client) => Promise<T>): Promise<T> {
    return withClient(database.database, async (client) => {
      await client.query(
        `begin; set local citus.propagate_set_commands = 'local'; set local app.plants = 'all'`,
      );
      if (company !== undefined) await client.query(`set local app.company_id = '${company}'`);
      return work(client);
    });
  }
  const count = async (client: Client, table: string, where = 'true') => {
    const { rows } = await client.query(`select count(*)::int as n from "${table}" where ${where}`);
    return rows[0].n as number;
  };

  before(async () => {
    database = await createTestDatabase();
    app = createPool(database.database, { max: 1, name: 'walls' });
    await withClient(database.superuser, async (client) => {
      tables = await listTenantTables(client);
      await client.query(`select cross_tenant_ensure_partition('2026-03-15')`);
      await dropConstraints(client);
      for (const { name, column } of tables) {
        for (const company of [MINE, THEIRS])
          await client.query(await anyRow(client, name, { [column]: company }));
      }
    });
  });
  after(async () => {
    await app.end();
    await database.drop();
  });

  it('are tried on every tenant table', () => assert.ok(tables.length >= 21, `only ${tables.length} tables`));

  it('show nothing without a company, with an empty one and with company 0', async () => {
    for (const company of [undefined, 0]) {
      await inside(company, async (client) => {
        for (const { name } of tables) assert.equal(await count(client, name), 0, name);
      });
    }
    await inside(undefined, async (client) => {
      await client.query(`set local app.company_id = ''`);
      for (const { name } of tables) assert.equal(await count(client, name), 0, name);
    });
  });

  it('let nothing be written without a company, with an empty one or with company 0', async () => {
    for (const company of [undefined, '', '0']) {
      await inside(undefined, async (client) => {
        if (company !== undefined) await client.query(`set local app.company_id = '${company}'`);
        for (const { name, column } of tables) {
          const row = await withClient(database.superuser, (asked) =>
            anyRow(asked, name, { [column]: MINE }),
          );
          const what = `${name} with ${company ?? 'no company'}`;
          assert.match(String(await attempt(client, row)), /violates row-level security policy/, what);
          for (const statement of [
            `update "${name}" set "${column}" = "${column}"`,
            `delete from "${name}"`,
          ]) {
            const done = await attempt(client, statement);
            assert.ok(done === 0 || /permission denied/.test(String(done)), `${statement}: ${done}`);
          }
        }
      });
    }
  });

  it("show a company its own row and never another's", async () => {
    await inside(MINE, async (client) => {
      for (const { name, column } of tables) {
        assert.equal(await count(client, name), 1, name);
        assert.equal(await count(client, name, `"${column}" = ${THEIRS}`), 0, name);
      }
    });
  });

  /** What a statement did: rows touched, or why it was refused. */
  async function attempt(client: Client, statement: string): Promise<number | string> {
    await client.query('savepoint s');
    try {
      return (await client.query(statement)).rowCount ?? 0;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (!IS_KEPT_APART.test(message)) assert.equal(code, '42501', `${statement}: ${message}`);
      return message;
    } finally {
      await client.query('rollback to savepoint s');
    }
  }

  it("refuse to write a row of another company's or to hand one over", async () => {
    await inside(MINE, async (client) => {
      for (const { name, column } of tables) {
        const theirs = await withClient(database.superuser, (asked) =>
          anyRow(asked, name, { [column]: THEIRS }),
        );
        assert.match(String(await attempt(client, theirs)), /violates row-level security policy/, name);
        const given = await attempt(client, `update "${name}" set "${column}" = ${THEIRS}`);
        assert.match(
          String(given),
          /violates row-level security policy|permission denied for table|modifying the partition value/,
          `${name} could be given away`,
        );
      }
    });
  });

  it("touch no row of another company's", async () => {
    await inside(MINE, async (client) => {
      for (const { name, column } of tables) {
        for (const statement of [
          `update "${name}" set "${column}" = "${column}" where "${column}" = ${THEIRS}`,
          `delete from "${name}" where "${column}" = ${THEIRS}`,
        ]) {
          const done = await attempt(client, statement);
          assert.ok(done === 0 || /permission denied/.test(String(done)), `${statement}: ${done}`);
        }
        const { rows } = await client.query(
          `select has_table_privilege('public.' || quote_ident($1), 'delete') as may`,
          [name],
        );
        if (rows[0].may)
          assert.equal(
            await attempt(client, `delete from "${name}"`),
            1,
            `${name}: more than the own row went`,
          );
      }
    });
  });

  it('cannot be passed by naming a partition', async () => {
    await inside(MINE, async (client) => {
      assert.match(
        String(await attempt(client, 'select * from obs_202603')),
        /permission denied for table obs_202603/,
      );
    });
  });

  it('cannot be taken down, and the audit cannot be rewritten', async () => {
    await inside(MINE, async (client) => {
      for (const statement of [
        'alter table plant disable row level security',
        'drop policy tenant on plant',
        'create table mine (id int)',
        'create temporary table mine (id int)',
        'set role meridiana_owner',
        'set session authorization meridiana_owner',
        'truncate plant',
        'update audit set action = action',
        'delete from audit',
      ])
        assert.equal(typeof (await attempt(client, statement)), 'string', statement);
    });
  });

  it('forget the company when its transaction ends, on the very same connection', async () => {
    const scope = scopeOfWork(MINE);
    const seen = await inScope(app, scope, async (tx) => {
      const { rows } = await tx.query<{ pid: number; n: number }>(
        'select pg_backend_pid() as pid, (select count(*)::int from plant) as n',
      );
      return rows[0];
    });
    assert.equal(seen?.n, 1);
    const later = await app.query('select pg_backend_pid() as pid, (select count(*)::int from plant) as n');
    assert.deepEqual(later.rows[0], { pid: seen?.pid, n: 0 });
    await assert.rejects(inScope(app, scope, () => Promise.reject(new Error('changed my mind'))));
    const after = await app.query('select count(*)::int as n from plant');
    assert.equal(after.rows[0].n, 0);
  });

  it('are not opened by odd numbers of companies', () => {
    const odd: unknown[] = [
      0,
      -1,
      1.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      2 ** 31,
      2 ** 53,
      '1',
      `1'; drop table plant; --`,
      null,
      undefined,
    ];
    for (const id of odd) assert.throws(() => scopeOfWork(id as number), /not a company id/, String(id));
  });

  it('are not opened by a scope that was not made here', async () => {
    const forged = { company_id: `1'; select 1; --`, user_id: null, roles: [], plants: 'all' };
    await assert.rejects(inScope(app, forged as unknown as Scope, (tx) => tx.query('select 1')));
    const n = await app.query('select count(*)::int as n from plant');
    assert.equal(n.rows[0].n, 0);
  });
});
