import { writeXlsx } from 'hucre';
import { type WrittenCell, type WrittenVariable, writeMap } from '../../../devices/map/write-map.ts';
import { type CsvStyle, csvRow } from '../../../shared/server/csv.ts';
import { guarded, unguarded } from '../../../shared/units/csv-text.ts';

export type MapLanguage = 'en' | 'it';

const STYLES: Readonly<Record<MapLanguage, CsvStyle>> = {
  en: { separator: ',', decimal: '.' },
  it: { separator: ';', decimal: ',' },
};

/** A map as CSV, with the mark by which a spreadsheet knows that it is in UTF-8. */
export function mapCsv(variables: readonly WrittenVariable[], language: MapLanguage): string {
  return `\uFEFF${writeMap(variables)
    .map((row) => csvRow(row, STYLES[language]))
    .join('')}`;
}

/** Characters that a column shows: as many as its longest cell, within reason. */
const widthOf = (rows: readonly (readonly unknown[])[], place: number): number =>
  Math.min(36, Math.max(...rows.map((row) => String(row[place] ?? '').length)) + 3);

/** A workbook works out no text; one that looks guarded is guarded, so that reading takes off only that. */
const kept = (cell: WrittenCell): WrittenCell =>
  typeof cell === 'string' && unguarded(cell) !== cell ? guarded(cell) : cell;

/** The same as a workbook: its head kept in sight, numbers as numbers. */
export async function mapXlsx(variables: readonly WrittenVariable[], sheet: string): Promise<Uint8Array> {
  const rows = writeMap(variables).map((row) => row.map(kept));
  return writeXlsx({
    sheets: [
      {
        name: sheet,
        columns: (rows[0] ?? []).map((_, place) => ({ width: widthOf(rows, place) })),
        rows,
        freezePane: { rows: 1, columns: 1 },
      },
    ],
  });
}
