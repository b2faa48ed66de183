import { WORKBOOK } from '../../contract/table-file.ts';

/** Files with a table that a person may choose, by what machines call them. */
export const TABLE_FILES: Record<string, string[]> = {
  'text/csv': ['.csv'],
  'text/plain': ['.txt', '.csv', '.tsv', '.dat'],
  'text/tab-separated-values': ['.tsv'],
  // What Windows calls a CSV file where a spreadsheet program is installed.
  'application/vnd.ms-excel': ['.csv'],
  [WORKBOOK]: ['.xlsx'],
};

/**
 * A chosen file as it is now, under its own kind: not every machine knows what a workbook is called, and one that is still
 * open in a spreadsheet program cannot be read again once it was saved there.
 */
export async function tableBlob(file: File): Promise<Blob> {
  const type = file.name.toLowerCase().endsWith('.xlsx') ? WORKBOOK : 'text/csv';
  return new Blob([await file.arrayBuffer()], { type });
}
