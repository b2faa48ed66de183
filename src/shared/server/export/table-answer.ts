import { Readable } from 'node:stream';
import { type CellValue, writeXlsxStream } from 'hucre';
import { PDF, type PrintFormat, WORKBOOK } from '../../contract/table-file.ts';
import { guarded, unguarded } from '../../units/csv-text.ts';
import { knownZone, offsetAt } from '../../units/zones.ts';
import type { Language } from '../language.ts';
import type { Tx } from '../tenancy.ts';
import { CSV_STYLES, csvRow } from './csv.ts';
import type { PdfChart } from './pdf-chart.ts';
import { PDF_ROWS, PDF_WORDS, printTable } from './pdf-table.ts';
import { numbersIn } from './printed-numbers.ts';

/** Rows of one page of a file: how many are in memory at one time, and what a transaction reads. */
export const EXPORT_PAGE = 1000;

/** A time as the clock of a plant showed it, read as if it were UTC: what a sheet keeps, which knows no zones. */
export class LocalTime {
  readonly wall: Date;
  constructor(at: Date, zone: string) {
    this.wall = new Date(at.getTime() + offsetAt(knownZone(zone), at.getTime()));
  }
  /** DD/MM/YYYY HH:mm // spec §9 */
  get text(): string {
    const [year, month, day, hour, minute] = this.wall.toISOString().split(/[-T:]/);
    return `${day}/${month}/${year} ${hour}:${minute}`;
  }
}

/** A day without a time: a sheet keeps a date. */
export class CalendarDay {
  readonly wall: Date;
  /** @param day YYYY-MM-DD */
  constructor(day: string) {
    this.wall = new Date(`${day}T00:00:00Z`);
  }
  /** DD/MM/YYYY // spec §9 */
  get text(): string {
    return this.wall.toISOString().slice(0, 10).split('-').reverse().join('/');
  }
}

type Dated = LocalTime | CalendarDay;
export type Cell = string | number | Dated | null;
const isDated = (cell: Cell): cell is Dated => cell instanceof LocalTime || cell instanceof CalendarDay;

export interface TableColumn<Row> {
  /** In the reader's language, with the unit or the zone of what stands below it. */
  readonly head: string;
  /** Characters that a sheet shows; 24 unless it is said. */
  readonly width?: number;
  /** Decimals that every number of it is printed with; at most two unless it is said. */
  readonly decimals?: number;
  /** It holds times of a plant. */
  readonly time?: true;
  /** It holds days. */
  readonly day?: true;
  readonly of: (row: Row) => Cell;
}

/** Some rows of a table, and how those after them are read, in a transaction of their own; the last page has no `next`. */
export interface TablePage<Row> {
  readonly rows: readonly Row[];
  readonly next?: ((tx: Tx) => Promise<TablePage<Row>>) | undefined;
}

/** Reads a table to its end, page after page, by where the page before has ended; `undefined` where there is no more. */
export async function pagedBy<Row, Position>(
  tx: Tx,
  read: (tx: Tx, after: Position | undefined) => Promise<{ rows: Row[]; last: Position | undefined }>,
  after?: Position,
): Promise<TablePage<Row>> {
  const { rows, last } = await read(tx, after);
  return { rows, next: last === undefined ? undefined : (later) => pagedBy(later, read, last) };
}

interface TableFile<Row> {
  /** Of the file, without what stands behind the dot. */
  readonly name: string;
  /** What the sheet of a workbook is called. */
  readonly sheet: string;
  readonly language: Language;
  readonly format: PrintFormat;
  readonly columns: readonly TableColumn<Row>[];
  /** What a PDF says below its title: the company, and what narrows the rows. */
  readonly lines?: readonly string[];
  /** What a PDF shows beside them: the company's logo, a png in base64. */
  readonly logo?: string | null;
  /** What a PDF shows of the table before its rows. */
  readonly charts?: readonly PdfChart[];
  /** Columns of a workbook that stay in sight. */
  readonly fixed_columns?: number;
  readonly page: TablePage<Row>;
}

type CellPage = TablePage<readonly Cell[]>;
/** Reads a further page, by whoever may do so by then. */
export type ReadPage = (read: (tx: Tx) => Promise<CellPage>) => Promise<CellPage>;
type Layout = Omit<TableFile<never>, 'page'>;
type Pages = AsyncIterable<CellPage['rows']>;

function cellsOf<Row>(columns: readonly TableColumn<Row>[], { rows, next }: TablePage<Row>): CellPage {
  return {
    rows: rows.map((row) => columns.map(({ of }) => of(row))),
    next: next && (async (tx) => cellsOf(columns, await next(tx))),
  };
}

