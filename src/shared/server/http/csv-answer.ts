import { type CsvStyle, csvRow } from '../csv.ts';
import type { Language } from '../language.ts';
import { FileAnswer } from './mount.ts';

const STYLES: Readonly<Record<Language, CsvStyle>> = {
  en: { separator: ',', decimal: '.' },
  it: { separator: ';', decimal: ',' },
};

/**
 * A list that is short enough to be sent whole, its head first, with the mark by which a spreadsheet knows UTF-8.
 * @param name of the file, before the day
 */
export function csvAnswer(
  name: string,
  rows: readonly (readonly (string | number | null)[])[],
  { language, now }: { readonly language: Language; readonly now: Date },
): FileAnswer {
  const text = rows.map((row) => csvRow(row, STYLES[language])).join('');
  return new FileAnswer(`${name}-${now.toISOString().slice(0, 10)}.csv`, `\uFEFF${text}`);
}
