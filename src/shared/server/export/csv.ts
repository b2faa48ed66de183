import { csvText } from '../../units/csv-text.ts';
import type { Language } from '../language.ts';

/** How a language's spreadsheets want a file: where cells part, and how numbers are written. */
export interface CsvStyle {
  separator: ',' | ';';
  decimal: '.' | ',';
}

export const CSV_STYLES: Readonly<Record<Language, CsvStyle>> = {
  en: { separator: ',', decimal: '.' },
  it: { separator: ';', decimal: ',' },
};

/**
 * One row of a CSV file as RFC 4180 has it, its line break included. A text that a spreadsheet would work out begins with
 * an apostrophe, so that it stays a text.
 */
export function csvRow(cells: readonly (string | number | null)[], { separator, decimal }: CsvStyle): string {
  return `${cells.map((cell) => cellOf(cell, decimal)).join(separator)}\r\n`;
}

function cellOf(cell: string | number | null, decimal: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  return csvText(cell);
}
