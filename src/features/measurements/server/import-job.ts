import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import type { Attempt } from '../../../shared/server/jobs.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import type { ImportJob } from './import-queue.ts';
import { storeFile } from './import-work.ts';
import { findImportFile } from './imports.repository.ts';
import {
  advanceProgress,
  type Failure,
  failProgress,
  finishProgress,
  type ProgressChange,
  ProgressSteps,
  WAITING,
} from './progress.repository.ts';
import type { ReadingWriter } from './reading-writer.ts';
import { mappingOf, tableOf } from './workbook.ts';

interface WorkerDeps {
  pool: pg.Pool;
  writer: ReadingWriter;
  now: () => Date;
  log: Pick<Logger, 'error'>;
  /** Once aborted, files under way stop at their next step, and are taken up again by the next worker. */
  ending?: AbortSignal;
}

function fileGone(): AppError {
  const message = 'The file is not kept any more: upload it again';
  return new AppError('not_found', message, { errors: [{ path: 'file', message, code: 'file_gone' }] });
}

function companyClosed(): AppError {
  const message = 'The company was disabled; start it again, nothing is doubled';
  return new AppError('forbidden', message, { errors: [{ path: '', message, code: 'interrupted' }] });
}

function failureOf(refusal: AppError | undefined): Failure {
  if (!refusal) return { code: 'unfinished', message: 'The import could not be finished' };
  const [fault] = refusal.options.errors ?? [];
  const { code = refusal.code, params = {} } = fault ?? {};
  return { code, message: fault?.message ?? refusal.message, params };
}

/** Stores imported files. A file is stored again from its first row when a worker died: nothing is doubled. */
export class ImportWorker {
  readonly #deps: WorkerDeps;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  /** Stores the file of a job; throws what another try may mend, and tells the rest to whoever waits. */
  async perform(job: ImportJob, { last }: Attempt): Promise<void> {
    const scope = scopeOfWork(job.company_id);
    try {
      const report = await this.#store(scope, job);
      await finishProgress(this.#deps.pool, scope, job.progress_id, { detail: { ...report, phase: 'done' } });
    } catch (err) {
      const known = err instanceof AppError && err.code !== 'unavailable';
      if (!known && !last) {
        // It may wait for its next try behind others. Where the database is away nothing can be noted.
        const { pool } = this.#deps;
        await advanceProgress(pool, scope, job.progress_id, { detail: { phase: WAITING } }).catch(
          () => undefined,
        );
        throw err;
      }
      if (!known) this.#deps.log.error({ err }, 'an import could not be finished');
      await failProgress(this.#deps.pool, scope, job.progress_id, failureOf(known ? err : undefined));
    }
  }

  /** @throws AppError forbidden when the company was disabled, before the work or while it goes on */
  async #assertOpen(scope: Scope): Promise<void> {
    if (!(await inScope(this.#deps.pool, scope, companyIsOpen, 'read only'))) throw companyClosed();
  }

  async #store(scope: Scope, { import_id, progress_id, mapping }: ImportJob) {
    const { pool, writer, now, ending } = this.#deps;
    await this.#assertOpen(scope);
    const file = await inScope(pool, scope, (tx) => findImportFile(tx, import_id), 'read only');
    if (!file) throw fileGone();
    await advanceProgress(pool, scope, progress_id, { done: 0, detail: { phase: 'readings' } });
    const steps = new ProgressSteps(pool, scope, progress_id);
    const onStep = async (step: ProgressChange) => {
      if (ending?.aborted) throw new AppError('unavailable', 'The program is ending');
      await this.#assertOpen(scope);
      await steps.advance(step);
    };
    const { device_id, file_name, content } = file;
    const table = await tableOf(content, mapping.sheet);
    return storeFile({
      pool,
      writer,
      scope,
      device_id,
      file_name,
      text: table.text,
      mapping: mappingOf(mapping, table),
      now,
      onStep,
    });
  }
}
