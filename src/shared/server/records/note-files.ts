import type { RecordNotesCalls } from '../../contract/record-notes.ts';
import { notFound } from '../errors.ts';
import type { Services } from '../feature.ts';
import { type Handlers, SENT } from '../http/mount.ts';
import { inScope, type Tx } from '../tenancy.ts';
import { type AttachmentRow, deleteAttachment, findAttachment } from './attachments.repository.ts';
import { beginAttachment, bytesOf, takeAttachment } from './attachments.ts';
import { streamOf, toBeSaved } from './file-transfer.ts';
import { presentAttachment } from './note-answers.ts';
import { assertMayRemove } from './note-rights.ts';
import { findNoted, type Noted, type NotedKind, recordNoteChange } from './noted-kind.ts';

/** What files need of the program. */
export type FileDeps = Pick<Services, 'pool' | 'log'> & {
  readonly config: Pick<Services['config'], 'attachmentsPerCompanyMb'>;
};

const readAttachment = async (tx: Tx, record: Noted, id: number): Promise<AttachmentRow> =>
  (await findAttachment(tx, record, id)) ?? notFound();

/** Files beside records of a kind. */
export function fileHandlers(
  noted: NotedKind,
  { pool, log, config }: FileDeps,
): Handlers<Pick<RecordNotesCalls, 'addAttachment' | 'attachment' | 'removeAttachment'>> {
  return {
    async addAttachment(asked) {
      const { scope, params, query, now, stillAdmitted, reply } = asked;
      reply.code(201);
      // Nobody sends a whole file to be answered that there is no such record.
      await inScope(pool, scope, (tx) => findNoted(noted, tx, params.id), 'read only');
      const show = async (tx: Tx, id: number) =>
        presentAttachment(tx, await readAttachment(tx, await findNoted(noted, tx, params.id), id));
      return takeAttachment(
        { pool, scope, stillAdmitted, log },
        {
          file: query,
          body: streamOf(asked.request),
          hold: () => asked.hold,
          now,
          begin: async (tx) =>
            beginAttachment(tx, await findNoted(noted, tx, params.id), query, config.attachmentsPerCompanyMb),
          async finish(tx, id) {
            await recordNoteChange(noted, tx, 'record.file_added', await findNoted(noted, tx, params.id));
            return show(tx, id);
          },
          show,
        },
      );
    },
    async attachment({ scope, params, reply, stillAdmitted }) {
      const file = await inScope(
        pool,
        scope,
        async (tx) => readAttachment(tx, await findNoted(noted, tx, params.id), params.attachment_id),
        'read only',
      );
      const size = Number(file.size_bytes);
      await toBeSaved(reply, file).send(bytesOf({ pool, scope, stillAdmitted }, { id: file.id, size }));
      return SENT;
    },
    async removeAttachment({ tx, params }) {
      const record = await findNoted(noted, tx, params.id);
      const row = await readAttachment(tx, record, params.attachment_id);
      assertMayRemove(tx, row.author_id);
      await deleteAttachment(tx, row.id);
      await recordNoteChange(noted, tx, 'record.file_removed', record);
    },
  };
}
