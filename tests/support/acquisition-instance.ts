import { type AcquisitionOptions, startAcquisition } from '../../src/acquisition/acquisition.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { createOutboundGuard } from '../../src/shared/server/outbound.ts';

export type InstanceOrders = {
  database: DatabaseTarget;
  holder: string;
  lease_s: number;
  lease_every_ms: number;
  lighting?: NonNullable<AcquisitionOptions['lighting']>;
};

/** An instance of the program, as far as polling goes, in a process of its own that can be killed. */
process.once('message', async ({ database, ...lease }: InstanceOrders) => {
  const pool = createPool(database, { max: 4, name: 'test instance' });
  await startAcquisition({
    pool,
    database,
    writer: new ReadingWriter(pool),
    guard: createOutboundGuard([], (address) => address === '127.0.0.1'),
    log: createLog('silent', 'instance'),
    ...lease,
  });
});
