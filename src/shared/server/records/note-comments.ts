import type { RecordNotesCalls } from '../../contract/record-notes.ts';
import { notFound } from '../errors.ts';
import type { Handlers } from '../http/mount.ts';
import type { PublishedKind } from '../notifications/kinds.ts';
import { publish } from '../notifications/publish.ts';
import type { Tx } from '../tenancy.ts';
import { keyUsed } from './attachments.ts';
import { presentComment } from './note-answers.ts';
import type { Named } from './note-notifications.ts';
import { assertMayRemove, notYours } from './note-rights.ts';
import { findNoted, type Noted, type NotedKind, recordNoteChange } from './noted-kind.ts';
import {
  blankComment,
  type CommentRow,
  findAssignment,
  findCommentByKey,
  insertComment,
  listAuthors,
  listComments,
  lockComment,
  updateComment,
} from './record-notes.repository.ts';
import { assertVersion } from './version.ts';

type CommentCalls = Pick<RecordNotesCalls, 'comments' | 'addComment' | 'changeComment' | 'removeComment'>;

/** Comments on records of a kind. `commented`: what tells people of a new one. */
export function commentHandlers(noted: NotedKind, commented: PublishedKind<Named>): Handlers<CommentCalls> {
  const readComment = async (tx: Tx, record: Noted, id: number): Promise<CommentRow> =>
    (await lockComment(tx, record, id)) ?? notFound();

  async function addComment(tx: Tx, id: number, given: { text: string; client_key?: string | undefined }) {
    const record = await findNoted(noted, tx, id);
    const { text, client_key } = given;
    const made = await insertComment(tx, record, { text, client_key });
    if (made === undefined) {
      const before = client_key === undefined ? undefined : await findCommentByKey(tx, record, client_key);
      if (before === undefined) throw keyUsed();
      return presentComment(tx, await readComment(tx, record, before));
    }
    await recordNoteChange(noted, tx, 'record.commented', record);
    const assignee = (await findAssignment(tx, record))?.user_id ?? null;
    const to = new Set(await listAuthors(tx, record));
    if (assignee !== null) to.add(assignee);
    const { name, plant_id } = record;
    await publish(tx, commented, { subject: id, plant_id, params: { name }, to: [...to] });
    return presentComment(tx, await readComment(tx, record, made));
  }

  async function changeComment(
    tx: Tx,
    { id, comment_id }: { id: number; comment_id: number },
    { text, version, now }: { text: string; version?: number | undefined; now: Date },
  ) {
    const record = await findNoted(noted, tx, id);
    const row = await readComment(tx, record, comment_id);
    if (row.author_id !== tx.scope.user_id) throw notYours();
    await assertVersion(row, version, () => presentComment(tx, row));
    if (row.removed_at !== null) notFound();
    if (row.body === text) return presentComment(tx, row);
    await updateComment(tx, comment_id, text, now);
    await recordNoteChange(noted, tx, 'record.comment_changed', record);
    return presentComment(tx, await readComment(tx, record, comment_id));
  }

  async function removeComment(tx: Tx, { id, comment_id }: { id: number; comment_id: number }, now: Date) {
    const record = await findNoted(noted, tx, id);
    const row = await readComment(tx, record, comment_id);
    assertMayRemove(tx, row.author_id);
    if (row.removed_at !== null) return;
    await blankComment(tx, comment_id, now);
    await recordNoteChange(noted, tx, 'record.comment_removed', record);
  }

  return {
    async comments({ tx, params, query }) {
      const { count, rows } = await listComments(tx, await findNoted(noted, tx, params.id), query);
      return { count, results: rows.map((row) => presentComment(tx, row)) };
    },
    addComment: ({ tx, params, body }) => addComment(tx, params.id, body),
    changeComment: ({ tx, params, body, now }) => changeComment(tx, params, { ...body, now }),
    removeComment: ({ tx, params, now }) => removeComment(tx, params, now),
  };
}
