import { Worker } from 'node:worker_threads';
import type { Language } from '../language.ts';

/** Rows that a PDF holds at most: who needs more takes a spreadsheet's file. */
export const PDF_ROWS = 5_000;

/** A table as it is printed: every cell a text. */
export interface PdfTable {
  readonly title: string;
  /** Below the title: the company, the filters. */
  readonly lines: readonly string[];
  readonly head: readonly string[];
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

const LOCALE = { en: 'en-GB', it: 'it-IT' } as const;

/** How numbers are written in a PDF. */
export const numbersIn = (language: Language): ((value: number) => string) => {
  const format = new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: 2, useGrouping: 'always' });
  return (value) => format.format(value);
};

/** Makes the PDF in a thread of its own: thousands of rows take seconds, during which others are answered. */
export async function printTable(table: PdfTable): Promise<Uint8Array> {
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    workerData: table,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of a PDF ended with ${code}`)));
  });
}
