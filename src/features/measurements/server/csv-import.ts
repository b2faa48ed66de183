import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { CsvMapping, Progress } from '../measurements.contract.ts';
import { importQueue } from './import-queue.ts';
import type { CheckedFile } from './import-reader.ts';
import { beginProgress, WAITING } from './progress.repository.ts';

interface ImportsDeps {
  pool: pg.Pool;
  jobs: Pick<JobQueue, 'send'>;
  /** Whether a file can be stored with a mapping. @throws AppError not_found, invalid */
  check: (scope: Scope, id: number, mapping: CsvMapping) => Promise<CheckedFile>;
}

/** Hands CSV files to a worker. */
export class Imports {
  readonly #deps: ImportsDeps;

  constructor(deps: ImportsDeps) {
    this.#deps = deps;
  }

  /** Hands the file to a worker and answers at once; how far it came stands in the progress. */
  async run(scope: Scope, id: number, mapping: CsvMapping): Promise<Progress> {
    const { pool, jobs, check } = this.#deps;
    const { plant_id, device_id, short_name, file_name, total } = await check(scope, id, mapping);
    return inScope(pool, scope, async (tx) => {
      const progress = await beginProgress(tx, {
        kind: 'import',
        plant_id,
        total,
        detail: { device_id, short_name, file_name, phase: WAITING },
      });
      const job = { company_id: scope.company_id, import_id: id, progress_id: progress.id, mapping };
      await jobs.send(tx, importQueue, job, scope);
      // A file may be called after somebody: its name stands in the progress, which goes in time.
      await recordAudit(tx, 'import.started', String(device_id), { progress_id: progress.id, rows: total });
      return progress;
    });
  }
}
