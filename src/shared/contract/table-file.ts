import { z } from 'zod';

/** What a workbook of a spreadsheet program is called. */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const PDF = 'application/pdf';

export const TableFormat = z.enum(['csv', 'xlsx']).default('csv');
export type TableFormat = z.infer<typeof TableFormat>;

/** The same, or printed: landscape, its first 5,000 rows. */
export const PrintFormat = z.enum(['csv', 'xlsx', 'pdf']).default('csv');
export type PrintFormat = z.infer<typeof PrintFormat>;

/** What one says of a table that one wants as a file; without a language it is the request's. */
export const TableFileQuery = z.object({ language: z.enum(['it', 'en']).optional(), format: TableFormat });

/** The part of a call's declaration that says that its answer is a table as a file, whole, however long it is. */
export const tableFile = {
  ok: z.instanceof(Blob),
  produces: 'text/csv',
  produces_also: [WORKBOOK],
  timeout_s: 120,
} as const;
