import type { Config } from '../../shared/server/config.ts';
import type { DatabaseTarget } from '../../shared/server/database-target.ts';
import { createPool } from '../../shared/server/db.ts';
import { JobQueue } from '../../shared/server/jobs.ts';
import { LiveHub } from '../../shared/server/live/hub.ts';
import { createLog } from '../../shared/server/log.ts';
import { watchPool } from '../../shared/server/metrics.ts';
import { createOutboundGuard } from '../../shared/server/outbound.ts';
import { buildApp } from './app.ts';
import { watchDemoPorts } from './demo/demo-ports.ts';
import { listenFault } from './free-port.ts';
import type { Part } from './part.ts';
import { clusterFolder } from './postgres/place.ts';
import { questionThreads } from './question-threads.ts';
import { assertPortal, WEB_FOLDER } from './web-folder.ts';

/** Answers the calls and serves the portal. Holds no state: any number of these may run side by side. */
export async function startApi(config: Config, database: DatabaseTarget): Promise<Part> {
  const log = createLog(config.logLevel, 'api');
  assertPortal();
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const pool = createPool(database, { max: 10, name: 'meridiana api', onError });
  const ingestPool = createPool(database, { max: 4, name: 'meridiana ingest', onError });
  watchPool('calls', pool);
  watchPool('ingest', ingestPool);
  const hub = new LiveHub({ database, pool, log });
  await hub.start();
  const jobs = new JobQueue({ pool: ingestPool, log, works: false });
  await jobs.start();
  const now = () => new Date();
  const { close: closeThreads, ...threads } = questionThreads({ database, log, now });
  const demoPorts = await watchDemoPorts(pool, { demo: config.demo, log });
  const app = await buildApp({
    config,
    guard: createOutboundGuard(config.outboundAllow, demoPorts.allows),
    pool,
    ingestPool,
    hub,
    jobs,
    ...threads,
    log,
    now,
    checkAnswers: false,
    databaseFolder: config.databaseUrl === undefined ? clusterFolder(config.dataDir) : undefined,
    webFolder: WEB_FOLDER,
  });
  const address = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw listenFault(error, config.host, config.port);
  });
  return {
    address,
    async close() {
      await hub.close();
      await Promise.all([closeThreads(), app.close()]);
      await Promise.all([jobs.close(), demoPorts.close()]);
      await Promise.all([pool.end(), ingestPool.end()]);
    },
  };
}
