import type { Capability } from '../../contract/capabilities.ts';
import type { Topic } from '../../contract/topics.ts';
import { type AuditAction, recordAudit } from '../audit.ts';
import { AppError, notFound } from '../errors.ts';
import type { Language } from '../language.ts';
import { notifyTopics } from '../live/notice.ts';
import type { Tx } from '../tenancy.ts';
import type { RecordOf } from './record-notes.repository.ts';

/** A kind of record that comments, files and an assignment hang on. */
export interface NotedKind {
  /** Stays for good: the notes are kept by it. */
  readonly kind: string;
  /** The topic and the capability to write, as its calls declare them. */
  readonly topic: Topic;
  readonly write: Capability;
  /** The record that the scope may see: what it is called, and its plant, null where it belongs to none. */
  readonly find: (tx: Tx, id: number) => Promise<{ name: string; plant_id: number | null } | undefined>;
  /** Whether its files stand for good: none is added, none goes. */
  readonly isFixed?: (tx: Tx, id: number) => Promise<boolean>;
  /** What its notifications are called in the preferences, `Devices`. */
  readonly words: Readonly<Record<Language, string>>;
  /** Where a record's notes are shown: a path of the portal. */
  readonly link: (id: string) => string;
}

/** A record of the kind, as its notes know it. */
export type Noted = RecordOf & { readonly name: string };

/** The record that the scope may see. @throws AppError not_found */
export async function findNoted({ kind, find }: NotedKind, tx: Tx, id: number): Promise<Noted> {
  const found = (await find(tx, id)) ?? notFound();
  return { ...found, kind, id };
}

/** @throws AppError conflict where the files of a record stand for good */
export async function assertNotFixed({ isFixed }: NotedKind, tx: Tx, { id }: Noted): Promise<void> {
  if (!(await isFixed?.(tx, id))) return;
  const message = 'This record is closed: its files stay as they are';
  throw new AppError('conflict', message, { errors: [{ path: 'file', message, code: 'record_fixed' }] });
}

/** Records in the audit what was done with a record's notes, and has browsers ask for them again. */
export async function recordNoteChange(
  { kind, topic }: NotedKind,
  tx: Tx,
  action: AuditAction,
  { id, name }: Noted,
): Promise<void> {
  await recordAudit(tx, action, `${kind}:${id}`, { name });
  await notifyTopics(tx, [topic]);
}