async function* pagesFrom(first: CellPage, readPage: ReadPage): AsyncGenerator<CellPage['rows']> {
  let page = first;
  yield page.rows;
  while (page.next) {
    page = await readPage(page.next);
    yield page.rows;
  }
}

async function* csvOf({ columns, language }: Layout, pages: Pages): AsyncGenerator<string> {
  const style = CSV_STYLES[language];
  const lineOf = (cells: readonly Cell[]) =>
    csvRow(
      cells.map((cell) => (isDated(cell) ? cell.text : cell)),
      style,
    );
  // With the mark by which a spreadsheet knows that it is in UTF-8.
  let head = `\uFEFF${lineOf(columns.map((column) => column.head))}`;
  for await (const rows of pages) {
    yield head + rows.map(lineOf).join('');
    head = '';
  }
}

/** Characters of a cell that spreadsheets take. */
const CELL_CHARACTERS = 32_767;
const cut = (text: string): string =>
  text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS - 1)}…` : text;

/** A workbook works out no text; one that looks guarded is guarded, so that reading takes off only that. */
const sheetText = (text: string): string => cut(unguarded(text) === text ? text : guarded(text));

function sheetCell(cell: Cell): CellValue {
  if (isDated(cell)) return cell.wall;
  return typeof cell === 'string' ? sheetText(cell) : cell;
}

async function* sheetRows(pages: Pages): AsyncGenerator<CellValue[]> {
  for await (const rows of pages) for (const row of rows) yield row.map(sheetCell);
}

/** A name that a workbook takes for a sheet. */
const sheetName = (text: string): string => text.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);

function workbookOf({ sheet, columns, fixed_columns = 0 }: Layout, pages: Pages): Readable {
  const stream = writeXlsxStream(sheetRows(pages), {
    name: sheetName(sheet),
    columns: columns.map(({ head, width = 24, time, day }) => ({
      header: head,
      width,
      ...(time ? { numFmt: 'dd/mm/yyyy hh:mm' } : day ? { numFmt: 'dd/mm/yyyy' } : {}),
    })),
    freezePane: { rows: 1, columns: fixed_columns },
  });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

/** At most so many rows are read that the PDF holds, with a word where there are more. */
async function* pdfOf(
  { sheet, lines = [], logo = null, charts = [], columns, language }: Layout,
  pages: Pages,
): AsyncGenerator<Uint8Array> {
  const numbers = columns.map(({ decimals }) => numbersIn(language, decimals));
  const textOf = (cell: Cell, i: number): string => {
    if (isDated(cell)) return cell.text;
    return typeof cell === 'number' ? (numbers[i]?.(cell) ?? '') : (cell ?? '');
  };
  const cells: (readonly Cell[])[] = [];
  for await (const rows of pages) {
    cells.push(...rows);
    if (cells.length > PDF_ROWS) break;
  }
  const { page_of, cut: more } = PDF_WORDS[language];
  const printed = cells.slice(0, PDF_ROWS);
  yield await printTable({
    title: sheet,
    lines: cells.length > PDF_ROWS ? [...lines, more] : lines,
    logo,
    charts,
    head: columns.map(({ head }) => head),
    widths: columns.map(({ width = 24 }) => width),
    numeric: columns.map((_, i) => printed.some((row) => typeof row[i] === 'number')),
    rows: printed.map((row) => row.map(textOf)),
    page_of,
  });
}

/**
 * A table that a handler answers as a file. Its first page was read in the call's own transaction; the server reads each
 * further one once the reader has taken the one before, and holds no more than one.
 */
export class TableAnswer {
  readonly name: string;
  readonly type: string;
  readonly write: (readPage: ReadPage) => Readable;
  constructor(fields: Pick<TableAnswer, 'name' | 'type' | 'write'>) {
    this.name = fields.name;
    this.type = fields.type;
    this.write = fields.write;
  }
}

const TYPES = { csv: 'text/csv; charset=utf-8', xlsx: WORKBOOK, pdf: PDF } as const;

/** Answers a file that is there whole: a thread has made it. */
export const readyFile = (name: string, format: PrintFormat, bytes: Uint8Array): TableAnswer =>
  new TableAnswer({
    name: `${name}.${format}`,
    type: TYPES[format],
    write: () => Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]),
  });

/** Answers a table as CSV, as a workbook or printed, as its reader's language has them. */
export function tableAnswer<Row>({ page, ...layout }: TableFile<Row>): TableAnswer {
  const { name, format, columns } = layout;
  const first = cellsOf(columns, page);
  return new TableAnswer({
    name: `${name}.${format}`,
    type: TYPES[format],
    write(readPage) {
      const pages = pagesFrom(first, readPage);
      if (format === 'pdf') return Readable.from(pdfOf(layout, pages));
      return format === 'csv' ? Readable.from(csvOf(layout, pages)) : workbookOf(layout, pages);
    },
  });
}
