import { type AuditAction, recordAudit } from '../audit.ts';
import { AppError, notFound } from '../errors.ts';
import type { PageQuery } from '../http/pages.ts';
import type { Tx } from '../tenancy.ts';
import { type BinKind, withBin, withDeleted } from './bin.ts';
import {
  type Binned,
  countRows,
  deleteRow,
  insertRow,
  isNameTaken,
  type ListRow,
  type ListTable,
  listDeletedRows,
  lockBinned,
  lockList,
  lockRow,
  setDeletedAt,
  updateRow,
} from './company-list.repository.ts';
import { assertVersion } from './version.ts';

type Audited<A> = A extends `${infer Kind}.created`
  ? [`${Kind}.changed` | `${Kind}.removed`] extends [AuditAction]
    ? Kind
    : never
  : never;

/** A list that a company keeps for itself, such as its tags: rows with a name of their own and a version. */
export interface CompanyList<T extends ListRow> extends ListTable {
  readonly atMost: number;
  /** What the audit calls a row, in `…created`, `…changed` and `…removed`. */
  readonly audit: Audited<AuditAction>;
  /** Takes the turn of whoever changes it, where several lists hang together; the table's own unless said. */
  readonly lock?: (tx: Tx) => Promise<void>;
  /** Before a row is made. @throws AppError */
  readonly beforeCreate?: (tx: Tx, given: Partial<T>) => Promise<void>;
  /** Before a changed row is stored. @throws AppError when what hangs on it forbids the change */
  readonly beforeChange?: (tx: Tx, before: T, after: T) => Promise<void>;
  /** Before a row goes. @throws AppError when something uses it */
  readonly beforeRemove?: (tx: Tx, row: T) => Promise<void>;
  /** Tells the pages that show it, once the transaction commits. */
  readonly notify?: (tx: Tx) => Promise<void>;
}

export function nameTaken(): AppError {
  const message = 'This name is taken already';
  return new AppError('conflict', message, { errors: [{ path: 'name', message, code: 'name_taken' }] });
}

export function tooMany(most: number): AppError {
  const message = `A company keeps ${most} of these at most: delete one that nobody uses`;
  return new AppError('conflict', message, {
    errors: [{ path: '', message, code: 'too_many', params: { most } }],
  });
}

const takeTurn = (tx: Tx, { lock, table }: CompanyList<never>): Promise<void> =>
  lock ? lock(tx) : lockList(tx, table);

/** Adds a row. @throws AppError conflict when its name is taken or the company keeps too many; as `beforeCreate` */
export async function createRow<T extends ListRow>(
  tx: Tx,
  list: CompanyList<T>,
  given: Partial<T> & { readonly name: string },
): Promise<T> {
  await takeTurn(tx, list);
  if (await isNameTaken(tx, list, given.name)) throw nameTaken();
  await list.beforeCreate?.(tx, given);
  if ((await countRows(tx, list)) >= list.atMost) throw tooMany(list.atMost);
  const made = await insertRow<T>(tx, list, given);
  await recordAudit(tx, `${list.audit}.created`, String(made.id), { name: made.name });
  await list.notify?.(tx);
  return made;
}

/**
 * Changes a row; what is left out stays.
 * @throws AppError not_found; conflict with the stored one when it was saved in between, and when its new name is taken; as
 * `beforeChange`
 */
export async function changeRow<T extends ListRow>(
  tx: Tx,
  list: CompanyList<T>,
  {
    id,
    version,
    ...given
  }: { id: number; version?: number | undefined } & {
    readonly [K in Exclude<keyof T, keyof ListRow>]?: T[K] | undefined;
  } & { readonly name?: string | undefined },
): Promise<T> {
  await takeTurn(tx, list);
  const before = (await lockRow<T>(tx, list, id)) ?? notFound();
  await assertVersion(before, version, () => before);
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  const after: T = { ...before, ...Object.fromEntries(defined) };
  const fields = list.columns.filter((column) => after[column as keyof T] !== before[column as keyof T]);
  if (fields.length === 0) return before;
  if (after.name !== before.name && (await isNameTaken(tx, list, after.name))) throw nameTaken();
  await list.beforeChange?.(tx, before, after);
  const stored = (await updateRow<T>(tx, list, after)) ?? notFound();
  await recordAudit(tx, `${list.audit}.changed`, String(id), { name: after.name, fields });
  await list.notify?.(tx);
  return stored;
}

/** Deletes a row for ever. @throws AppError not_found; as `beforeRemove` */
export async function removeRow<T extends ListRow>(tx: Tx, list: CompanyList<T>, id: number): Promise<void> {
  await takeTurn(tx, list);
  const row = (await lockRow<T>(tx, list, id)) ?? notFound();
  await list.beforeRemove?.(tx, row);
  await deleteRow(tx, list, id);
  await recordAudit(tx, `${list.audit}.removed`, String(id), { name: row.name });
  await list.notify?.(tx);
}

/** What the audit calls what is done to a list's bin. */
interface BinActions {
  readonly deleted: AuditAction;
  readonly restored: AuditAction;
  readonly purged: AuditAction;
}

export interface ListBin<T extends ListRow> extends BinKind<number, Binned<T>> {
  /** A page of what lies in it, deleted last first, as its call answers it. */
  list(tx: Tx, page: PageQuery): Promise<{ count: number; results: (T & { deleted_at: string })[] }>;
  /** Deletes a row of the bin for ever. @throws AppError not_found; as `beforeRemove` */
  purge(tx: Tx, id: number): Promise<void>;
}

/** The bin of a list that has one; `softDelete` and `restore` take it. */
export function binOf<T extends ListRow>(
  list: CompanyList<T> & { readonly bin: true },
  actions: BinActions,
): ListBin<T> {
  const note = async (tx: Tx, { id, name }: ListRow, action: AuditAction): Promise<void> => {
    await recordAudit(tx, action, String(id), { name });
    await list.notify?.(tx);
  };
  const kind: BinKind<number, Binned<T>> = {
    async hold(tx, id) {
      await takeTurn(tx, list);
      return lockBinned<T>(tx, list, id);
    },
    deletedAt: ({ deleted_at }) => deleted_at,
    present: (_tx, { deleted_at: _, ...row }) => row,
    beforeDelete: async (tx, row) => list.beforeRemove?.(tx, row),
    async beforeRestore(tx, { name }) {
      if (await isNameTaken(tx, list, name)) throw nameTaken();
      if ((await countRows(tx, list)) >= list.atMost) throw tooMany(list.atMost);
    },
    async save(tx, row, deleted_at) {
      await setDeletedAt(tx, list, row.id, deleted_at);
      await note(tx, row, deleted_at ? actions.deleted : actions.restored);
    },
  };
  return {
    ...kind,
    list: (tx, page) => withBin(tx, () => listDeletedRows<T>(tx, list, page)),
    purge: (tx, id) =>
      withDeleted(tx, kind, id, async (row) => {
        await list.beforeRemove?.(tx, row);
        await deleteRow(tx, list, id);
        await note(tx, row, actions.purged);
      }),
  };
}
