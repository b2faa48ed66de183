import { startAlarmKeeper } from '../../src/features/alarms/server/alarm-keeper.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { createLog } from '../../src/shared/server/log.ts';

/** The name that its connections have in pg_stat_activity. */
export const KEEPER_NAME = 'bench keeper';

/** What it came to since the last question. */
export interface KeeperFigures {
  /** Milliseconds that each look took. */
  readonly looks: readonly number[];
  readonly cpu_s: number;
  readonly rss_mb: number;
}

let looks: number[] = [];
let cpu = process.cpuUsage();

async function start(database: DatabaseTarget): Promise<void> {
  const pool = createPool(database, { max: 1, name: KEEPER_NAME });
  const log = createLog('warn', 'bench keeper');
  await startAlarmKeeper({ pool, database, log, onLook: (_, took_ms) => looks.push(took_ms) });
}

function figures(): KeeperFigures {
  const { user, system } = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  const told = { looks, cpu_s: (user + system) / 1e6, rss_mb: process.memoryUsage.rss() / 2 ** 20 };
  looks = [];
  return told;
}

/** The keeper of alarms in a process of its own: told a database it starts, asked anything else it answers its figures. */
process.on('message', (message: { database?: DatabaseTarget }) => {
  if (!message.database) process.send?.(figures());
  else void start(message.database).then(() => process.send?.({}));
});
process.on('disconnect', () => process.exit());
