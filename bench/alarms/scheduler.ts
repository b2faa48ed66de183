import { startEvaluationScheduler } from '../../src/features/alarms/server/evaluation-scheduler.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { createLog } from '../../src/shared/server/log.ts';

/** The name that its connections have in pg_stat_activity. */
export const SCHEDULER_NAME = 'bench scheduler';

/** What it came to since the last question. */
export interface SchedulerFigures {
  /** Milliseconds that each look took. */
  readonly looks: readonly number[];
  readonly cpu_s: number;
  readonly rss_mb: number;
}

let looks: number[] = [];
let cpu = process.cpuUsage();

async function start(database: DatabaseTarget): Promise<void> {
  const pool = createPool(database, { max: 1, name: SCHEDULER_NAME });
  const log = createLog('warn', 'bench scheduler');
  await startEvaluationScheduler({ pool, database, log, onEvaluation: (_, took_ms) => looks.push(took_ms) });
}

function figures(): SchedulerFigures {
  const { user, system } = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  const told = { looks, cpu_s: (user + system) / 1e6, rss_mb: process.memoryUsage.rss() / 2 ** 20 };
  looks = [];
  return told;
}

/** The evaluation scheduler in a process of its own: told a database it starts, asked anything else it answers its figures. */
process.on('message', (message: { database?: DatabaseTarget }) => {
  if (!message.database) process.send?.(figures());
  else void start(message.database).then(() => process.send?.({}));
});
process.on('disconnect', () => process.exit());
