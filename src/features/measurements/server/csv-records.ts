import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { AppError, type FieldFault } from '../../../shared/server/errors.ts';
import type { Separator } from '../imports.model.ts';

const SLICE = 65_536;
/** More rows than a file of the largest size has where each has a time and a figure; more columns than a device variables. */
const BOUNDS = { rows: 3_000_000, columns: 2000 };
/** Records that are handed on at once; between two such portions others have their turn. */
const AT_ONCE = 2000;

/** A fault of the file as a whole has the path `file`; the others name the part of the mapping. */
export function invalid(fault: FieldFault): never {
  const detail = fault.path === 'file' ? fault.message : 'The file cannot be read like this';
  throw new AppError('invalid', detail, { errors: [fault] });
}

function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}

/** Records of a text in which nothing is quoted, as the parser would part it, several times as fast. */
function* plainRecords(text: string, separator: Separator): Generator<string[]> {
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const stop = text.indexOf(end, at);
    yield text.slice(at, stop < 0 ? text.length : stop).split(separator);
    at = stop < 0 ? text.length : stop + end.length;
  }
}

async function* quotedRecords(text: string, separator: Separator): AsyncGenerator<string[]> {
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

/**
 * Records of a file, some thousand at once; an empty line is a record with one empty cell, so that rows keep their number.
 * @throws AppError invalid for what is no table, or a table larger than any of readings
 */
export async function* recordsOf(
  text: string,
  separator: Separator,
  bounds = BOUNDS,
): AsyncGenerator<string[][]> {
  let row = 0;
  const check = (record: string[]) => {
    row++;
    if (row > bounds.rows) {
      const message = `The file has more than ${bounds.rows} rows: leave out the empty ones, or send it in parts`;
      invalid({ path: 'file', message, code: 'too_many_rows', params: { rows: bounds.rows } });
    }
    if (record.length <= bounds.columns) return;
    const message = `Row ${row} has more than ${bounds.columns} columns`;
    const params = { row, columns: bounds.columns };
    invalid({ path: 'file', message, code: 'too_many_columns', params });
  };
  let portion: string[][] = [];
  const take = (record: string[]) => {
    check(record);
    portion.push(record);
    return portion.length === AT_ONCE;
  };
  const hand = () => {
    const full = portion;
    portion = [];
    return full;
  };
  if (text.includes('"')) {
    for await (const record of quotedRecords(text, separator)) if (take(record)) yield hand();
  } else {
    for (const record of plainRecords(text, separator)) {
      if (!take(record)) continue;
      yield hand();
      await breathe();
    }
  }
  if (portion.length > 0) yield portion;
}
