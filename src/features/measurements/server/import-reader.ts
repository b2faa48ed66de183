import type pg from 'pg';
import { notFound, Refusal } from '../../../shared/server/errors.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { CsvMapping, ImportPreview } from '../measurements.contract.ts';
import { CsvReading, textOf, understand } from './csv-file.ts';
import { deviceOf } from './import-work.ts';
import { findImportFile, insertImportFile } from './imports.repository.ts';

/** What is known of a file before a worker stores it. */
export interface CheckedFile {
  plant_id: number;
  device_id: number;
  short_name: string;
  file_name: string;
  /** Data rows, as far as lines tell. */
  total: number;
}

/** Reads uploaded CSV files through without storing a reading. */
export class ImportReader {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;

  constructor({ pool, now }: { pool: pg.Pool; now: () => Date }) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Keeps a file and answers how it is understood. @throws Refusal not_found, invalid */
  async create(
    scope: Scope,
    { device_id, file_name, bytes }: { device_id: number; file_name: string; bytes: Uint8Array },
  ): Promise<ImportPreview> {
    const device = await inScope(this.#pool, scope, (tx) => deviceOf(tx, device_id), 'read only');
    const text = textOf(bytes);
    const { mapping, notes } = await understand(text, device);
    const reading = await CsvReading.open(text, mapping, device, this.#now().getTime());
    const id = await inScope(this.#pool, scope, (tx) =>
      insertImportFile(tx, { device_id, file_name, content: bytes }),
    );
    return reading.preview({ id, file_name, bytes: bytes.length }, notes);
  }

  /** Reads the file again with a mapping that a person chose. @throws Refusal not_found, invalid */
  async preview(scope: Scope, id: number, mapping: CsvMapping): Promise<ImportPreview> {
    const { file, device } = await this.#open(scope, id);
    const reading = await CsvReading.open(textOf(file.content), mapping, device, this.#now().getTime());
    return reading.preview({ id, file_name: file.file_name, bytes: file.content.length }, []);
  }

  /** Whether the file can be stored with this mapping. @throws Refusal not_found, invalid */
  async check(scope: Scope, id: number, mapping: CsvMapping): Promise<CheckedFile> {
    const { file, device } = await this.#open(scope, id);
    const text = textOf(file.content);
    if (mapping.columns.length === 0)
      throw new Refusal('invalid', 'Data is not valid', {
        errors: [{ path: 'columns', message: 'choose at least one column' }],
      });
    await CsvReading.open(text, mapping, device, this.#now().getTime());
    const { device_id, file_name } = file;
    const { plant_id, short_name } = device;
    const total = Math.max(0, text.trimEnd().split('\n').length - mapping.header_rows);
    return { plant_id, device_id, short_name, file_name, total };
  }

  async #open(scope: Scope, id: number) {
    return inScope(
      this.#pool,
      scope,
      async (tx) => {
        const file = (await findImportFile(tx, id)) ?? notFound();
        return { file, device: await deviceOf(tx, file.device_id) };
      },
      'read only',
    );
  }
}
