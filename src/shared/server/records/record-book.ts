import type { Area } from '../../contract/call.ts';
import type { Handlers } from '../http/mount.ts';
import type { PageQuery } from '../http/pages.ts';
import type { Language } from '../language.ts';
import type { Tx } from '../tenancy.ts';
import { listHistory } from './history.repository.ts';
import { matching } from './record-book.repository.ts';
import { bookFile, type FileQuery } from './record-book-file.ts';
import type { AnyBook, ChangeOf, FiltersOf, NewOf, RecordBook } from './record-book-kind.ts';
import { findRecord, type ListQuery, pageOfBin, pageOfRecords } from './record-book-reads.ts';
import { recordBookWrites } from './record-book-writes.ts';

/**
 * The records of a book on the server: the handlers of its calls, and the same steps for an area's own code, which are given
 * the transaction. `matching` is the condition of the records that fit some filters, for figures about all of them.
 */
export function recordBookOf<B extends AnyBook>(contract: B, book: RecordBook<B>) {
  const writes = recordBookWrites<B>(book, contract.calls);
  return {
    ...writes,
    find: (tx: Tx, id: number) => findRecord(tx, book, id),
    matching: async (tx: Tx, filters: FiltersOf<B>) => matching(tx, book, await book.where(tx, filters)),
    handlers: handlersOf(contract, book, writes),
  };
}

type Calls<B extends AnyBook> = Handlers<B['calls'] & Area>;

/** What a handler of a book is given; its calls, which declare it, hold schemas that are known to the area alone. */
interface Query<Q = PageQuery, Body = undefined> {
  readonly tx: Tx;
  readonly params: { readonly id: number };
  readonly query: Q;
  readonly body: Body;
  readonly now: Date;
  readonly language: Language;
}

function handlersOf<B extends AnyBook>(
  { columns }: B,
  book: RecordBook<B>,
  { create, change, remove, restore, purge }: ReturnType<typeof recordBookWrites<B>>,
): Calls<B> {
  const handlers = {
    list: ({ tx, query }: Query<ListQuery<B> & PageQuery>) => pageOfRecords(tx, book, query),
    get: ({ tx, params }: Query) => findRecord(tx, book, params.id),
    create: ({ tx, body, now }: Query<undefined, NewOf<B>>) => create(tx, body, now),
    update: ({ tx, params, body, now }: Query<undefined, ChangeOf<B>>) => change(tx, params.id, body, now),
    remove: ({ tx, params, now }: Query) => remove(tx, params.id, now),
    async history({ tx, params, query }: Query) {
      await findRecord(tx, book, params.id);
      return listHistory(tx, { kind: book.kind, id: params.id }, query);
    },
    listBin: ({ tx, query }: Query) => pageOfBin(tx, book, query),
    restore: ({ tx, params }: Query) => restore(tx, params.id),
    purge: ({ tx, params }: Query) => purge(tx, params.id),
    exportList: ({ tx, query, language, now }: Query<FileQuery<B>>) =>
      bookFile(tx, book, query, { columns, language, now }),
  };
  return handlers as unknown as Calls<B>;
}
