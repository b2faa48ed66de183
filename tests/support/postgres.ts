import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import { EmbeddedPostgres } from '../../src/apps/server/postgres/embedded.ts';
import { installEmbedded } from '../../src/apps/server/postgres/install.ts';
import { identityForNewCluster, makeFolder, placeIn } from '../../src/apps/server/postgres/place.ts';
import { grantDatabase, sealDatabase } from '../../src/apps/server/postgres/roles.ts';
import { queueNames } from '../../src/apps/server/queues.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { type CitusDatabase, startTestCitus, type TestCitus } from './citus.ts';
import { makeMemoryFolder } from './memory-folder.ts';

const templateName = 'meridiana_template';
// Rows that a test arranges behind the program's back are numbered for a company that nobody has, from a number up that
// no company comes to: they never meet the program's own.
const BEHIND = 2_000_000_000;
const FIRST_BEHIND = 1_000_000_000;
const NUMBERS_BEHIND = `set role meridiana_owner; create sequence company_${BEHIND}_ids start with ${FIRST_BEHIND}`;

/** One PostgreSQL for the whole test run, with a migrated database to copy from. */
export interface TestPostgres {
  readonly server: EmbeddedPostgres;
  /** A fresh copy of the migrated database, a few hundred milliseconds each; `drop` it in an after hook. */
  createTestDatabase(): Promise<TestDatabase>;
  stop(): Promise<void>;
}

/** A database of one test file's own. */
export interface TestDatabase {
  /** As the program's role, bound by row-level security. */
  readonly database: DatabaseTarget;
  /** As the superuser, for what a test arranges behind the program's back; `set role meridiana_owner` where it matters. */
  readonly superuser: DatabaseTarget & { readonly options?: string };
  drop(): Promise<void>;
}

let running: Promise<TestPostgres> | undefined;

/** The run's PostgreSQL, started by the first file that asks. */
export function startTestPostgres(): Promise<TestPostgres> {
  running ??= launch();
  return running;
}

/** A fresh migrated database on the run's PostgreSQL, or on the Citus cluster that CITUS_URL names. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env.CITUS_URL) return createOnCitus(process.env.CITUS_URL);
  return (await startTestPostgres()).createTestDatabase();
}

let cluster: Promise<TestCitus> | undefined;

/** A fresh migrated database that a backup goes into: on the cluster, its tables lie on the coordinator still. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return process.env.CITUS_URL ? createStandingDatabase() : createTestDatabase();
}

/** A database of the cluster that CITUS_URL names whose tables lie on its coordinator still. */
export async function createStandingDatabase(): Promise<TestDatabase> {
  return onCitus(await (await clusterOf(String(process.env.CITUS_URL))).createStanding());
}

async function createOnCitus(url: string): Promise<TestDatabase> {
  return onCitus(await (await clusterOf(url)).createDatabase());
}

function clusterOf(url: string): Promise<TestCitus> {
  cluster ??= startTestCitus(url, async (client) => {
    await client.query(NUMBERS_BEHIND);
  });
  return cluster;
}

function onCitus({ superuser, app, drop }: CitusDatabase): TestDatabase {
  // Tests join tables by what they know to be one company's; the program says the company.
  const options = `-c app.company_id=${BEHIND} -c citus.enable_repartition_joins=on`;
  return { database: app, superuser: { ...superuser, options }, drop };
}

/** Ends the run's PostgreSQL, if any file has asked for one. The run would end it too, a second later. */
export async function stopTestPostgres(): Promise<void> {
  const server = running;
  running = undefined;
  await (await cluster)?.stop();
  cluster = undefined;
  if (server !== undefined) await (await server).stop();
}

async function launch(): Promise<TestPostgres> {
  const home = makeMemoryFolder('meridiana-test-');
  const identity = identityForNewCluster();
  makeFolder(home, 0o700, identity);
  const server = new EmbeddedPostgres({
    place: placeIn(home, identity),
    password: randomBytes(16).toString('hex'),
    settings: {
      // Nothing here outlives the run, so nothing needs to reach the disk.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: 200,
      // Databases are small here, and many are made and dropped: each of both looks through all buffers.
      shared_buffers: '128MB',
      max_wal_size: '256MB',
    },
  });
  await server.start();
  const guard = startGuard(server, home);
  const appPassword = randomBytes(16).toString('hex');
  await installEmbedded((name) => server.superuser(name), { appPassword, queues: queueNames }, templateName);
  await withClient(server.superuser(templateName), (client) => client.query(NUMBERS_BEHIND));
  return {
    server,
    createTestDatabase: () => copyTemplate(server, appPassword),
    stop: async () => {
      await server.stop();
      guard.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A shell that ends the server and removes its files as soon as this process is gone, however it went. */
function startGuard(server: EmbeddedPostgres, home: string): ChildProcess {
  const clean = 'read -r line; kill -QUIT "$1"; sleep 1; rm -rf "$2" "$3"';
  const args = ['-c', clean, 'guard', String(server.findRunning()?.pid), home, server.socketFolder];
  const guard = spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  return guard;
}

async function copyTemplate(server: EmbeddedPostgres, appPassword: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server.superuser(), (client) =>
    client.query(`create database ${name} owner meridiana_owner template ${templateName} strategy file_copy`),
  );
  const superuser = server.superuser(name);
  // A copy takes over everything but the database's own grants.
  await withClient(superuser, async (client) => {
    await sealDatabase(client, name);
    await grantDatabase(client, name);
  });
  return {
    database: { ...superuser, user: 'meridiana_app', password: appPassword },
    superuser: { ...superuser, options: `-c app.company_id=${BEHIND}` },
    drop: async () => {
      await withClient(server.superuser(), (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}
