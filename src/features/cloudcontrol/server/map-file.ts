import { type WrittenCell, type WrittenVariable, writeMap } from '../../../devices/map/write-map.ts';
import type { TableFormat } from '../../../shared/contract/table-file.ts';
import { type TableAnswer, tableAnswer } from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';

/** Characters that a column shows: as many as its longest cell, within reason. */
const widthOf = (rows: readonly (readonly unknown[])[], place: number): number =>
  Math.min(36, Math.max(...rows.map((row) => String(row[place] ?? '').length)) + 3);

export interface MapFile {
  /** Of the file and its sheet, without what the name of a file must not hold. */
  readonly name: string;
  readonly variables: readonly WrittenVariable[];
}

/** A map of registers as a file. */
export function mapFile(
  { name, variables }: MapFile,
  { language, format }: { language: Language; format: TableFormat },
): TableAnswer {
  const [head = [], ...rows] = writeMap(variables);
  return tableAnswer<WrittenCell[]>({
    name,
    sheet: name,
    language,
    format,
    columns: head.map((field, place) => ({
      head: String(field),
      width: widthOf([head, ...rows], place),
      of: (row) => row[place] ?? null,
    })),
    fixed_columns: 1,
    page: { rows },
  });
}
