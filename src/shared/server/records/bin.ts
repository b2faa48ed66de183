import { notFound } from '../errors.ts';
import type { Tx } from '../tenancy.ts';
import { assertVersion } from './version.ts';

// How many pieces of a transaction's work see the bin just now.
const seeing = new WeakMap<Tx, number>();

async function look(tx: Tx, more: 1 | -1): Promise<void> {
  const before = seeing.get(tx) ?? 0;
  seeing.set(tx, before + more);
  if (Math.min(before, before + more) > 0) return;
  await tx.query(`set local app.with_deleted = '${more > 0 ? 'on' : 'off'}'`);
}

/** Lets the rest of the transaction see what lies in the bin: for housekeeping, and for work that is all about the bin. */
export const showBin = (tx: Tx): Promise<void> => look(tx, 1);

/** Runs `work` with the bin in sight, and hides it again, whatever became of the work; pieces of work may nest. */
export async function withBin<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await look(tx, 1);
  let done: T;
  try {
    done = await work();
  } catch (error) {
    // A statement that failed has broken the transaction, and nothing is seen in it any more.
    await look(tx, -1).catch(() => undefined);
    throw error;
  }
  await look(tx, -1);
  return done;
}

/**
 * A kind of record that goes into a bin before it goes for ever. Its table has a `deleted_at` and the policy by which nobody
 * sees what lies in the bin without asking for it (database/migrations/0010, `kept`). `K` is what names a record.
 */
export interface BinKind<K, R extends { readonly version: number }, T = void> {
  /** The record that the scope may see, held until the transaction ends. */
  readonly hold: (tx: Tx, key: K) => Promise<R | undefined>;
  /** Since when it lies in the bin, if it can be restored; null where it does not. */
  readonly deletedAt: (row: R) => Date | null;
  /** Writes since when it lies there, null to restore it, with the row of the audit and the notices that belong to it. */
  readonly save: (tx: Tx, row: R, deleted_at: Date | null) => Promise<T>;
  /** Before it goes into the bin. @throws AppError where something hangs on it */
  readonly beforeDelete?: (tx: Tx, row: R) => Promise<void>;
  /** Before it comes back. @throws AppError where another one has taken its place */
  readonly beforeRestore?: (tx: Tx, row: R) => Promise<void>;
  /** What whoever saw another version is shown; the row itself unless said. */
  readonly present?: (tx: Tx, row: R) => unknown;
}

/** Puts a record into the bin. @throws AppError not_found; conflict for another version; as `beforeDelete` */
export async function softDelete<K, R extends { readonly version: number }, T>(
  tx: Tx,
  kind: BinKind<K, R, T>,
  key: K,
  { now, version }: { now: Date; version?: number | undefined },
): Promise<T> {
  const row = (await kind.hold(tx, key)) ?? notFound();
  if (kind.deletedAt(row) !== null) notFound();
  await assertVersion(row, version, () => kind.present?.(tx, row) ?? row);
  await kind.beforeDelete?.(tx, row);
  // Once written it is out of sight, which a transaction that does not see the bin may not do.
  return withBin(tx, () => kind.save(tx, row, now));
}

/** Does `work` with a record of the bin. @throws AppError not_found where it does not lie there */
export async function withDeleted<K, R extends { readonly version: number }, T>(
  tx: Tx,
  kind: Pick<BinKind<K, R, unknown>, 'hold' | 'deletedAt'>,
  key: K,
  work: (row: R) => Promise<T>,
): Promise<T> {
  return withBin(tx, async () => {
    const row = (await kind.hold(tx, key)) ?? notFound();
    return kind.deletedAt(row) === null ? notFound() : work(row);
  });
}

/** Restores a record of the bin. @throws AppError not_found where it does not lie there; as `beforeRestore` */
export async function restore<K, R extends { readonly version: number }, T>(
  tx: Tx,
  kind: BinKind<K, R, T>,
  key: K,
): Promise<T> {
  return withDeleted(tx, kind, key, async (row) => {
    await kind.beforeRestore?.(tx, row);
    return kind.save(tx, row, null);
  });
}
