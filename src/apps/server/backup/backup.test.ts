import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { plantCanaries } from '../../../../tests/contract/support/canaries.ts';
import { makeWorld, type World } from '../../../../tests/contract/support/world.ts';
import { findTenancyFaults } from '../../../../tests/contract/tenancy-rules.ts';
import { createTestApp, makeDevice, type TestApp } from '../../../../tests/support/app.ts';
import { readContents } from '../../../../tests/support/database-contents.ts';
import { findDebianPostgres, startDebianPostgres } from '../../../../tests/support/debian-postgres.ts';
import { keepByDays } from '../../../../tests/support/old-layout.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  startTestPostgres,
  type TestDatabase,
} from '../../../../tests/support/postgres.ts';
import { recomputeDirty } from '../../../features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../../features/measurements/server/reading-writer.ts';
import { loadConfig } from '../../../shared/server/config.ts';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { createPool } from '../../../shared/server/db.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { openInstallation } from '../installation.ts';
import { withClient } from '../postgres/connect.ts';
import { buildSchema } from '../postgres/install.ts';
import { migrationFolder } from '../postgres/migrate.ts';
import { MAGIC } from './backup-file.ts';
import { accessAsOwner } from './owner-access.ts';
import { verifyBackup } from './record-reader.ts';
import { type Records, words, writeRecords } from './record-writer.ts';
import { restoreInto } from './restore-into.ts';
import { assertStillness, restoreTables, splitMigrations } from './restore-tables.ts';
import { LEFT_OUT } from './tables.repository.ts';
import { takeBackup } from './take-backup.ts';

const SECRET = 'pT7vQ2zLx9Rk4Wm8Yc1Nf6Hs3Jd5Gb0Ua';
const NAMES = ['ac_power_kw', 'energy_total_kwh'];
const MONTHS = ['2026-01', '2026-05', '2026-10'];

/** A pair of rows that are stored by one transaction: whoever sees one sees the other. */
const pair = (devices: readonly number[], i: number) =>
  devices.map((device_id) => ({
    device_id,
    ts: Date.parse('2026-11-01T00:00:00Z') + i * 1000,
    values: Float64Array.from([i / 3, i]),
    quality: null,
  }));

