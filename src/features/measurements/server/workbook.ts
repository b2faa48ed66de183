import { EncryptedFileError, readXlsx, streamXlsxRows } from 'hucre';
import { type CpuBudget, cpuBudget, UNBOUNDED } from '../../../shared/server/cpu-budget.ts';
import { AppError } from '../../../shared/server/errors.ts';
import {
  faultOfZip,
  isOldOffice,
  isZip,
  type WorkbookLimits,
} from '../../../shared/server/files/workbook-zip.ts';
import { parseNumber } from '../csv-number.model.ts';
import { parseStamp } from '../csv-time.model.ts';
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
const MAX_SHEETS = 100;
/** Characters of a sheet as text: more than any year of readings by the second. */
const MAX_TEXT = 100_000_000;
/** A device has no more variables than this. */
const MAX_COLUMNS = 2000;
/** The largest row number that a sheet has. */
const MAX_ROWS = 1_048_576;
/** Empty rows and cells that are gone through, in all and beside them for each that is filled. */
const MAX_EMPTY = 100_000;
const EMPTY_FOR_ONE = 50;
/** Rows that are looked at for readings where no sheet is named: of one sheet, and of all together. */
const ROWS_LOOKED_AT = 5000;
const MAX_ROWS_LOOKED_AT = 20_000;
/** Processor time that looking for the sheet may take. */
const LOOKING_MS = 10_000;
/** Rows between two looks at what the work has cost: a row may be all of the width that a sheet has. */
const ROWS_BETWEEN = 100;

const FAULTS = {
  bad_workbook: 'The workbook cannot be read: save it as .xlsx again, or as CSV',
  old_workbook: 'This is a workbook of an older kind, or one with a password: save it as .xlsx without one',
  workbook_too_large: 'The workbook is too large once it is unpacked: save the sheet as CSV',
  empty_workbook: 'No sheet of the workbook holds readings',
  no_such_sheet: 'The workbook has no sheet of that name',
  sparse_workbook:
    'The sheet is all but empty up to row {row}: delete what stands far below or far to the right of its table',
} as const;

type Fault = readonly [code: keyof typeof FAULTS, params?: Readonly<Record<string, number>>];

function refuse(code: Fault[0], params: Readonly<Record<string, number>> = {}): never {
  const message = FAULTS[code].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  throw new AppError('invalid', message, { errors: [{ path: 'file', message, code, params }] });
}

/** Counts what going through a sheet costs: a few bytes may say that a cell stands in row 1,048,576. */
class SheetCost {
  #empty = 0;
  #filled = 0;
  #rows = 0;
  #next = 0;

