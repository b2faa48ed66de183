import type { PrintFormat } from '../../contract/table-file.ts';
import { findCompanyName } from '../endpoints/allowed.repository.ts';
import { findPrintedLogo } from '../export/company-logo.repository.ts';
import { EXPORT_PAGE, type TableAnswer, type TablePage, tableAnswer } from '../export/table-answer.ts';
import type { Language } from '../language.ts';
import type { Tx } from '../tenancy.ts';
import { findAll } from './record-book.repository.ts';
import type { AnyBook, BookColumn, RecordBook, RowOf } from './record-book-kind.ts';
import { askedBy, type ListQuery, rowsInOrder } from './record-book-reads.ts';

export type FileQuery<B extends AnyBook> = ListQuery<B> & {
  readonly format: PrintFormat;
  readonly language?: Language | undefined;
  readonly columns?: readonly B['columns'][number][] | undefined;
};

/** Records by their numbers, which are known from the beginning: what is added meanwhile is not among them. */
async function pageFrom<B extends AnyBook>(
  tx: Tx,
  book: RecordBook<B>,
  ids: readonly number[],
): Promise<TablePage<RowOf<B>>> {
  const rest = ids.slice(EXPORT_PAGE);
  return {
    rows: await rowsInOrder(tx, book, ids.slice(0, EXPORT_PAGE)),
    next: rest.length > 0 ? (later) => pageFrom(later, book, rest) : undefined,
  };
}

/** The records that fit as a file, with the columns that were asked for. */
export async function bookFile<B extends AnyBook>(
  tx: Tx,
  book: RecordBook<B>,
  query: FileQuery<B>,
  { columns: all, language: asked, now }: { columns: B['columns']; language: Language; now: Date },
): Promise<TableAnswer> {
  const { format, language = asked, columns = all } = query;
  const { title, file, fields } = book.words[language];
  const ids = await findAll(tx, book, await askedBy(tx, book, query));
  return tableAnswer<RowOf<B>>({
    name: `${file}-${now.toISOString().slice(0, 10)}`,
    sheet: title,
    language,
    format,
    lines:
      format === 'pdf'
        ? [(await findCompanyName(tx)) ?? '', ...((await book.said?.(tx, query, language)) ?? [])]
        : [],
    logo: format === 'pdf' ? await findPrintedLogo(tx) : null,
    columns: columns.map((name: B['columns'][number]) => {
      const { of, ...column }: BookColumn<RowOf<B>> = book.file[name];
      return { ...column, head: fields[name], of: (row: RowOf<B>) => of(row, language) };
    }),
    page: await pageFrom(tx, book, ids),
  });
}
