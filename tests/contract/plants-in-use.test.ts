import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import type { Client } from 'pg';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { inScope, scopeOfWork, type Tx, withEveryPlant } from '../../src/shared/server/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { anyRow, dropConstraints } from './support/any-row.ts';
import { listPlantTables, type PlantTable } from './tenancy-tables.ts';

const COMPANY = 101;
const NAMED = 1;
const HIDDEN = 2;

/** A plant's row in a table: whatever it belongs to has the plant's own number. */
const rowOf = (client: Client, { name, columns, has_id }: PlantTable, plant: number) =>
  anyRow(client, name, {
    company_id: COMPANY,
    ...Object.fromEntries(columns.filter((column) => !column.endsWith('s')).map((column) => [column, plant])),
    ...(has_id ? { id: plant } : {}),
    ...(name === 'calc_group_input' ? { calc_group_id: plant } : {}),
    ...(name === 'record_assignment' ? { record_id: plant } : {}),
    ...(name === 'downtime_day' ? { downtime_id: plant } : {}),
    ...(/^energy_meter_(reading|statement|difference)$/.test(name) ? { meter_id: plant } : {}),
    ...(name === 'rgi_item' ? { rgi_id: plant } : {}),
    ...(name === 'report_issue' || name === 'report_schedule' ? { plant_ids: `'{${plant}}'` } : {}),
  });

// spec §3: related_plants. The loop over calls is related-plants.test.ts; here no statement has a condition of its own.
for (const where of ['on one machine', 'as workers of several ask'])
  describe(`walls of plants in use ${where}`, () => {
    let database: TestDatabase;
    let app: pg.Pool;
    let tables: PlantTable[];

    before(async () => {
      database = await createTestDatabase();
      app = createPool(database.database, { max: 1, name: 'plants' });
      await withClient(database.superuser, async (client) => {
        if (where !== 'on one machine') await client.query('select wall_on_workers()');
        tables = await listPlantTables(client);
        await client.query(`select cross_tenant_ensure_partition('2026-03-15')`);
        await dropConstraints(client, 'cfu');
        for (const table of tables)
          for (const plant of [NAMED, HIDDEN]) await client.query(await rowOf(client, table, plant));
      });
    });
    after(async () => {
      await app?.end();
      await database?.drop();
    });

    const inside = <T>(plants: 'all' | number[], work: (tx: Tx) => Promise<T>): Promise<T> =>
      inScope(app, scopeOfWork(COMPANY, plants), work);
    async function count(tx: Tx, name: string): Promise<number | undefined> {
      const { rows } = await tx.query<{ n: number }>(`select count(*)::int as n from "${name}"`);
      return rows[0]?.n;
    }

    it('are tried on every table that has to do with plants', () =>
      assert.ok(tables.length >= 35, `only ${tables.length} tables`));

    it('show all to whoever sees all plants, theirs to whoever is named for one, and nothing to others', async () => {
      for (const [plants, seen] of [
        ['all', 2],
        [[NAMED], 1],
        [[NAMED, HIDDEN], 2],
        [[], 0],
      ] as const) {
        await inside(plants === 'all' ? plants : [...plants], async (tx) => {
          for (const { name } of tables)
            assert.equal(await count(tx, name), seen, `${name} with [${plants}]`);
        });
      }
    });

    it('show nothing where no plants are named', async () => {
      await withClient(database.database, async (client) => {
        for (const setting of ['', `; set local app.plants = ''`]) {
          await client.query(
            `begin; set local citus.propagate_set_commands = 'local'; set local app.company_id = '${COMPANY}'${setting}`,
          );
          for (const { name } of tables) {
            const { rows } = await client.query(`select count(*)::int as n from "${name}"`);
            assert.equal(rows[0].n, 0, name);
          }
          await client.query('rollback');
        }
      });
    });

    /** What a statement did: rows touched, or why it was refused. */
    async function attempt(tx: Tx, statement: string): Promise<number | string> {
      await tx.query('savepoint s');
      try {
        return (await tx.query(statement)).rowCount;
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        assert.equal(code, '42501', `${statement}: ${message}`);
        return message;
      } finally {
        await tx.query('rollback to savepoint s');
      }
    }

    it('let nothing of a hidden plant be added, changed or deleted', async () => {
      for (const table of tables) {
        const { name } = table;
        const hidden = await withClient(database.superuser, (client) => rowOf(client, table, HIDDEN));
        await inside([NAMED], async (tx) => {
          assert.match(
            String(await attempt(tx, hidden)),
            /violates row-level security policy|permission denied/,
            name,
          );
          for (const statement of [`update "${name}" set company_id = company_id`, `delete from "${name}"`]) {
            const done = await attempt(tx, statement);
            assert.ok(done === 1 || /permission denied/.test(String(done)), `${statement}: ${done}`);
          }
        });
      }
    });

    it('let no row be moved into a hidden plant', async () => {
      await inside([NAMED], async (tx) => {
        for (const name of ['device', 'port', 'alarm', 'plant_section', 'alarm_snooze']) {
          const done = await attempt(tx, `update "${name}" set plant_id = ${HIDDEN}`);
          assert.match(String(done), /violates row-level security policy/, name);
        }
      });
    });

    it('are opened for one piece of work, and stand again behind it', async () => {
      await inside([NAMED], async (tx) => {
        assert.equal(await withEveryPlant(tx, () => count(tx, 'plant')), 2);
        assert.equal(await count(tx, 'plant'), 1);
      });
    });

    it('are not opened by odd plants', async () => {
      for (const odd of [[Number.NaN], [1.5], [`1'; drop table plant; --`]] as number[][])
        await assert.rejects(
          inside(odd, (tx) => count(tx, 'plant')),
          /not plants of a scope/,
        );
    });
  });
