import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { waysInCalls } from '../ways-in.contract.ts';
import { IngestService } from './ingest.service.ts';
import { ReadingWriter } from './reading-writer.ts';
import { listRefused } from './refused.repository.ts';
import { MOST_KINDS, RefusedReadings } from './refused-readings.ts';

export interface WaysInDeps {
  pool: pg.Pool;
  /** Readings that come in, so that chart readers cannot starve them. */
  ingestPool: pg.Pool;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
  /** Given what ends this work (notices that are due, counts not yet written), before the pools are closed. */
  onClose?: (close: () => Promise<void>) => void;
}

/** The calls by which readings come in, and the one that tells what of them was refused. */
export function waysInHandlers(deps: WaysInDeps): Handlers<typeof waysInCalls> {
  const { pool, ingestPool, now, log } = deps;
  const writer = new ReadingWriter(ingestPool, {
    onError: (err) => log.warn({ err }, 'a notice was not given'),
  });
  const refused = new RefusedReadings({ pool: ingestPool, log, now });
  const ingest = new IngestService({ pool: ingestPool, writer, now, refused });
  deps.onClose?.(async () => {
    await writer.close();
    await refused.close();
  });
  return {
    ingest: ({ scope, query, body }) => ingest.take(scope, body.readings, query.partial === 'true'),
    refusedReadings: async ({ scope }) => {
      const counts = await inScope(pool, scope, (tx) => listRefused(tx, MOST_KINDS), 'read only');
      return counts.map((one) => ({
        ...one,
        first_at: one.first_at.toISOString(),
        last_at: one.last_at.toISOString(),
      }));
    },
  };
}
