import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type FieldFault, Refusal } from '../../../shared/server/errors.ts';
import { isTimeZone } from '../../../shared/units/zones.ts';
import {
  decodeText,
  detectMapping,
  detectSeparator,
  headerOf,
  type ImportTarget,
  type Note,
  type Separator,
  timeCell,
} from '../csv-detect.model.ts';
import { conversion } from '../csv-number.model.ts';
import { type ColumnPlan, plausibleOf, type ReadRow, RowReader } from '../csv-rows.model.ts';
import { parseStamp } from '../csv-time.model.ts';
import type { CsvMapping, ImportPreview } from '../measurements.contract.ts';
import { monthsBefore } from './retention.ts';

const SLICE = 65_536;
const SAMPLE_ROWS = 300;
const SHOWN_ROWS = 20;

/** A fault of the file as a whole has the path `file`; the others name the part of the mapping. */
function invalid(fault: FieldFault): never {
  const detail = fault.path === 'file' ? fault.message : 'The file cannot be read like this';
  throw new Refusal('invalid', detail, { errors: [fault] });
}

function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}

/** Records of a file one after another; an empty line is a record with one empty cell, so that rows keep their number. */
export async function* recordsOf(text: string, separator: Separator): AsyncGenerator<string[]> {
  let parted = 0;
  const on_record = (record: string[]) => {
    parted++;
    return record;
  };
  const parser = Readable.from(slices(text)).pipe(
    parse({ delimiter: separator, relax_column_count: true, relax_quotes: true, bom: true, on_record }),
  );
  try {
    for await (const record of parser) yield record as string[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser names the file's last line for a quote that is not closed; what it could not part begins here.
    const row = parted + 1;
    const message = `The file is not well-formed from row ${row} on`;
    invalid({ path: 'file', message, code: 'not_well_formed', params: { row } });
  } finally {
    parser.destroy();
  }
}

async function firstRecords(text: string, separator: Separator): Promise<string[][]> {
  const records: string[][] = [];
  for await (const record of recordsOf(text, separator)) {
    records.push(record);
    if (records.length >= SAMPLE_ROWS) break;
  }
  return records;
}

/** @throws Refusal invalid for a file that is no text. */
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
    const { text, mapping, target, now, records } = given;
    this.#text = text;
    this.#mapping = mapping;
    this.#target = target;
    this.#now = now;
    this.#header = headerOf(records, mapping.header_rows);
    this.#reader = new RowReader(mapping, planOf(mapping, target, this.#header), {
      now,
      descending: runsBackwards(records, mapping),
      kept_from: keptFrom(target, now),
    });
  }

  /** @throws Refusal invalid, naming the part of the mapping that cannot be followed. */
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

  /** Data rows with something to store, in the file's order; `row` counts from 1 as a spreadsheet does. */
  async *rows(): AsyncGenerator<ReadRow> {
    let row = 0;
    for await (const record of recordsOf(this.#text, this.#mapping.separator)) {
      row++;
      if (row <= this.#mapping.header_rows) continue;
      const read = this.#reader.read(record, row);
      if (read) yield read;
    }
  }

  /** Goes through the whole file without storing anything. */
  async preview(
    file: { id: number; file_name: string; bytes: number; sheets?: string[] },
    notes: readonly Note[],
  ): Promise<ImportPreview> {
    for await (const _ of this.rows());
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
    const reader = new RowReader(this.#mapping, planOf(this.#mapping, this.#target, this.#header), {
      now: this.#now,
      descending: runsBackwards(records, this.#mapping),
    });
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

/** The earliest instant whose readings stay: days that were let go stay so when the company keeps more again. */
function keptFrom({ kept_months, expired_until }: ImportTarget, now: number): number {
  const kept = kept_months ? monthsBefore(new Date(now), kept_months).getTime() : Number.NEGATIVE_INFINITY;
  return Math.max(kept, expired_until ?? Number.NEGATIVE_INFINITY);
}

function planOf(mapping: CsvMapping, target: ImportTarget, header: readonly string[]): ColumnPlan[] {
  const taken = new Set<string>();
  return mapping.columns.map(({ column, variable, unit }, i) => {
    const known = target.variables.find((candidate) => candidate.name === variable);
    const params = { column: header[column] || String(column + 1), variable };
    const wrong = (part: string, message: string, code: string, more: Record<string, string> = {}) =>
      invalid({ path: `columns.${i}.${part}`, message, code, params: { ...params, ...more } });
    if (!known) return wrong('variable', 'unknown variable', 'unknown_variable');
    if (taken.has(variable)) {
      return wrong('variable', 'stands for another column already', 'variable_twice');
    }
    if (column === mapping.time_column) return wrong('column', 'is the time', 'column_is_time');
    taken.add(variable);
    const rule = conversion(unit, known.unit);
    if (!rule) {
      const into = known.unit || 'a bare number';
      return wrong('unit', `cannot be turned into ${into}`, 'bad_unit', { unit, into: known.unit || '–' });
    }
    return {
      column,
      header: header[column] ?? '',
      counter: known.kind === 'counter',
      plausible: plausibleOf(known),
      ...rule,
    };
  });
}

/** Whether a file begins with its newest row. */
function runsBackwards(records: readonly (readonly string[])[], mapping: CsvMapping): boolean {
  const stamps = records
    .slice(mapping.header_rows)
    .map((record) => parseStamp(timeCell(record, mapping.time_column), mapping.time_format))
    .filter((stamp) => stamp !== undefined);
  const [first, last] = [stamps[0], stamps.at(-1)];
  return first !== undefined && last !== undefined && last.local < first.local;
}
