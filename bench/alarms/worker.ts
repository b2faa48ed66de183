import { randomBytes } from 'node:crypto';
import { startWorker } from '../../src/apps/server/worker.ts';
import { loadConfig } from '../../src/shared/server/config.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';

/** All of the program's work but polling, in a process of its own as it is in the program. */
async function start(database: DatabaseTarget): Promise<void> {
  const env = { ROLES: 'jobs', MQTT_LISTEN: 'off', LOG_LEVEL: 'warn' };
  const config = { ...loadConfig(env, { demo: false }), secretKey: randomBytes(48).toString('base64') };
  await startWorker(config, database);
}

process.on('message', ({ database }: { database: DatabaseTarget }) => {
  void start(database).then(() => process.send?.({}));
});
process.on('disconnect', () => process.exit());
