import type pg from 'pg';
import { Refusal } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { measurementsCalls } from '../measurements.contract.ts';
import { Imports } from './csv-import.ts';
import { IngestService } from './ingest.service.ts';
import { listProgress } from './progress.repository.ts';
import { ReadingWriter } from './reading-writer.ts';
import { chartSeries, lastResults, resultsByDevice } from './series.service.ts';

export interface MeasurementsDeps {
  pool: pg.Pool;
  /** Readings that come in, so that chart readers cannot starve them. */
  ingestPool: pg.Pool;
  now: () => Date;
  log: Pick<Logger, 'warn' | 'error'>;
  /** Where imports are handed to a worker. */
  jobs: Pick<JobQueue, 'send'>;
  /** Given what ends the area's own work (notices that are due), before the pools are closed. */
  onClose?: (close: () => Promise<void>) => void;
}

/** Every call of the area. */
export function measurementsHandlers(deps: MeasurementsDeps): Handlers<typeof measurementsCalls> {
  const { pool, ingestPool, now, log } = deps;
  const writer = new ReadingWriter(ingestPool, {
    onError: (err) => log.warn({ err }, 'a notice was not given'),
  });
  const ingest = new IngestService({ pool: ingestPool, writer, now });
  const imports = new Imports({ pool: ingestPool, jobs: deps.jobs, now });
  deps.onClose?.(() => writer.close());
  return {
    resultsData: async ({ scope, query }) => {
      const devices = await resultsByDevice(pool, scope, query, now());
      return { count: devices.length, devices, next: null, previous: null };
    },
    chartResultsData: ({ scope, query }) => chartSeries(pool, scope, query, now()),
    lastResults: ({ scope, params }) => lastResults(pool, scope, params.id, now()),
    ingest: ({ scope, query, body }) => ingest.take(scope, body.readings, query.partial === 'true'),
    progress: ({ scope }) => inScope(pool, scope, (tx) => listProgress(tx, now()), 'read only'),
    createImport: async ({ scope, query, body }) => {
      if (!(body instanceof Uint8Array)) throw new Refusal('invalid', 'Send the file itself, as text/csv');
      return imports.create(scope, query.device_id, query.file_name, body);
    },
    previewImport: ({ scope, params, body }) => imports.preview(scope, params.id, body),
    runImport: ({ scope, params, body }) => imports.run(scope, params.id, body),
  };
}
