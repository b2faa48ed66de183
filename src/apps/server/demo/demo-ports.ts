import type pg from 'pg';
import type { Logger } from '../../../shared/server/log.ts';
import type { OutboundGuard } from '../../../shared/server/outbound.ts';
import { listDemoPorts } from './demo.repository.ts';

const EVERY_MS = 200;

export interface DemoPorts {
  readonly allows: OutboundGuard;
  close(): Promise<void>;
}

/** The simulators take free ports at each start; the demonstration may reach those and nothing else of this machine. */
export async function watchDemoPorts(
  pool: pg.Pool,
  { demo, log }: { demo: boolean; log: Logger },
): Promise<DemoPorts> {
  let ports = new Set(demo ? await listDemoPorts(pool) : []);
  const timer = setInterval(() => {
    listDemoPorts(pool).then(
      (now) => {
        ports = new Set(now);
      },
      (err) => log.warn({ err }, "the simulators' ports could not be read"),
    );
  }, EVERY_MS);
  if (!demo) clearInterval(timer);
  return {
    allows: (address, port) => demo && address === '127.0.0.1' && ports.has(port),
    async close() {
      clearInterval(timer);
    },
  };
}
