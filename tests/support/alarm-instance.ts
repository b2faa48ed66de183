import { startAlarmKeeper } from '../../src/features/alarms/server/alarm-keeper.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { createLog } from '../../src/shared/server/log.ts';

/** An instance of the program, as far as alarms go, in a process of its own that can be killed. */
process.once('message', async (database: DatabaseTarget) => {
  const pool = createPool(database, { max: 3, name: 'alarm instance' });
  const log = createLog('silent', 'instance');
  await startAlarmKeeper({ pool, database, log, sweepEvery_ms: 40, breath_ms: 20 });
  process.send?.('started');
});
