import { type CpuBudget, UNBOUNDED } from '../../../shared/server/cpu-budget.ts';
import { isTimeZone } from '../../../shared/units/zones.ts';
import { decodeText, detectMapping, detectSeparator, headerOf } from '../csv-detect.model.ts';
import { type ReadRow, RowReader } from '../csv-rows.model.ts';
import type { ImportTarget, Note, Separator } from '../imports.model.ts';
import type { CsvMapping, ImportPreview } from '../measurements.contract.ts';
import { intervalsOf, keptFrom, planOf, runsBackwards, withClock } from './csv-plan.ts';
import { invalid, recordsOf } from './csv-records.ts';

const SAMPLE_ROWS = 300;
const SHOWN_ROWS = 20;

async function firstRecords(text: string, separator: Separator): Promise<string[][]> {
  const records: string[][] = [];
  for await (const portion of recordsOf(text, separator)) {
    records.push(...portion.slice(0, SAMPLE_ROWS - records.length));
    if (records.length >= SAMPLE_ROWS) break;
  }
  return records;
}

/** @throws AppError invalid for a file that is no text. */
export function textOf(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === undefined)
    invalid({
      path: 'file',
      message: 'This is neither a text file nor a workbook: save the sheet as CSV or .xlsx and send that',
      code: 'not_text',
    });
  if (text.trim() === '') invalid({ path: 'file', message: 'The file is empty', code: 'empty_file' });
  return text;
}

export interface Understood {
  mapping: CsvMapping;
  notes: Note[];
}

/** How a file is understood when nobody has said anything about it; the columns of a sheet are parted by tabs. */
export async function understand(
  { text, sheet }: { text: string; sheet?: string },
  target: ImportTarget,
): Promise<Understood> {
  const separator = sheet === undefined ? detectSeparator(text) : '\t';
  const { mapping, notes } = detectMapping(await firstRecords(text, separator), separator, target);
  return { mapping: sheet === undefined ? mapping : { ...mapping, sheet }, notes };
}

/** A reading of a file with one mapping: what it holds, or each row as it comes. */
export class CsvReading {
  readonly #text: string;
  readonly #mapping: CsvMapping;
  readonly #target: ImportTarget;
  readonly #now: number;
  readonly #header: string[];
  readonly #reader: RowReader;

  private constructor(given: {
    text: string;
    mapping: CsvMapping;
    target: ImportTarget;
    now: number;
    records: string[][];
  }) {
    const { text, target, now, records } = given;
    const mapping = withClock(given.mapping, records);
    this.#text = text;
    this.#mapping = mapping;
    this.#target = target;
    this.#now = now;
    this.#header = headerOf(records, mapping.header_rows);
    this.#reader = this.#readerOf(records, keptFrom(target, now));
  }

  #readerOf(records: readonly string[][], kept_from?: number): RowReader {
    const mapping = this.#mapping;
    const intervals = intervalsOf(records, mapping);
    const plan = planOf(mapping, this.#target, this.#header);
    if (!intervals.isKnown && (mapping.stamps === 'end' || plan.some(({ per_interval }) => per_interval))) {
      const message = 'the time between two rows does not tell it: say how long an interval is';
      invalid({ path: 'interval_s', message, code: 'no_interval' });
    }
    return new RowReader(mapping, plan, {
      now: this.#now,
      descending: runsBackwards(records, mapping),
      intervals,
      ...(kept_from === undefined ? {} : { kept_from }),
    });
  }

  /** @throws AppError invalid, naming the part of the mapping that cannot be followed. */
  static async open(
    text: string,
    mapping: CsvMapping,
    target: ImportTarget,
    now: number,
  ): Promise<CsvReading> {
    if (!isTimeZone(mapping.time_zone))
      invalid({ path: 'time_zone', message: 'unknown time zone', code: 'bad_zone' });
    const records = await firstRecords(text, mapping.separator);
    return new CsvReading({ text, mapping, target, now, records });
  }

  /** What was met so far. */
  get account(): RowReader {
    return this.#reader;
  }

  get header(): readonly string[] {
    return this.#header;
  }

  /** Data rows with something to store, in the file's order, some thousand at once; `row` counts from 1 as a spreadsheet does. */
  async *rows(): AsyncGenerator<ReadRow[]> {
    let row = 0;
    for await (const portion of recordsOf(this.#text, this.#mapping.separator)) {
      const rows: ReadRow[] = [];
      for (const record of portion) {
        row++;
        if (row <= this.#mapping.header_rows) continue;
        const read = this.#reader.read(record, row);
        if (read) rows.push(read);
      }
      yield rows;
    }
  }

  /** Goes through the whole file without storing anything. */
  async preview(
    file: { id: number; file_name: string; bytes: number; sheets?: string[] },
    notes: readonly Note[],
    budget: CpuBudget = UNBOUNDED,
  ): Promise<ImportPreview> {
    for await (const _ of this.rows()) budget.spend();
    const { rows, readings, empty, badRows, bad, firstAt, lastAt } = this.#reader;
    const any = lastAt >= firstAt;
    return {
      ...file,
      mapping: this.#mapping,
      header: [...this.#header],
      sample: await this.#sample(),
      rows,
      readings,
      empty,
      first_at: any ? new Date(firstAt).toISOString() : null,
      last_at: any ? new Date(lastAt).toISOString() : null,
      step_s: this.#reader.step(),
      bad_rows: badRows,
      bad,
      notes: [...notes, ...this.#reader.notes(this.#target.time_zone)],
    };
  }

  async #sample(): Promise<ImportPreview['sample']> {
    const { header_rows } = this.#mapping;
    const records = await firstRecords(this.#text, this.#mapping.separator);
    const reader = this.#readerOf(records);
    return records.slice(header_rows, header_rows + SHOWN_ROWS).map((record, i) => {
      const row = header_rows + i + 1;
      const read = reader.read(record, row);
      const values = this.#mapping.columns.map((_, k) => {
        const value = read?.values[k] ?? Number.NaN;
        return Number.isNaN(value) ? null : value;
      });
      return { row, ts: read ? new Date(read.ts).toISOString() : null, values };
    });
  }
}
