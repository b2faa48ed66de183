import { writeXlsx } from 'hucre/xlsx';
import type { ChartSheet } from './xlsx.model.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook of one sheet, its head kept in sight. This module is fetched with the first workbook that is saved. */
export async function xlsxFile({ name, columns, rows }: ChartSheet): Promise<Blob> {
  const bytes = await writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map(({ format, width }) => ({ numFmt: format, width })),
        rows,
        freezePane: { rows: 1 },
      },
    ],
  });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: TYPE });
}
