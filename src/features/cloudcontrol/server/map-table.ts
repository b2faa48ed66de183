import { CsvError, parse } from 'csv-parse/sync';
import { EncryptedFileError, readXlsx, streamXlsxRows } from 'hucre';
import { findHeader } from '../../../devices/map/map-columns.ts';
import type { MapCell, MapTable } from '../../../devices/map/map-variable.ts';
import {
  faultOfZip,
  isOldOffice,
  isZip,
  type WorkbookLimits,
} from '../../../shared/server/files/workbook-zip.ts';
import { decodeText, detectSeparator } from '../../measurements/csv-detect.model.ts';
import type { MapFileFault } from '../maps.model.ts';

/** A file that is no table; `code` says why. */
export class MapFileError extends Error {
  readonly code: MapFileFault;
  constructor(code: MapFileFault) {
    super(code);
    this.code = code;
  }
}

/** Rows and columns that are looked at: several times what a device has variables, and what a map has columns. */
const MAX_ROWS = 3000;
const MAX_COLUMNS = 100;
const MAX_CHARACTERS = 1000;
const MAX_RECORD = 500_000;
const MAX_SHEETS = 20;
const LIMITS: WorkbookLimits = { bytes: 60_000_000, tree_bytes: 12_000_000, parts: 1000 };

const shortened = (cell: MapCell): MapCell =>
  typeof cell === 'string' && cell.length > MAX_CHARACTERS ? cell.slice(0, MAX_CHARACTERS) : cell;
const cellsOf = (row: readonly MapCell[]): MapCell[] => row.slice(0, MAX_COLUMNS).map(shortened);

/** What spreadsheet programs write before the first row to say how columns are parted. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

function csvTable(text: string): MapTable {
  if (text.trim() === '') throw new MapFileError('empty_file');
  const delimiter = SEPARATOR_LINE.exec(text)?.[1] ?? detectSeparator(text);
  try {
    const rows = parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD,
      to: MAX_ROWS + 1,
    }) as string[][];
    return { rows: rows.slice(0, MAX_ROWS).map(cellsOf), cut: rows.length > MAX_ROWS };
  } catch (error) {
    if (error instanceof CsvError) throw new MapFileError('bad_csv');
    throw error;
  }
}

type SheetCell = string | number | boolean | Date | null;

function mapCell(cell: SheetCell): MapCell {
  if (!(cell instanceof Date)) return cell;
  return Number.isNaN(cell.getTime()) ? null : cell.toISOString();
}

async function sheetTable(bytes: Uint8Array, sheet: string): Promise<MapTable> {
  const rows: MapCell[][] = [];
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    if (!Number.isInteger(index) || index < rows.length) throw new MapFileError('bad_workbook');
    if (index >= MAX_ROWS) return { rows, cut: true };
    while (rows.length < index) rows.push([]);
    rows.push(cellsOf((values as SheetCell[]).map(mapCell)));
  }
  return { rows, cut: false };
}

async function sheetsOf(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden && names.length < MAX_SHEETS) names.push(name);
      return false;
    },
  });
  return names;
}

/** The first sheet with a row that names columns, else the first of all. */
async function workbookTable(bytes: Uint8Array): Promise<MapTable> {
  let first: MapTable | undefined;
  for (const sheet of await sheetsOf(bytes)) {
    const table = await sheetTable(bytes, sheet);
    if (findHeader(table.rows) !== undefined) return table;
    first ??= table;
  }
  if (!first) throw new MapFileError('empty_file');
  return first;
}

/** Nothing but the file goes into this work: whatever the spreadsheet library throws is the file's fault. */
async function readWorkbook(bytes: Uint8Array): Promise<MapTable> {
  const fault = faultOfZip(bytes, LIMITS);
  if (fault) throw new MapFileError(fault === 'broken' ? 'bad_workbook' : 'workbook_too_large');
  try {
    return await workbookTable(bytes);
  } catch (error) {
    if (error instanceof MapFileError) throw error;
    throw new MapFileError(error instanceof EncryptedFileError ? 'old_workbook' : 'bad_workbook');
  }
}

/**
 * The table in a file: CSV in any usual encoding with any usual separator, or the sheet of a workbook that names columns.
 * To be called away from the event loop.
 * @throws MapFileError for what is neither
 */
export async function mapTableOf(bytes: Uint8Array): Promise<MapTable> {
  if (bytes.length === 0) throw new MapFileError('empty_file');
  if (isOldOffice(bytes)) throw new MapFileError('old_workbook');
  if (isZip(bytes)) return readWorkbook(bytes);
  const text = decodeText(bytes);
  if (text === undefined || text.includes('\0') || text.startsWith('%PDF-'))
    throw new MapFileError('not_text');
  return csvTable(text);
}
