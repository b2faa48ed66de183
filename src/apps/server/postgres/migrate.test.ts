import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestPostgres, type TestPostgres } from '../../../../tests/support/postgres.ts';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { withClient } from './connect.ts';
import {
  applyMigrations,
  applyWithin,
  ensureHistory,
  listMigrations,
  listPendingMigrations,
  migrationFolder,
} from './migrate.ts';

describe('migrations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-migrations-'));
  const name = `migrate_${process.pid}`;
  let postgres: TestPostgres;
  let target: DatabaseTarget;

  before(async () => {
    postgres = await startTestPostgres();
    await withClient(postgres.server.superuser(), (client) => client.query(`create database ${name}`));
    target = postgres.server.superuser(name);
  });
  after(async () => {
    await withClient(postgres.server.superuser(), (client) =>
      client.query(`drop database ${name} with (force)`),
    );
    rmSync(folder, { recursive: true });
  });

  const write = (file: string, sql: string) => writeFileSync(join(folder, file), sql);
  const apply = () => withClient(target, (client) => applyMigrations(client, folder));

  it('are applied once, in their order', async () => {
    write('0002_second.sql', 'insert into word values (2);');
    write('0001_first.sql', 'create table word (n int); insert into word values (1);');
    assert.equal(await apply(), 2);
    assert.equal(await apply(), 0);
    const { rows } = await withClient(target, (client) =>
      client.query('select version, name from schema_migration order by 1'),
    );
    assert.deepEqual(rows, [
      { version: 1, name: 'first' },
      { version: 2, name: 'second' },
    ]);
  });

  it('leave nothing behind when they fail', async () => {
    write('0003_third.sql', 'insert into word values (3); select 1 / 0;');
    await assert.rejects(apply(), {
      name: 'StartFault',
      message: 'Migration 0003_third failed: division by zero.',
    });
    const { rows } = await withClient(target, (client) => client.query('select n from word order by n'));
    assert.deepEqual(rows, [{ n: 1 }, { n: 2 }]);
    const pending = await withClient(target, (client) => listPendingMigrations(client, folder));
    assert.deepEqual(
      pending.map((migration) => migration.version),
      [3],
    );
    rmSync(join(folder, '0003_third.sql'));
  });

  it('are refused when an applied file has changed or is gone', async () => {
    write('0002_second.sql', 'insert into word values (22);');
    await assert.rejects(apply(), {
      name: 'StartFault',
      message: /Migration 2 \(second\) was changed after/,
    });
    rmSync(join(folder, '0002_second.sql'));
    await assert.rejects(apply(), {
      name: 'StartFault',
      message: /has migration 2 \(second\), which this version/,
    });
  });

  it('are refused with a doubled number or another name', () => {
    write('0001_again.sql', '');
    assert.throws(() => listMigrations(folder), /Two migrations carry the number 1\./);
    rmSync(join(folder, '0001_again.sql'));
    write('5_five.sql', '');
    assert.throws(() => listMigrations(folder), /5_five\.sql must be named/);
  });

  it('of the program are numbered without a gap', () => {
    const versions = listMigrations(migrationFolder).map((migration) => migration.version);
    assert.deepEqual(
      versions,
      versions.map((_, i) => i + 1),
    );
  });

  it('of the program number prices that stood before prices had numbers', async () => {
    const database = `${name}_prices`;
    await withClient(postgres.server.superuser(), (client) =>
      client.query(`create database ${database} owner meridiana_owner`),
    );
    try {
      await withClient(postgres.server.superuser(database), async (client) => {
        const all = listMigrations(migrationFolder);
        const upTo = (version: number) => all.filter((one) => one.version <= version);
        await client.query('set role meridiana_owner');
        await ensureHistory(client);
        await applyWithin(client, upTo(59));
        await client.query('reset role');
        for (const name of ['lit', 'dark']) {
          const { rows } = await client.query<{ id: number }>('select cross_tenant_next_company_id() as id');
          const [{ id } = { id: 0 }] = rows;
          await client.query(
            `set app.company_id = '${id}'; set app.plants = 'all';
             insert into company (id_client, name, company_slug) values (${id}, '${name}', '${name}');
             insert into pod_price (company_id, pod, from_day, eur_kwh)
               values (${id}, 'IT001E00000001', '2025-01-01', 0.2), (${id}, 'IT001E00000001', '2026-01-01', 0.3)`,
          );
        }
        // As the program starts: for no company.
        await client.query('reset app.company_id; reset app.plants; set role meridiana_owner');
        await applyWithin(client, all.slice(59));
        await client.query('reset role');
        const { rows } = await client.query(
          `select count(distinct id)::int as numbers, min(version)::int as version from pod_price group by company_id`,
        );
        assert.deepEqual(rows, [
          { numbers: 2, version: 1 },
          { numbers: 2, version: 1 },
        ]);
      });
    } finally {
      await withClient(postgres.server.superuser(), (client) =>
        client.query(`drop database ${database} with (force)`),
      );
    }
  });
});
