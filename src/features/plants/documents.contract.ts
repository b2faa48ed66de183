import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, nameOf, PageQuery, ProjCode, paged, Version } from '../../shared/contract/fields.ts';
import { ATTACHMENT_BYTES, ClientKey, RecordParty } from '../../shared/contract/record-notes.ts';
import { DOCUMENT_KINDS } from './documents.model.ts';

const fields = { title: nameOf(120), kind: z.enum(DOCUMENT_KINDS) };

/** A PDF about a plant; what it holds is answered by `fileBucket`. */
export const PlantDocument = z.object({
  id: z.int(),
  proj_code: z.string(),
  ...fields,
  file_name: z.string(),
  size_bytes: z.int(),
  author: RecordParty.describe('who added it'),
  created_at: Instant,
  version: z.int(),
});
export type PlantDocument = z.infer<typeof PlantDocument>;
export const BinnedPlantDocument = PlantDocument.extend({ deleted_at: Instant });

const ofPlant = z.object({ proj_code: ProjCode });
const byId = z.object({ id: Id });
const topics = ['plant_documents'];
const nothing = { ok: z.undefined(), status: 204 };

export const documentsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/plant-documents/',
    summary: 'Documents of a plant, newest first',
    topics,
    access: 'asset.read',
    query: ofPlant,
    ok: z.array(PlantDocument),
  }),
  add: call({
    method: 'POST',
    path: '/api/v1/plant-documents/',
    confirmed: 'always',
    summary: 'Adds a document to a plant: a PDF, by its bytes',
    topics,
    access: 'plants.write',
    // The file is stored portion by portion as it comes, each in a transaction of its own.
    tx: 'none',
    streams: true,
    max_body_bytes: ATTACHMENT_BYTES,
    query: ofPlant.extend({
      title: fields.title.describe('what the document is called'),
      kind: fields.kind.describe('what it is about'),
      file_name: nameOf(200).describe('what the file is called'),
      size: z.coerce.number().int().min(1).max(ATTACHMENT_BYTES).describe('bytes of the whole file'),
      client_key: ClientKey.optional(),
    }),
    consumes: 'application/octet-stream',
    body: z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array),
    ok: PlantDocument,
    status: 201,
    timeout_s: null,
  }),
  change: call({
    method: 'PATCH',
    path: '/api/v1/plant-documents/{id}/',
    summary: 'Changes the title or kind of a document; omitted fields stay, a stale version is a conflict',
    topics,
    access: 'plants.write',
    params: byId,
    body: z.object(fields).partial().extend({ version: Version.optional() }),
    ok: PlantDocument,
    conflict: PlantDocument,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/plant-documents/{id}/',
    summary: 'Moves a document to the bin',
    topics,
    access: 'plants.write',
    params: byId,
    ...nothing,
  }),
  listBin: call({
    method: 'GET',
    path: '/api/v1/plant-documents-bin/',
    summary: 'Deleted documents of a plant, the last deleted first',
    topics,
    access: 'plants.write',
    query: PageQuery.extend(ofPlant.shape),
    ok: paged(BinnedPlantDocument),
  }),
  restore: call({
    method: 'POST',
    path: '/api/v1/plant-documents-bin/{id}/restore/',
    summary: 'Restores a deleted document',
    topics,
    access: 'plants.write',
    params: byId,
    ...nothing,
  }),
  purge: call({
    method: 'DELETE',
    path: '/api/v1/plant-documents-bin/{id}/',
    summary: 'Deletes a document of the bin for ever, with its file',
    topics,
    access: 'plants.write',
    params: byId,
    ...nothing,
  }),
  // spec §7: file_bucket; §8: 'No such file'
  fileBucket: call({
    method: 'GET',
    path: '/api/v1/file_bucket/',
    summary: "A plant's PDF: the document with this number, or the newest that the plant has",
    topics,
    access: 'asset.read',
    // The file is read portion by portion as fast as the reader takes it.
    tx: 'none',
    query: ofPlant.extend({ id: Id.optional().describe('the number of the document') }),
    ok: z.instanceof(Blob),
    produces: 'application/pdf',
    timeout_s: null,
  }),
});
