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
import { assertNotFixed, findNoted, type Noted, type NotedKind, recordNoteChange } from './noted-kind.ts';

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
          async begin(tx) {
            const record = await findNoted(noted, tx, params.id);
            const most_mb = config.attachmentsPerCompanyMb;
            const begun = await beginAttachment(tx, record, query, { most_mb, now });
            // What came whole before is answered, whatever its record has become since.
            if (!begun.received) await assertNotFixed(noted, tx, record);
            return begun;
          },
          async finish(tx, id) {
            const record = await findNoted(noted, tx, params.id);
            await assertNotFixed(noted, tx, record);
            await recordNoteChange(noted, tx, 'record.file_added', record);
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
      await assertNotFixed(noted, tx, record);
      await deleteAttachment(tx, row.id);
      await recordNoteChange(noted, tx, 'record.file_removed', record);
    },
  };
}