  /** Whether the row has anything in it, or why the sheet is gone through no further: it is broken, too wide, or nearly empty. */
  goTo(index: number, cells: readonly WorkbookCell[]): boolean | Fault {
    if (!(index >= this.#next && index < MAX_ROWS)) return ['bad_workbook'];
    this.#next = index + 1;
    const filled = cells.reduce<number>((n, cell) => (cell === null || cell === '' ? n : n + 1), 0);
    this.#empty += cells.length - filled;
    this.#filled += filled;
    if (filled > 0) {
      this.#empty += Math.max(0, index - this.#rows);
      this.#rows = index + 1;
    }
    if (widthOf(cells) > MAX_COLUMNS) return ['workbook_too_large'];
    if (this.#empty > MAX_EMPTY + EMPTY_FOR_ONE * this.#filled)
      return ['sparse_workbook', { row: index + 1 }];
    return filled > 0;
  }
}

/** Nothing but the file goes into this work: whatever the spreadsheet library throws is the file's fault. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof EncryptedFileError) refuse('old_workbook');
    refuse('bad_workbook');
  }
}

/** Names of the sheets that a person sees, in the workbook's order. */
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

const isFigure = (cell: WorkbookCell): boolean => typeof cell === 'number' || cell instanceof Date;
const isText = (cell: WorkbookCell): cell is string => typeof cell === 'string' && cell.trim() !== '';
const DATE_FORMATS = ['iso', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const;
const isStamp = (cell: WorkbookCell): boolean =>
  isText(cell) && DATE_FORMATS.some((format) => parseStamp(cell, format) !== undefined);
const isNumber = (cell: WorkbookCell): boolean =>
  isText(cell) && (parseNumber(cell, ',') ?? parseNumber(cell, '.')) !== undefined;

/** Looks for the sheet with readings where none is named, within a bound on the rows and the time of all sheets together. */
class SheetSearch {
  readonly #bytes: Uint8Array;
  readonly #budgets: readonly CpuBudget[];
  #rows = 0;
  /** Why a sheet was left before its end. */
  #fault: Fault | undefined;

  constructor(bytes: Uint8Array, budgets: readonly CpuBudget[]) {
    this.#bytes = bytes;
    this.#budgets = budgets;
  }

  /** @throws AppError invalid where no sheet holds readings, or looking costs too much */
  async firstOf(sheets: readonly string[]): Promise<string> {
    let inText: string | undefined;
    for (const sheet of sheets) {
      const found = await this.#readingsIn(sheet);
      if (found === 'figures') return sheet;
      if (found === 'text') inText ??= sheet;
      this.#spend();
    }
    if (inText !== undefined) return inText;
    return refuse(...(this.#fault ?? (['empty_workbook'] as const)));
  }

  /**
   * Whether a sheet has a row like one of readings: at least two cells, at least one of them a figure, or else (`text`) a
   * date and a number that are both written as text.
   */
  async #readingsIn(sheet: string): Promise<'figures' | 'text' | undefined> {
    let found: 'text' | undefined;
    const cost = new SheetCost();
    for await (const { index, values } of streamXlsxRows(this.#bytes, { sheet, maxRows: ROWS_LOOKED_AT })) {
      if (++this.#rows > MAX_ROWS_LOOKED_AT) refuse('workbook_too_large');
      if (this.#rows % ROWS_BETWEEN === 0) this.#spend();
      const gone = cost.goTo(index, values);
      if (typeof gone !== 'boolean') {
        this.#fault ??= gone;
        return found;
      }
      if (values.filter((cell) => cell !== null && cell !== '').length < 2) continue;
      if (values.some(isFigure)) return 'figures';
      if (!found && values.some(isStamp) && values.some(isNumber)) found = 'text';
    }
    return found;
  }

  #spend(): void {
    for (const budget of this.#budgets) budget.spend();
  }
}

/** A sheet's rows as lines; rows that it leaves out are empty lines. */
async function sheetText(bytes: Uint8Array, sheet: string, budget: CpuBudget): Promise<string> {
  const lines: string[] = [];
  const cost = new SheetCost();
  let length = 0;
  let rows = 0;
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    if (++rows % ROWS_BETWEEN === 0) budget.spend();
    const gone = cost.goTo(index, values);
    if (typeof gone !== 'boolean') refuse(...gone);
    // Rows that are only formatted may reach to the sheet's end.
    if (!gone) continue;
    while (lines.length < index) lines.push('');
    const line = rowText(values);
    length += line.length + 1;
    if (length > MAX_TEXT) refuse('workbook_too_large');
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

/** A mapping for the table that was read: the columns of a sheet are parted by tabs, whatever was asked. */
export function mappingOf(mapping: CsvMapping, { sheet }: FileTable): CsvMapping {
  if (sheet !== undefined) return { ...mapping, separator: '\t', sheet };
  const { sheet: _, ...rest } = mapping;
  return rest;
}

/**
 * The table in an uploaded file; of a workbook the sheet that is named, or else the first that holds readings.
 * @throws AppError invalid, in a sentence, for what is neither text nor a workbook that can be read
 */
export async function tableOf(
  bytes: Uint8Array,
  sheet?: string,
  budget: CpuBudget = UNBOUNDED,
  looking: CpuBudget = cpuBudget(LOOKING_MS, () => refuse('workbook_too_large')),
): Promise<FileTable> {
  if (isOldOffice(bytes)) refuse('old_workbook');
  if (!isZip(bytes)) return { text: textOf(bytes) };
  const fault = faultOfZip(bytes, LIMITS);
  if (fault) refuse(fault === 'broken' ? 'bad_workbook' : 'workbook_too_large');
  return readable(async () => {
    const sheets = await sheetsOf(bytes);
    const chosen = sheet ?? (await new SheetSearch(bytes, [looking, budget]).firstOf(sheets));
    if (!sheets.includes(chosen)) refuse('no_such_sheet');
    return { text: await sheetText(bytes, chosen, budget), sheet: chosen, sheets };
  });
}
