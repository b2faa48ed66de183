import type pg from 'pg';
import { cpuBudget } from '../../../shared/server/cpu-budget.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { CsvMapping, ImportPreview } from '../measurements.contract.ts';
import { CsvReading, understand } from './csv-file.ts';
import { deviceOf } from './import-work.ts';
import { findImportFile, insertImportFile } from './imports.repository.ts';
import { type FileTable, mappingOf, tableOf } from './workbook.ts';

/** What is known of a file before a worker stores it. */
export interface CheckedFile {
  plant_id: number;
  device_id: number;
  short_name: string;
  file_name: string;
  /** Data rows, as far as lines tell. */
  total: number;
}

/** Processor time that reading a file through may take: several times that of the largest one that holds readings. */
const MAX_CPU_MS = 60_000;

function tooCostly(): never {
  const message = 'The file takes too long to read through: send it in smaller parts';
  throw new AppError('invalid', message, { errors: [{ path: 'file', message, code: 'too_costly' }] });
}

/** Lines of a text, but for those at its end with nothing on them. */
function linesOf(text: string): number {
  let [lines, from] = [1, 0];
  const end = text.trimEnd().length;
  for (let at = text.indexOf('\n', from); at >= 0 && at < end; at = text.indexOf('\n', from)) {
    lines++;
    from = at + 1;
  }
  return lines;
}

const sheetsOf = ({ sheets }: FileTable) => (sheets ? { sheets } : {});

/** Reads uploaded files through without storing a reading. */
export class ImportReader {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;

  constructor({ pool, now }: { pool: pg.Pool; now: () => Date }) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Keeps a file and answers how it is understood. @throws AppError not_found, invalid */
  async create(
    scope: Scope,
    { device_id, file_name, bytes }: { device_id: number; file_name: string; bytes: Uint8Array },
  ): Promise<ImportPreview> {
    const device = await inScope(this.#pool, scope, (tx) => deviceOf(tx, device_id), 'read only');
    const budget = cpuBudget(MAX_CPU_MS, tooCostly);
    const table = await tableOf(bytes, undefined, budget);
    const { mapping, notes } = await understand(table, device);
    const reading = await CsvReading.open(table.text, mapping, device, this.#now().getTime());
    const id = await inScope(this.#pool, scope, (tx) =>
      insertImportFile(tx, { device_id, file_name, content: bytes }),
    );
    return reading.preview({ id, file_name, bytes: bytes.length, ...sheetsOf(table) }, notes, budget);
  }

  /**
   * Reads the file again with a mapping that a person chose; `anew` takes nothing from it but the sheet.
   * @throws AppError not_found, invalid
   */
  async preview(scope: Scope, id: number, asked: CsvMapping, anew = false): Promise<ImportPreview> {
    const { file, device } = await this.#open(scope, id);
    const budget = cpuBudget(MAX_CPU_MS, tooCostly);
    const table = await tableOf(file.content, asked.sheet, budget);
    const { mapping, notes } = anew
      ? await understand(table, device)
      : { mapping: mappingOf(asked, table), notes: [] };
    const reading = await CsvReading.open(table.text, mapping, device, this.#now().getTime());
    const { file_name, content } = file;
    return reading.preview({ id, file_name, bytes: content.length, ...sheetsOf(table) }, notes, budget);
  }

  /** Whether the file can be stored with this mapping. @throws AppError not_found, invalid */
  async check(scope: Scope, id: number, mapping: CsvMapping): Promise<CheckedFile> {
    const { file, device } = await this.#open(scope, id);
    const table = await tableOf(file.content, mapping.sheet, cpuBudget(MAX_CPU_MS, tooCostly));
    const { text } = table;
    if (mapping.columns.length === 0)
      throw new AppError('invalid', 'Data is not valid', {
        errors: [
          { path: 'columns', message: 'choose at least one column', code: 'too_few', params: { least: 1 } },
        ],
      });
    await CsvReading.open(text, mappingOf(mapping, table), device, this.#now().getTime());
    const { device_id, file_name } = file;
    const { plant_id, short_name } = device;
    const total = Math.max(0, linesOf(text) - mapping.header_rows);
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