describe('a backup', () => {
  const home = mkdtempSync(join(tmpdir(), 'meridiana-backup-'));
  const path = join(home, 'kept', 'first.backup');
  const quiet = join(home, 'quiet.backup');
  let test: TestApp;
  let source: DatabaseTarget;
  let worlds: World[];
  let writer: ReadingWriter;
  /** What the quiet backup must hold. */
  let kept: Record<string, string>;
  const pairs: { devices: number[]; world: World }[] = [];

  const order = (to: string) => ({
    owner: source,
    path: to,
    secretKey: SECRET,
    now: new Date('2026-11-21T08:00:00Z'),
  });

  before(async () => {
    const made = await createTestDatabase();
    test = await createTestApp({ database: made });
    source = made.superuser;
    worlds = [await makeWorld(test), await makeWorld(test)];
    for (const world of worlds) await plantCanaries(world);
    writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    const late = new ReadingWriter(test.pool, {
      announce: async () => undefined,
      packedFrom: Number.POSITIVE_INFINITY,
    });
    for (const world of worlds) {
      const make = (name: string) => makeDevice(test.pool, world.scope, world.plant.plant_id, name, NAMES);
      const devices = [await make('one'), await make('two')];
      pairs.push({ devices, world });
      for (const month of MONTHS) await writer.write(world.scope, year(devices[0] ?? 0, month));
      await recomputeDirty(test.pool, world.scope);
      // Late ones lie in the hot table beside the packed day.
      await late.write(world.scope, year(devices[1] ?? 0, '2026-03').slice(0, 500));
    }
    await late.close();
    // As a version before 0.7 kept it.
    const { scope } = worlds[1] ?? assert.fail();
    await inScope(test.pool, scope, (tx) => keepByDays(tx, pairs[1]?.devices[0] ?? 0));
    await test.arrange(
      `with f as (insert into second_factor (user_id, sealed_secret) select id, 'sealed' from user_account limit 2 returning user_id)
       insert into recovery_code (user_id, digest) select user_id, 'digest' from f`,
    );
    await takeBackup(order(quiet));
    kept = await readContents(source);
    const packed = await test.arrange('select 1 from obs_stretch limit 1');
    assert.equal(packed.length, 1, 'nothing is packed');
  });
  after(async () => {
    await writer?.close();
    await test?.close();
    rmSync(home, { recursive: true });
  });

  const year = (device_id: number, month: string) =>
    Array.from({ length: 3000 }, (_, i) => ({
      device_id,
      ts: Date.parse(`${month}-02T00:00:00Z`) + i * 300_000,
      // Numbers whose last bit would show a detour through decimals.
      values: Float64Array.from([Math.sin(i) * 1e-7, i * 0.1 + Number.EPSILON]),
      quality: i % 7 === 0 ? Uint8Array.from([1, 0]) : null,
    }));

  /** Readings in the figures of a device's days. */
  const countDays = async (superuser: DatabaseTarget, device_id: number) => {
    const counted = await withClient(superuser, (client) =>
      client.query<{ n: string }>(
        'select sum(count) as n from obs_year, unnest(n[1:12]) count where device_id = $1',
        [device_id],
      ),
    );
    return counted.rows[0]?.n;
  };

  async function restored(
    from: string,
    work: (target: TestDatabase) => Promise<void>,
    migrations = migrationFolder,
  ) {
    const target = await createEmptyDatabase();
    try {
      const { header } = await verifyBackup(from);
      await restoreTables({ owner: target.superuser, path: from, header, migrations, forgetSealed: false });
      await work(target);
    } finally {
      await target.drop();
    }
  }

  it('comes back with every row of every table, the walls around them, and numbers that go on', async () => {
    await restored(quiet, async ({ superuser, database }) => {
      const contents = await readContents(superuser);
      assert.deepEqual(contents, kept);
      const empty = Object.entries(contents).filter(
        ([name, sum]) => name !== 'installation' && sum.startsWith('0 '),
      );
      assert.deepEqual(empty, [], 'a table without a row proves nothing');
      assert.deepEqual(await withClient(superuser, findTenancyFaults), []);
      const pool = createPool(database, { max: 2, name: 'restored' });
      try {
        const [world] = worlds;
        const scope = scopeOfWork(world?.scope.company_id ?? 0);
        const seen = await inScope(pool, scope, (tx) =>
          tx.query<{ n: number }>('select count(distinct company_id)::int as n from obs'),
        );
        assert.equal(seen.rows[0]?.n, 1, 'one company sees its own readings only');
        const next = await inScope(pool, scope, (tx) =>
          tx.query<{ id: number }>(
            `insert into plant (company_id, proj_code, name) values ($1, 'NEW', 'New') returning id`,
            [scope.company_id],
          ),
        );
        const max = await test.arrange<{ most: string }>(
          `select last_value as most from company_${scope.company_id}_ids`,
        );
        assert.ok((next.rows[0]?.id ?? 0) > Number(max[0]?.most), 'no number is given twice');
        const again = new ReadingWriter(pool, { announce: async () => undefined });
        const device = pairs[0]?.devices[0] ?? 0;
        await again.write(scope, year(device, '2026-10'));
        await recomputeDirty(pool, scope);
        assert.equal(
          await countDays(superuser, device),
          await countDays(source, device),
          'the readings are known',
        );
        assert.equal(
          (await again.write(scope, year(device, '2026-09'))).rows,
          3000,
          'a new month gets its partition',
        );
        await again.close();
      } finally {
        await pool.end();
      }
    });
  });

  it('is one moment of an installation that is written to', async () => {
    let stop = false;
    let stored = 0;
    const writing = Promise.all(
      pairs.map(async ({ devices, world }) => {
        for (let i = 0; !stop; i += 1) {
          await writer.write(world.scope, pair(devices, i));
          stored += 1;
        }
      }),
    );
    while (stored < 20) await new Promise(setImmediate);
    const before = stored;
    await takeBackup(order(path));
    const behind = stored;
    stop = true;
    await writing;
    await restored(path, async ({ superuser }) => {
      const { rows } = await withClient(superuser, (client) =>
        client.query<{ n: number; torn: number }>(
          `select count(*)::int as n, count(*) filter (where devices <> 2)::int as torn from
             (select company_id, ts, count(*) as devices from obs where ts >= '2026-11-01' and ts < '2026-11-20' group by 1, 2) each_pair`,
        ),
      );
      assert.equal(rows[0]?.torn, 0, 'no half of a transaction');
      const n = rows[0]?.n ?? 0;
      assert.ok(
        n >= before && n <= behind + pairs.length,
        `${n} pairs, ${before} when it began, ${behind} when it ended`,
      );
      const moving = ['obs', 'obs_last', 'obs_dirty'];
      assert.deepEqual(await readContents(superuser, moving), await readContents(source, moving));
    });
  });

  it('is a file that only its owner may read, and leaves nothing beside it', () => {
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(home, 'kept')), ['first.backup']);
  });

  it('holds nothing of sessions, links and mail, and no secret', async () => {
    const stream = Readable.from([readFileSync(quiet).subarray(MAGIC.length)]).pipe(createZstdDecompress());
    const parts: Buffer[] = [];
    for await (const chunk of stream) parts.push(chunk as Buffer);
    const text = Buffer.concat(parts).toString('latin1');
    assert.ok(!text.includes(SECRET));
    const { header } = await verifyBackup(quiet);
    assert.deepEqual(
      header.tables.filter(({ name }) => LEFT_OUT.includes(name)),
      [],
    );
    for (const name of LEFT_OUT) {
      const { rowCount } = await withClient(source, (client) =>
        client.query('select 1 where to_regclass($1) is not null', [name]),
      );
      assert.equal(rowCount, 1, `${name} is left out and does not exist`);
    }
  });

  it('bears its name only when it is whole', async () => {
    const half = join(home, 'half.backup');
    const beside = () => readdirSync(home).filter((name) => name.startsWith('half'));
    async function* failing(): Records {
      yield words('H', { some: 'words' });
      assert.deepEqual(beside(), [`half.backup.${process.pid}.part`], 'what a killed one leaves behind');
      throw new Error('the connection is lost');
    }
    await assert.rejects(writeRecords(half, failing()), /the connection is lost/);
    assert.deepEqual(beside(), []);
  });

  it('can be broken off, and leaves nothing', async () => {
    const broken = join(home, 'broken.backup');
    const taking = takeBackup({ ...order(broken), stop: AbortSignal.abort() });
    await assert.rejects(taking, { name: 'StartFault', message: /broken off: no file was left/ });
    assert.deepEqual(
      readdirSync(home).filter((name) => name.startsWith('broken')),
      [],
    );
  });

  it('does not go where somebody is already', async () => {
    const { header } = await verifyBackup(quiet);
    const where = { owner: source, path: quiet, header, migrations: migrationFolder, forgetSealed: false };
    const contents = await readContents(source);
    await assert.rejects(restoreTables(where), {
      name: 'StartFault',
      message: /^The installation is not empty \(companies: 2, accounts: \d+\)/,
    });
    assert.deepEqual(await readContents(source), contents);
  });

  it('of an earlier version is restored and then brought to this one; of a newer one it is refused', async () => {
    const { header } = await verifyBackup(quiet);
    const older = join(home, 'older');
    const { upTo } = splitMigrations(header, migrationFolder);
    const earlierOnes = upTo.slice(0, -1);
    mkdirSync(older);
    for (const { version, name, sql } of earlierOnes)
      writeFileSync(join(older, `${String(version).padStart(4, '0')}_${name}.sql`), sql);
    assert.throws(() => splitMigrations(header, older), {
      name: 'StartFault',
      message: /made by a newer version/,
    });
    const { server } = await startTestPostgres();
    const before = await createEmptyDatabase();
    const earlier = `${before.superuser.database}_earlier`;
    const file = join(home, 'earlier.backup');
    await withClient(server.superuser(), (client) =>
      client.query(`create database ${earlier} owner meridiana_owner template template0`),
    );
    try {
      const owner = server.superuser(earlier);
      await withClient(owner, async (client) => {
        await client.query('grant all on schema public to meridiana_owner');
        await buildSchema(client, { appPassword: '', queues: [], migrations: older });
        await client.query(
          `insert into company (id_client, name, company_slug) values (cross_tenant_next_company_id(), 'Old', 'old')`,
        );
      });
      await takeBackup({ ...order(file), owner });
      const answer = await verifyBackup(file);
      const report = await restoreTables({
        owner: before.superuser,
        path: file,
        header: answer.header,
        migrations: migrationFolder,
        forgetSealed: false,
      });
      assert.deepEqual([report.rows, report.migrated], [1, 1]);
      assert.deepEqual(await withClient(before.superuser, findTenancyFaults), []);
    } finally {
      await before.drop();
      await withClient(server.superuser(), (client) => client.query(`drop database ${earlier} with (force)`));
    }
  });

  it('that fails on its way in changes nothing', async () => {
    const target = await createEmptyDatabase();
    try {
      const { header } = await verifyBackup(quiet);
      const wrong = join(home, 'wrong.backup');
      const records = zstdDecompressSync(readFileSync(quiet).subarray(MAGIC.length));
      records[records.length - 400] = 0;
      writeFileSync(wrong, Buffer.concat([MAGIC, zstdCompressSync(records)]));
      const there = {
        owner: target.superuser,
        path: wrong,
        header,
        migrations: migrationFolder,
        forgetSealed: false,
      };
      const empty = await readContents(target.superuser);
      await assert.rejects(restoreTables(there), { name: 'StartFault', message: /is damaged/ });
      assert.deepEqual(await readContents(target.superuser), empty);
      assert.deepEqual(await withClient(target.superuser, findTenancyFaults), []);
    } finally {
      await target.drop();
    }
  });

  it('whose key is lost comes back without what only that key could read', async () => {
    const target = await createEmptyDatabase();
    try {
      const { header } = await verifyBackup(quiet);
      const { unsealed } = await restoreTables({
        owner: target.superuser,
        path: quiet,
        header,
        migrations: migrationFolder,
        forgetSealed: true,
      });
      assert.equal(unsealed, 2);
    } finally {
      await target.drop();
    }
  });

  it('goes from one PostgreSQL to another', {
    skip: findDebianPostgres() === undefined ? 'no Debian PostgreSQL here' : false,
  }, async () => {
    const server = startDebianPostgres(findDebianPostgres() ?? '');
    try {
      await withClient(server.superuser, async (client) => {
        await client.query(`create role maker login createrole password 'maker'`);
        await client.query('create database portal owner maker');
      });
      const SECRET_KEY = SECRET;
      const maker = { DATABASE_URL: server.url('maker', 'maker', 'portal'), SECRET_KEY };
      const settings = loadConfig(maker, { demo: false });
      const superuser = { ...server.superuser, database: 'portal' };
      const { header } = await verifyBackup(quiet);
      await restoreInto(settings, { path: quiet, header, keyIsLost: false });
      // The database is somebody else's, and grants to everybody what PostgreSQL grants by default.
      assert.deepEqual(await withClient(superuser, findTenancyFaults), [
        'meridiana_app may create schemas or temporary tables',
      ]);
      assert.deepEqual(await readContents(superuser), kept);
      const back = join(home, 'back.backup');
      const { owner } = await accessAsOwner(settings);
      await takeBackup({ ...order(back), owner });
      const { database: target } = await openInstallation(settings);
      await withClient(target, () =>
        assert.rejects(assertStillness(owner, 0), /The program runs on this database/),
      );
      const humble = { ...maker, DATABASE_URL: server.url(target.user, target.password, 'portal') };
      await assert.rejects(
        accessAsOwner(loadConfig(humble, { demo: false })),
        /is no member of meridiana_owner/,
      );
      await restored(back, async (again) =>
        assert.deepEqual(await readContents(again.superuser), await readContents(superuser)),
      );
    } finally {
      server.stop();
    }
  });
});
