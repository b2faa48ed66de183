import { startEvaluationScheduler } from '../../src/features/alarms/server/evaluation-scheduler.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { createLog } from '../../src/shared/server/log.ts';

/** An instance of the program, as far as alarms go, in a process of its own that can be killed. */
process.once('message', async (database: DatabaseTarget) => {
  const pool = createPool(database, { max: 3, name: 'alarm instance' });
  const log = createLog('silent', 'instance');
  await startEvaluationScheduler({ pool, database, log, sweepInterval_ms: 40, minPause_ms: 20 });
  process.send?.('started');
});
