import { AppError } from '../../../shared/server/errors.ts';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import type { AttachmentRow } from '../../../shared/server/records/attachments.repository.ts';
import { beginAttachment, bytesOf, takeAttachment } from '../../../shared/server/records/attachments.ts';
import { pdfToBeSeen, streamOf } from '../../../shared/server/records/file-transfer.ts';
import type { FileDeps } from '../../../shared/server/records/note-files.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import type { documentsCalls } from '../documents.contract.ts';
import {
  addDocument,
  binDocument,
  binnedDocumentsOf,
  changeDocument,
  documentOfFile,
  documentsOf,
  filesOf,
  findFile,
  purgeDocument,
  restoreDocument,
} from './documents.service.ts';
import { findPlant } from './plants.repository.ts';
import { getPlant } from './plants.service.ts';

// spec §8: 'No such file'. Of a plant that there is not, or that is hidden, it says the same.
function noSuchFile(): AppError {
  const message = 'No such file';
  return new AppError('not_found', message, { errors: [{ path: 'id', message, code: 'no_such_file' }] });
}

async function readFile(
  tx: Tx,
  { proj_code, id }: { proj_code: string; id?: number | undefined },
): Promise<AttachmentRow> {
  const plant = await findPlant(tx, proj_code);
  const file = plant && (await findFile(tx, plant.master_id, id));
  if (!file) throw noSuchFile();
  return file;
}

/** Documents of plants. */
export const documentsHandlers = ({ pool, log, config }: FileDeps): Handlers<typeof documentsCalls> => ({
  list: ({ tx, query }) => documentsOf(tx, query.proj_code),
  async add(asked) {
    const { scope, query, now, stillAdmitted, reply } = asked;
    const { proj_code, title, kind, ...file } = query;
    reply.code(201);
    // Nobody sends a whole file to be answered that there is no such plant.
    const plant = await inScope(pool, scope, (tx) => getPlant(tx, proj_code), 'read only');
    const plant_id = plant.master_id;
    return takeAttachment(
      { pool, scope, stillAdmitted, log },
      {
        file,
        body: streamOf(asked.request),
        hold: () => asked.hold,
        now,
        only: 'application/pdf',
        begin: async (tx) =>
          beginAttachment(tx, filesOf(plant_id), file, { most_mb: config.attachmentsPerCompanyMb, now }),
        // The plant may have been archived while its file came.
        finish: async (tx, attachment_id) =>
          addDocument(tx, {
            title,
            kind,
            attachment_id,
            plant_id: (await getPlant(tx, proj_code)).master_id,
          }),
        show: documentOfFile,
      },
    );
  },
  change: ({ tx, params, body }) => changeDocument(tx, params.id, body),
  remove: ({ tx, params, now }) => binDocument(tx, params.id, now),
  listBin: ({ tx, query }) => binnedDocumentsOf(tx, query.proj_code, query),
  restore: ({ tx, params }) => restoreDocument(tx, params.id),
  purge: ({ tx, params }) => purgeDocument(tx, params.id),
  async fileBucket({ scope, query, reply, stillAdmitted }) {
    const file = await inScope(pool, scope, (tx) => readFile(tx, query), 'read only');
    const size = Number(file.size_bytes);
    await pdfToBeSeen(reply, file).send(bytesOf({ pool, scope, stillAdmitted }, { id: file.id, size }));
    return SENT;
  },
});
