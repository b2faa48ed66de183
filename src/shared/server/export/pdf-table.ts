import type { Language } from '../language.ts';
import type { PdfChart } from './pdf-chart.ts';
import { printed } from './print-thread.ts';

/** Rows that a PDF holds at most: who needs more takes a spreadsheet's file. */
export const PDF_ROWS = 5_000;

/** A table as it is printed: every cell a text. */
export interface PdfTable {
  readonly title: string;
  /** Below the title: the company, the filters. */
  readonly lines: readonly string[];
  readonly head: readonly string[];
  /** Of the company, a png in base64; null where it has none. */
  readonly logo: string | null;
  /** Between title and table. */
  readonly charts: readonly PdfChart[];
  /** Characters of each column, which share the width of the page. */
  readonly widths: readonly number[];
  /** Columns that are set right. */
  readonly numeric: readonly boolean[];
  readonly rows: readonly (readonly string[])[];
  /** "Page {page} of {pages}" */
  readonly page_of: string;
}

export const PDF_WORDS = {
  en: {
    page_of: 'Page {page} of {pages}',
    cut: 'Only the first 5,000 rows are printed: the files for spreadsheets have all.',
  },
  it: {
    page_of: 'Pagina {page} di {pages}',
    cut: 'Sono stampate solo le prime 5.000 righe: i file per fogli di calcolo le hanno tutte.',
  },
} as const satisfies Record<Language, object>;

/** Makes the PDF of a table. */
export const printTable = (table: PdfTable): Promise<Uint8Array> => printed({ table });
