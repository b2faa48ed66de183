import type pg from 'pg';
import { notFound, Refusal } from '../../../shared/server/errors.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { CsvMapping, ImportPreview, Progress } from '../measurements.contract.ts';
import { CsvReading, textOf, understand } from './csv-file.ts';
import type { ImportJob } from './import-job.ts';
import { deviceOf } from './import-work.ts';
import { findImportFile, insertImportFile } from './imports.repository.ts';
import { beginProgress } from './progress.repository.ts';

interface ImportsDeps {
  pool: pg.Pool;
  jobs: Pick<JobQueue, 'send'>;
  now: () => Date;
}

/** CSV files from their upload until a worker takes them. */
export class Imports {
  readonly #deps: ImportsDeps;

  constructor(deps: ImportsDeps) {
    this.#deps = deps;
  }

  /** Keeps a file and answers how it is understood. @throws Refusal not_found, invalid */
  async create(
    scope: Scope,
    device_id: number,
    file_name: string,
    bytes: Uint8Array,
  ): Promise<ImportPreview> {
    const { pool, now } = this.#deps;
    const device = await inScope(pool, scope, (tx) => deviceOf(tx, device_id), 'read only');
    const text = textOf(bytes);
    const { mapping, notes } = await understand(text, device);
    const reading = await CsvReading.open(text, mapping, device, now().getTime());
    const id = await inScope(pool, scope, (tx) =>
      insertImportFile(tx, { device_id, file_name, content: bytes }),
    );
    return reading.preview({ id, file_name, bytes: bytes.length }, notes);
  }

  async #open(scope: Scope, id: number) {
    return inScope(
      this.#deps.pool,
      scope,
      async (tx) => {
        const file = (await findImportFile(tx, id)) ?? notFound();
        return { file, device: await deviceOf(tx, file.device_id) };
      },
      'read only',
    );
  }

  /** Reads the file again with a mapping that a person chose. */
  async preview(scope: Scope, id: number, mapping: CsvMapping): Promise<ImportPreview> {
    const { file, device } = await this.#open(scope, id);
    const reading = await CsvReading.open(textOf(file.content), mapping, device, this.#deps.now().getTime());
    return reading.preview({ id, file_name: file.file_name, bytes: file.content.length }, []);
  }

  /** Hands the file to a worker and answers at once; how far it came stands in the progress. */
  async run(scope: Scope, id: number, mapping: CsvMapping): Promise<Progress> {
    const { pool, jobs, now } = this.#deps;
    const { file, device } = await this.#open(scope, id);
    const text = textOf(file.content);
    if (mapping.columns.length === 0)
      throw new Refusal('invalid', 'Data is not valid', {
        errors: [{ path: 'columns', message: 'choose at least one column' }],
      });
    await CsvReading.open(text, mapping, device, now().getTime());
    const { device_id, file_name } = file;
    const total = Math.max(0, text.trimEnd().split('\n').length - mapping.header_rows);
    return inScope(pool, scope, async (tx) => {
      const progress = await beginProgress(tx, {
        kind: 'import',
        plant_id: device.plant_id,
        total,
        detail: { device_id, short_name: device.short_name, file_name, phase: 'readings' },
      });
      const job: ImportJob = {
        company_id: scope.company_id,
        import_id: id,
        progress_id: progress.id,
        mapping,
      };
      await jobs.send(tx, 'import', job);
      return progress;
    });
  }
}
