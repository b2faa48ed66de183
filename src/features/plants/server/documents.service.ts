import type { z } from 'zod';
import { type AuditAction, recordAudit } from '../../../shared/server/audit.ts';
import { changedFields, definedFields } from '../../../shared/server/changed-fields.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import {
  type AttachmentRow,
  deleteAttachment,
  findAttachment,
  listAttachments,
} from '../../../shared/server/records/attachments.repository.ts';
import {
  type BinKind,
  restore,
  softDelete,
  withBin,
  withDeleted,
} from '../../../shared/server/records/bin.ts';
import { presentAttachment } from '../../../shared/server/records/note-answers.ts';
import type { RecordOf } from '../../../shared/server/records/record-notes.repository.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { BinnedPlantDocument, documentsCalls, PlantDocument } from '../documents.contract.ts';
import {
  type DocumentRow,
  deleteDocument,
  findDocument,
  findDocumentOf,
  insertDocument,
  listDocuments,
  updateDocument,
} from './documents.repository.ts';
import { getPlant } from './plants.service.ts';

/** The files of a plant's documents are attachments of the plant, of a kind of their own: stays for good. */
export const filesOf = (plant_id: number): RecordOf => ({ kind: 'plant_document', id: plant_id, plant_id });

function present(tx: Tx, document: DocumentRow, file: AttachmentRow): PlantDocument {
  const { id, proj_code, title, kind, version } = document;
  const { file_name, size_bytes, author, created_at } = presentAttachment(tx, file);
  return { id, proj_code, title, kind, file_name, size_bytes, author, created_at, version };
}

async function presentOne(tx: Tx, document: DocumentRow): Promise<PlantDocument> {
  const file = await findAttachment(tx, filesOf(document.plant_id), document.attachment_id);
  return present(tx, document, file ?? notFound());
}

async function presentAll(
  tx: Tx,
  plant_id: number,
  documents: readonly DocumentRow[],
): Promise<PlantDocument[]> {
  const files = await listAttachments(tx, filesOf(plant_id));
  const byId = new Map(files.map((file) => [file.id, file]));
  return documents.flatMap((document) => {
    const file = byId.get(document.attachment_id);
    return file ? [present(tx, document, file)] : [];
  });
}

/** Writes what was done into the audit, and has browsers ask again. */
async function note(
  tx: Tx,
  action: AuditAction,
  { id, proj_code, title }: Pick<DocumentRow, 'id' | 'proj_code' | 'title'>,
): Promise<void> {
  await recordAudit(tx, action, String(id), { proj_code, name: title });
  await notifyTopics(tx, ['plant_documents']);
}

/** @throws AppError not_found for the plant */
export async function documentsOf(tx: Tx, proj_code: string): Promise<PlantDocument[]> {
  const { master_id } = await getPlant(tx, proj_code);
  return presentAll(tx, master_id, await listDocuments(tx, master_id));
}

/** The document that a file belongs to, as its call answers it. */
export async function documentOfFile(tx: Tx, attachment_id: number): Promise<PlantDocument> {
  return presentOne(tx, (await findDocumentOf(tx, attachment_id)) ?? notFound());
}

/** Makes a document of a file that has just become whole. */
export async function addDocument(
  tx: Tx,
  document: Pick<DocumentRow, 'plant_id' | 'attachment_id' | 'title' | 'kind'>,
): Promise<PlantDocument> {
  await insertDocument(tx, document);
  const made = (await findDocumentOf(tx, document.attachment_id)) ?? notFound();
  await note(tx, 'document.added', made);
  return presentOne(tx, made);
}

/** @throws AppError not_found; conflict when somebody saved in between */
export async function changeDocument(
  tx: Tx,
  id: number,
  { version, ...given }: z.output<typeof documentsCalls.change.body>,
): Promise<PlantDocument> {
  const before = (await findDocument(tx, id, 'kept')) ?? notFound();
  await assertVersion(before, version, () => presentOne(tx, before));
  const changes = changedFields(before, definedFields(given));
  const fields = Object.keys(changes);
  if (fields.length > 0) {
    await updateDocument(tx, id, changes);
    const name = changes.title ?? before.title;
    await recordAudit(tx, 'document.changed', String(id), { proj_code: before.proj_code, name, fields });
    await notifyTopics(tx, ['plant_documents']);
  }
  return presentOne(tx, (await findDocument(tx, id)) ?? notFound());
}

const bin: BinKind<number, DocumentRow> = {
  hold: (tx, id) => findDocument(tx, id, 'kept'),
  deletedAt: ({ deleted_at }) => deleted_at,
  async save(tx, document, deleted_at) {
    await updateDocument(tx, document.id, { deleted_at });
    await note(tx, deleted_at ? 'document.binned' : 'document.restored', document);
  },
};

/** @throws AppError not_found */
export const binDocument = (tx: Tx, id: number, now: Date): Promise<void> => softDelete(tx, bin, id, { now });

/** @throws AppError not_found where it does not lie in the bin */
export const restoreDocument = (tx: Tx, id: number): Promise<void> => restore(tx, bin, id);

/** Deletes a document of the bin for ever, with its file. @throws AppError not_found */
export const purgeDocument = (tx: Tx, id: number): Promise<void> =>
  withDeleted(tx, bin, id, async (document) => {
    await deleteDocument(tx, id);
    await deleteAttachment(tx, document.attachment_id);
    await note(tx, 'document.purged', document);
  });

/** A page of the deleted documents of a plant. @throws AppError not_found for the plant */
export async function binnedDocumentsOf(
  tx: Tx,
  proj_code: string,
  { page, page_size }: PageQuery,
): Promise<{ count: number; results: z.infer<typeof BinnedPlantDocument>[] }> {
  const { master_id } = await getPlant(tx, proj_code);
  // A plant has as many files as a record keeps at most: few enough to be read at once.
  const rows = await withBin(tx, () => listDocuments(tx, master_id, true));
  const shown = rows.slice((page - 1) * page_size, page * page_size);
  const deletedAt = new Map(shown.map(({ id, deleted_at }) => [id, deleted_at]));
  const results = (await presentAll(tx, master_id, shown)).map((document) => ({
    ...document,
    deleted_at: (deletedAt.get(document.id) ?? notFound()).toISOString(),
  }));
  return { count: rows.length, results };
}

/** The file of a document of the plant: of the newest one where no number is given. Undefined where there is none. */
export async function findFile(
  tx: Tx,
  plant_id: number,
  id: number | undefined,
): Promise<AttachmentRow | undefined> {
  const document = id === undefined ? (await listDocuments(tx, plant_id))[0] : await findDocument(tx, id);
  if (document?.plant_id !== plant_id) return undefined;
  return findAttachment(tx, filesOf(plant_id), document.attachment_id);
}
