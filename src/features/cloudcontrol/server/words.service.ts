import type { AuditAction } from '../../../shared/server/audit.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { catalogueDoor } from '../../plants/server/catalogue.public.ts';
import {
  countWords,
  deleteWord,
  insertWord,
  isWordTaken,
  lockWord,
  updateWord,
  type WordRow,
  type WordTable,
} from './words.repository.ts';

/** A kind of the company's own words, and what is particular about it. */
export interface WordKind<T extends WordRow> {
  readonly of: WordTable;
  readonly atMost: number;
  readonly audit: 'category' | 'variable_group' | 'tag';
  /** Before a changed row is stored. @throws AppError when what hangs on it forbids the change */
  readonly onChange?: (tx: Tx, before: T, after: T) => Promise<void>;
  /** Before a row goes. @throws AppError when something uses it */
  readonly onRemove?: (tx: Tx, row: T) => Promise<void>;
}

const actionOf = ({ audit }: Pick<WordKind<never>, 'audit'>, deed: 'created' | 'changed' | 'removed') =>
  `${audit}.${deed}` as const satisfies AuditAction;

/** Adds a word. @throws AppError conflict when its name is taken or the company keeps too many */
export async function createWord<T extends WordRow>(
  tx: Tx,
  kind: WordKind<T>,
  given: Readonly<Record<string, unknown>> & { readonly name: string },
): Promise<T> {
  await catalogueDoor.lock(tx);
  if (await isWordTaken(tx, kind.of, given.name)) throw catalogueDoor.refusal('name_taken');
  const { atMost: max } = kind;
  if ((await countWords(tx, kind.of)) >= max) throw catalogueDoor.refusal('too_many', { most: max });
  const made = await insertWord<T>(tx, kind.of, given);
  await recordAudit(tx, actionOf(kind, 'created'), String(made.id), { name: made.name });
  await catalogueDoor.tell(tx);
  return made;
}

interface Change {
  id: number;
  version?: number | undefined;
}

/**
 * Changes a word; what is left out stays.
 * @throws AppError not_found; conflict with the stored one when it was saved in between, when its new name is taken, and
 * as its kind says
 */
export async function changeWord<T extends WordRow>(
  tx: Tx,
  kind: WordKind<T>,
  { id, version, ...given }: Change,
): Promise<T> {
  await catalogueDoor.lock(tx);
  const before = (await lockWord<T>(tx, kind.of, id)) ?? notFound();
  await assertVersion(before, version, () => before);
  const told = Object.entries(given).filter(([, value]) => value !== undefined);
  const after: T = { ...before, ...Object.fromEntries(told) };
  const fields = kind.of.columns.filter((column) => after[column as keyof T] !== before[column as keyof T]);
  if (fields.length === 0) return before;
  if (after.name !== before.name && (await isWordTaken(tx, kind.of, after.name))) {
    throw catalogueDoor.refusal('name_taken');
  }
  await kind.onChange?.(tx, before, after);
  const stored = (await updateWord<T>(tx, kind.of, after)) ?? notFound();
  await recordAudit(tx, actionOf(kind, 'changed'), String(id), { name: after.name, fields });
  await catalogueDoor.tell(tx);
  return stored;
}

/** Deletes a word. @throws AppError not_found; conflict as its kind says */
export async function removeWord<T extends WordRow>(tx: Tx, kind: WordKind<T>, id: number): Promise<void> {
  await catalogueDoor.lock(tx);
  const row = (await lockWord<T>(tx, kind.of, id)) ?? notFound();
  await kind.onRemove?.(tx, row);
  await deleteWord(tx, kind.of, id);
  await recordAudit(tx, actionOf(kind, 'removed'), String(id), { name: row.name });
  await catalogueDoor.tell(tx);
}
