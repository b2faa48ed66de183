import type { RecordNotesCalls } from '../../contract/record-notes.ts';
import type { Handlers } from '../http/mount.ts';
import { listAttachments } from './attachments.repository.ts';
import { presentAssignment, presentAttachment } from './note-answers.ts';
import { assignmentHandlers } from './note-assignment.ts';
import { commentHandlers } from './note-comments.ts';
import { type FileDeps, fileHandlers } from './note-files.ts';
import { notificationsOf } from './note-notifications.ts';
import { findNoted, type NotedKind } from './noted-kind.ts';
import { findAssignment } from './record-notes.repository.ts';

/**
 * Comments, files and an assignment for records of a kind: the handlers of its `recordNotesCalls`, and what it notifies
 * people of. Whoever purges a record calls `deleteNotes`.
 */
export function recordNotes(noted: NotedKind) {
  const { assigned, commented } = notificationsOf(noted);
  const handlers = (deps: FileDeps): Handlers<RecordNotesCalls> => ({
    async notes({ tx, params }) {
      const record = await findNoted(noted, tx, params.id);
      const attachments = await listAttachments(tx, record);
      return {
        assignment: presentAssignment(await findAssignment(tx, record)),
        attachments: attachments.map((row) => presentAttachment(tx, row)),
      };
    },
    ...commentHandlers(noted, commented),
    ...fileHandlers(noted, deps),
    ...assignmentHandlers(noted, assigned),
  });
  return { handlers, notifications: [assigned, commented] as const };
}
