import { randomBytes } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { buildApp } from '../src/apps/server/app.ts';
import { withClient } from '../src/apps/server/postgres/connect.ts';
import { EmbeddedPostgres } from '../src/apps/server/postgres/embedded.ts';
import { installEmbedded } from '../src/apps/server/postgres/install.ts';
import { identityForNewCluster, makeFolder, placeIn } from '../src/apps/server/postgres/place.ts';
import { questionThreads } from '../src/apps/server/question-threads.ts';
import { queueNames } from '../src/apps/server/queues.ts';
import type { DatabaseTarget } from '../src/shared/server/database-target.ts';
import { createPool } from '../src/shared/server/db.ts';
import { JobQueue } from '../src/shared/server/jobs.ts';
import { LiveHub } from '../src/shared/server/live/hub.ts';
import { createLog } from '../src/shared/server/log.ts';

/** A durable installation of its own (fsync and synchronous_commit on), with the server listening on loopback. */
export interface BenchInstallation {
  pool: pg.Pool;
  /** The program's database, for a pool in another process. */
  database: DatabaseTarget;
  app: FastifyInstance;
  address: string;
  /** One statement as the superuser; the rows of a company are numbered for it. */
  arrange(text: string, company_id?: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts PostgreSQL in a temporary folder and the server upon it; `close` removes both. */
export async function startBenchInstallation(webFolder: string | undefined): Promise<BenchInstallation> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'meridiana-bench-')));
  const identity = identityForNewCluster();
  makeFolder(home, 0o700, identity);
  const server = new EmbeddedPostgres({
    place: placeIn(home, identity),
    password: randomBytes(16).toString('hex'),
  });
  await server.start();
  const database = await installEmbedded(
    (name) => server.superuser(name),
    { appPassword: randomBytes(16).toString('hex'), queues: queueNames },
    'meridiana_bench',
  );
  const log = createLog('error', 'bench');
  const pool = createPool(database, { max: 10, name: 'bench' });
  const ingestPool = createPool(database, { max: 4, name: 'bench ingest' });
  const hub = new LiveHub({ database, pool, log });
  await hub.start();
  const jobs = new JobQueue({ pool: ingestPool, log, works: false });
  await jobs.start();
  const config = {
    demo: false,
    host: '127.0.0.1',
    secretKey: randomBytes(48).toString('base64'),
    demoPassword: '',
    providerName: 'Bench',
    publicUrl: 'http://127.0.0.1',
    registration: 'open' as const,
    securityContact: undefined,
    signInPerMinute: 10_000,
    attachmentsPerCompanyMb: 5000,
    weather: { provider: 'offline' as const, apiKey: undefined, url: undefined, perDay: 1000 },
    energy: { co2KgPerKwh: null, co2Source: '' },
    geocoder: { provider: 'none' as const, url: undefined, key: undefined },
    outboundAllow: [],
    trustProxy: false as const,
    mqtt: { listen: undefined, demanded: false, url: undefined, tls: undefined },
  };
  const now = () => new Date();
  const { close: closeThreads, ...threads } = questionThreads({ database, log, now });
  const app = await buildApp({
    config,
    pool,
    ingestPool,
    hub,
    jobs,
    ...threads,
    log,
    now,
    checkAnswers: false,
    // Companies of a bench were given everything.
    guard: () => true,
    webFolder,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    pool,
    database,
    app,
    address,
    arrange: (text, company_id) =>
      withClient(server.superuser('meridiana_bench'), async (client) => {
        if (company_id !== undefined)
          await client.query(`set app.company_id = '${company_id}'; set app.plants = 'all'`);
        await client.query(text);
      }),
    async close() {
      await hub.close();
      await Promise.all([closeThreads(), app.close()]);
      await jobs.close();
      await Promise.all([pool.end(), ingestPool.end()]);
      await server.stop();
      rmSync(home, { recursive: true, force: true });
      rmSync(server.socketFolder, { recursive: true, force: true });
    },
  };
}
