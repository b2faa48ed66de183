import { EncryptedFileError, readXlsx, streamXlsxRows } from 'hucre';
import { Refusal } from '../../../shared/server/errors.ts';
import {
  faultOfZip,
  isOldOffice,
  isZip,
  type WorkbookLimits,
} from '../../../shared/server/files/workbook-zip.ts';
import type { CsvMapping } from '../measurements.contract.ts';
import { rowText, type WorkbookCell, widthOf } from '../workbook-cells.model.ts';
import { textOf } from './csv-file.ts';

/** A file as a table in text: a text file as it is, a sheet of a workbook with its rows at their own numbers. */
export interface FileTable {
  text: string;
  /** The sheet that was read and all that can be; of a text file nothing. */
  sheet?: string;
  sheets?: string[];
}

const LIMITS: WorkbookLimits = { bytes: 300_000_000, tree_bytes: 60_000_000, parts: 5000 };
const MOST_SHEETS = 100;
/** Characters of a sheet as text: more than any year of readings by the second. */
const MOST_TEXT = 100_000_000;
/** A device has no more variables than this. */
const MOST_COLUMNS = 2000;
/** The largest row number that a sheet has. */
const MOST_ROWS = 1_048_576;

const FAULTS = {
  bad_workbook: 'The workbook cannot be read: save it as .xlsx again, or as CSV',
  old_workbook: 'This is a workbook of an older kind, or one with a password: save it as .xlsx without one',
  workbook_too_large: 'The workbook is too large once it is unpacked: save the sheet as CSV',
  empty_workbook: 'No sheet of the workbook holds readings',
  no_such_sheet: 'The workbook has no sheet of that name',
} as const;

function refuse(code: keyof typeof FAULTS): never {
  const message = FAULTS[code];
  throw new Refusal('invalid', message, { errors: [{ path: 'file', message, code }] });
}

/** Nothing but the file goes into this work: whatever the spreadsheet library throws is the file's fault. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof EncryptedFileError) refuse('old_workbook');
    refuse('bad_workbook');
  }
}

/** Names of the sheets that a person sees, in the workbook's order. */
async function sheetsOf(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden && names.length < MOST_SHEETS) names.push(name);
      return false;
    },
  });
  return names;
}

const isFigure = (cell: WorkbookCell): boolean => typeof cell === 'number' || cell instanceof Date;

/** Whether a sheet has a row like one of readings: at least two cells, at least one of them a figure. */
async function holdsReadings(bytes: Uint8Array, sheet: string): Promise<boolean> {
  for await (const { values } of streamXlsxRows(bytes, { sheet })) {
    if (values.filter((cell) => cell !== null && cell !== '').length > 1 && values.some(isFigure))
      return true;
  }
  return false;
}

/** A sheet's rows as lines; rows that it leaves out are empty lines. */
async function sheetText(bytes: Uint8Array, sheet: string): Promise<string> {
  const lines: string[] = [];
  let length = 0;
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    if (!(index >= lines.length && index < MOST_ROWS)) refuse('bad_workbook');
    if (widthOf(values) > MOST_COLUMNS) refuse('workbook_too_large');
    while (lines.length < index) lines.push('');
    const line = rowText(values);
    length += line.length + 1;
    if (length > MOST_TEXT) refuse('workbook_too_large');
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

async function firstWithReadings(bytes: Uint8Array, sheets: readonly string[]): Promise<string> {
  for (const sheet of sheets) if (await holdsReadings(bytes, sheet)) return sheet;
  return refuse('empty_workbook');
}

/** A mapping for the table that was read: the columns of a sheet are parted by tabs, whatever was asked. */
export function mappingOf(mapping: CsvMapping, { sheet }: FileTable): CsvMapping {
  if (sheet !== undefined) return { ...mapping, separator: '\t', sheet };
  const { sheet: _, ...rest } = mapping;
  return rest;
}

/**
 * The table in an uploaded file; of a workbook the sheet that is named, or else the first that holds readings.
 * @throws Refusal invalid, in a sentence, for what is neither text nor a workbook that can be read
 */
export async function tableOf(bytes: Uint8Array, sheet?: string): Promise<FileTable> {
  if (isOldOffice(bytes)) refuse('old_workbook');
  if (!isZip(bytes)) return { text: textOf(bytes) };
  const fault = faultOfZip(bytes, LIMITS);
  if (fault) refuse(fault === 'broken' ? 'bad_workbook' : 'workbook_too_large');
  return readable(async () => {
    const sheets = await sheetsOf(bytes);
    const chosen = sheet ?? (await firstWithReadings(bytes, sheets));
    if (!sheets.includes(chosen)) refuse('no_such_sheet');
    return { text: await sheetText(bytes, chosen), sheet: chosen, sheets };
  });
}
