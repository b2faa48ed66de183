import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { findMqttBroker } from '../../features/measurements/server/mqtt-credentials.routes.ts';
import { DISK_IS_FULL, type DiskWatch } from '../../shared/server/disk-watch.ts';
import type { MqttSettings } from '../../shared/server/mqtt-settings.ts';

const PATIENCE_MS = 2000;

/** What the database says within the patience of whoever asks; undefined when it does not answer. */
async function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const answer = await Promise.race([asked.catch(() => undefined), late]);
  clearTimeout(timer);
  return answer;
}

/**
 * `/health/live` while the process lives; `/health/ready` 200 while the database answers and its disk has room, else 503
 * with the reason. Beside it stands how the way in by MQTT is: without it the portal can serve all the same.
 */
export function serveHealth(
  app: FastifyInstance,
  { pool, mqtt, disk }: { pool: pg.Pool; mqtt: MqttSettings; disk: DiskWatch },
): void {
  app.get('/health/live', async () => ({ status: 'live' }));
  // What clients of InfluxDB ask before they write.
  app.get('/ping', (_request, reply) => reply.code(204).send());
  app.get('/health', async () => ({ name: 'meridiana', message: 'ready for writes', status: 'pass' }));
  app.get('/health/ready', async (_request, reply) => {
    const broker = await inTime(findMqttBroker(pool, mqtt));
    const answers = broker?.kind === 'off' ? await inTime(pool.query('select 1')) : broker;
    const full = disk.isFull();
    if (broker && answers && !full) return { status: 'ready', mqtt: broker.state };
    reply.code(503).header('retry-after', '5');
    return {
      status: 'unavailable',
      detail: full ? DISK_IS_FULL : 'The database cannot be reached just now',
      ...(broker && { mqtt: broker.state }),
    };
  });
}
