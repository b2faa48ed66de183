import { listMemberNames } from '../account-names.repository.ts';
import { notFound } from '../errors.ts';
import type { PageQuery } from '../http/pages.ts';
import type { Tx } from '../tenancy.ts';
import { withBin } from './bin.ts';
import { findBinned, findPage, type Selection } from './record-book.repository.ts';
import type { AnyBook, FiltersOf, RecordBook, RowOf, SortOf } from './record-book-kind.ts';

export type ListQuery<B extends AnyBook> = FiltersOf<B> & {
  readonly sort?: SortOf<B> | `-${SortOf<B>}` | undefined;
};

/** Which records a query means, and in which order. */
export async function askedBy<B extends AnyBook>(
  tx: Tx,
  book: RecordBook<B>,
  query: ListQuery<B>,
): Promise<Selection> {
  return { where: await book.where(tx, query), sort: query.sort ?? book.usual };
}

/** Records in the order of their numbers; one that is gone, or out of sight, is left out. */
export async function rowsInOrder<B extends AnyBook>(
  tx: Tx,
  book: RecordBook<B>,
  ids: readonly number[],
): Promise<RowOf<B>[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await book.rows(tx, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A record that the scope may see. @throws AppError not_found */
export async function findRecord<B extends AnyBook>(
  tx: Tx,
  book: RecordBook<B>,
  id: number,
): Promise<RowOf<B>> {
  const [row] = await book.rows(tx, [id]);
  return row ?? notFound();
}

/** A page of the records that fit. */
export async function pageOfRecords<B extends AnyBook>(
  tx: Tx,
  book: RecordBook<B>,
  query: ListQuery<B> & PageQuery,
): Promise<{ count: number; results: RowOf<B>[] }> {
  const { count, ids } = await findPage(tx, book, await askedBy(tx, book, query), query);
  return { count, results: await rowsInOrder(tx, book, ids) };
}

/** A page of the bin: records with since when they lie there, and who put them there. */
export async function pageOfBin<B extends AnyBook>(
  tx: Tx,
  book: RecordBook<B>,
  page: PageQuery,
): Promise<{ count: number; results: (RowOf<B> & { deleted_at: string; deleted_by: string | null })[] }> {
  return withBin(tx, async () => {
    const { count, rows } = await findBinned(tx, book, page);
    const names = await listMemberNames(
      tx,
      rows.map(({ deleted_by }) => deleted_by),
    );
    const binned = new Map(rows.map((row) => [row.id, row]));
    const records = await rowsInOrder(tx, book, [...binned.keys()]);
    const results = records.flatMap((record) => {
      const row = binned.get(record.id);
      if (!row) return [];
      const deleted_by = row.deleted_by === null ? null : (names.get(row.deleted_by) ?? null);
      return [{ ...record, deleted_at: row.deleted_at.toISOString(), deleted_by }];
    });
    return { count, results };
  });
}
