import { type AuditAction, recordAudit } from '../audit.ts';
import { beforeAndAfter, changedFields, definedFields } from '../changed-fields.ts';
import { notFound } from '../errors.ts';
import { notifyTopics } from '../live/notice.ts';
import type { Tx } from '../tenancy.ts';
import { type BinKind, restore, softDelete, withBin, withDeleted } from './bin.ts';
import {
  deleteRecord,
  findByClientKey,
  type HeldRecord,
  insertRecord,
  lockRecord,
  setBinned,
  updateRecord,
} from './record-book.repository.ts';
import type { AnyBook, ChangeOf, NewOf, RecordBook, RowOf } from './record-book-kind.ts';
import { findRecord } from './record-book-reads.ts';
import { deleteNotes } from './record-notes.repository.ts';
import { assertVersion } from './version.ts';

/** What is done to the records of a book, each with its row of the audit and its notice to the browsers. */
export function recordBookWrites<B extends AnyBook>(book: RecordBook<B>, calls: B['calls']) {
  type Row = RowOf<B>;
  const note = async (tx: Tx, row: Row, step: string, detail: object = {}): Promise<void> => {
    await recordAudit(tx, `${book.kind}.${step}` as AuditAction, String(row.id), {
      name: book.nameOf(row),
      ...detail,
    });
    await notifyTopics(tx, calls.create.topics ?? []);
  };

  /** What was made already with the key that is sent. */
  const madeBefore = async (tx: Tx, client_key: string | undefined): Promise<Row | undefined> => {
    if (client_key === undefined) return undefined;
    return withBin(tx, async () => {
      const id = await findByClientKey(tx, book, client_key);
      return id === undefined ? undefined : findRecord(tx, book, id);
    });
  };

  async function create(tx: Tx, given: NewOf<B>, now: Date): Promise<Row> {
    const { client_key } = (book.keyed ? given : {}) as { client_key?: string };
    const before = await madeBefore(tx, client_key);
    if (before) return before;
    const written = { before: null, given, now } as const;
    const columns = await book.columns(tx, written);
    const id = await insertRecord(tx, book, { ...columns, ...(client_key && { client_key }) });
    await book.saved?.(tx, { ...written, id });
    const row = await findRecord(tx, book, id);
    await note(tx, row, 'created');
    return row;
  }

  async function change(
    tx: Tx,
    id: number,
    { version, ...sent }: ChangeOf<B> & { version?: number | undefined },
    now: Date,
  ): Promise<Row> {
    const held = (await lockRecord(tx, book, id)) ?? notFound();
    const before = await findRecord(tx, book, id);
    await assertVersion(held, version, () => before);
    const given = definedFields(sent) as ChangeOf<B>;
    if (Object.keys(changedFields(before, given)).length === 0) return before;
    const written = { before, given, now } as const;
    await updateRecord(tx, book, id, await book.columns(tx, written));
    await book.saved?.(tx, { ...written, id });
    const row = await findRecord(tx, book, id);
    const { version: _, ...changes } = changedFields(before, row);
    await note(tx, row, 'changed', {
      fields: Object.keys(changes).filter((name) => name in given),
      ...beforeAndAfter(before, changes, book.told ?? []),
    });
    return row;
  }

  type Held = HeldRecord & { readonly row: Row };
  const bin: BinKind<number, Held> = {
    async hold(tx, id) {
      const held = await lockRecord(tx, book, id);
      return held && { ...held, row: await findRecord(tx, book, id) };
    },
    deletedAt: ({ deleted_at }) => deleted_at,
    present: (_tx, { row }) => row,
    beforeDelete: async (tx, { row }) => book.beforeRemove?.(tx, row),
    beforeRestore: async (tx, { row }) => book.beforeRestore?.(tx, row),
    async save(tx, { id, row }, deleted_at) {
      await setBinned(tx, book, id, deleted_at);
      await book.moved?.(tx, row, deleted_at);
      await note(tx, row, deleted_at ? 'removed' : 'restored');
    },
  };
  return {
    create,
    change,
    remove: (tx: Tx, id: number, now: Date) => softDelete(tx, bin, id, { now }),
    restore: (tx: Tx, id: number) => restore(tx, bin, id),
    purge: (tx: Tx, id: number) =>
      withDeleted(tx, bin, id, async ({ row }) => {
        await book.beforePurge?.(tx, row);
        await deleteNotes(tx, { kind: book.kind, id });
        await deleteRecord(tx, book, id);
        await note(tx, row, 'purged');
      }),
  };
}
