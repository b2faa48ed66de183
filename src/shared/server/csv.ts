/** How a language's spreadsheets want a file: where cells part, and how numbers are written. */
export interface CsvStyle {
  separator: ',' | ';';
  decimal: '.' | ',';
}

// What a spreadsheet takes for the beginning of a formula; the full-width signs are read as the others.
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const QUOTED = /[",;\r\n]/;

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
  return quoted(FORMULA.test(cell) ? `'${cell}` : cell);
}

const quoted = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
