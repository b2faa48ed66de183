import { startEvaluationScheduler } from '../../src/features/alarms/server/evaluation-scheduler.ts';
import { startDayRowUpdater } from '../../src/features/measurements/server/day-row-updater.ts';
import { LiveFollower } from '../../src/features/overview/server/live-follower.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { createLog } from '../../src/shared/server/log.ts';

export const PARTS = ['follower', 'alarms', 'packing'] as const;
export type WorkerPart = (typeof PARTS)[number];
/** The name that a part's connections have in pg_stat_activity. */
export const nameOf = (part: WorkerPart): string => `bench ${part}`;

/** What a part came to since it was last asked. */
export interface PartFigures {
  readonly cpu_s: number;
  readonly rss_mb: number;
}

let cpu = process.cpuUsage();

async function start(part: WorkerPart, database: DatabaseTarget): Promise<void> {
  const pool = createPool(database, { max: 2, name: nameOf(part) });
  const log = createLog('warn', nameOf(part));
  if (part === 'follower') await new LiveFollower({ pool, database, log }).start();
  else if (part === 'alarms') await startEvaluationScheduler({ pool, database, log });
  else startDayRowUpdater({ pool, log });
}

function figures(): PartFigures {
  const { user, system } = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  return { cpu_s: (user + system) / 1e6, rss_mb: process.memoryUsage.rss() / 2 ** 20 };
}

/** One part of the worker in a process of its own: given a database it starts; asked anything else it answers its figures. */
process.on('message', (message: { part?: WorkerPart; database?: DatabaseTarget }) => {
  if (!message.database || !message.part) process.send?.(figures());
  else void start(message.part, message.database).then(() => process.send?.({}));
});
process.on('disconnect', () => process.exit());
