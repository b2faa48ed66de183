import type { Readable } from 'node:stream';
import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Logger } from '../../../shared/server/log.ts';
import type { ingestionCalls } from '../ingestion.contract.ts';
import { IngestService } from './ingest.service.ts';
import { problemOf, type TakenLines, takeLineProtocol, takeNdjson } from './ingest-portions.ts';
import { ReadingWriter } from './reading-writer.ts';
import { listRefused } from './refused.repository.ts';
import { MAX_KINDS, RefusedReadings } from './refused-readings.ts';

export interface IngestionDeps {
  /** Readings that come in, so that chart readers cannot starve them. */
  ingestPool: pg.Pool;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
  /** Given what ends this work (notices that are due, counts not yet written), before the pools are closed. */
  onClose?: (close: () => Promise<void>) => void;
}

/** InfluxDB's answer to a write of which a part was dropped; its clients log the message and do not send it again. */
function partialWrite(taken: TakenLines): AppError {
  const [first] = taken.errors ?? [];
  const example = first ? `; line ${first.line}: ${first.reason}` : '';
  const message = `partial write: ${taken.stored} stored, ${taken.refused} refused${example}`;
  return new AppError('invalid', message, { extra: { message, ...problemOf(taken) } });
}

/** The calls by which readings come in, and the one that tells what of them was refused. */
export function ingestionHandlers(deps: IngestionDeps): Handlers<typeof ingestionCalls> {
  const { ingestPool, now, log } = deps;
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
    ingest: ({ scope, query, body, hold }) =>
      ingest.take(scope, body.readings, { partial: query.partial === 'true', hold }),
    ingestLines: ({ scope, query, body, hold, stillAdmitted }) =>
      takeLineProtocol({ ingest, scope, hold, stillAdmitted }, body, { ...query, now: now().getTime() }),
    ingestNdjson: ({ scope, hold, stillAdmitted, request }) =>
      takeNdjson({ ingest, scope, hold, stillAdmitted }, request.body as Readable),
    writeInflux: async ({ scope, query, body, hold, stillAdmitted }) => {
      const taking = { ingest, scope, hold, stillAdmitted };
      const taken = await takeLineProtocol(taking, body, {
        precision: query.precision,
        now: now().getTime(),
      });
      if (taken.refused > 0) throw partialWrite(taken);
    },
    refusedReadings: async ({ tx }) => {
      const counts = await listRefused(tx, MAX_KINDS);
      return counts.map((one) => ({
        ...one,
        first_at: one.first_at.toISOString(),
        last_at: one.last_at.toISOString(),
      }));
    },
  };
}
