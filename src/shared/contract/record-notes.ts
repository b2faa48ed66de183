import { z } from 'zod';
import { type AnyCall, area, call } from './call.ts';
import type { Capability } from './capabilities.ts';
import { Id, IdNumber, Instant, linesOf, nameOf, PageQuery, paged, Version } from './fields.ts';
import type { Topic } from './topics.ts';

/** The largest file that is attached: 25 MB. */
export const ATTACHMENT_BYTES = 25_000_000;
/** Files of one record. */
export const MAX_ATTACHMENTS = 200;

/** What a file may be, by its bytes, and the endings that its name may have. */
export const ATTACHMENT_TYPES = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'log', 'md', 'json', 'xml', 'ini'],
  'text/csv': ['csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.text': ['odt'],
} as const satisfies Record<string, readonly string[]>;
export type AttachmentType = keyof typeof ATTACHMENT_TYPES;

/** Who wrote or looks after something: a person of the portal, or an outside party, who has a name alone. */
export const RecordParty = z.object({
  /** Null for an outside party. */
  user_id: z.int().nullable(),
  /** Null where the person has left the company. */
  name: z.string().nullable(),
});
export type RecordParty = z.infer<typeof RecordParty>;

export const RecordComment = z.object({
  id: z.int(),
  /** Empty where it was removed. */
  text: z.string(),
  author: RecordParty,
  mine: z.boolean(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  removed: z.boolean(),
  version: z.int(),
});
export type RecordComment = z.infer<typeof RecordComment>;

export const RecordAttachment = z.object({
  id: z.int(),
  file_name: z.string(),
  media_type: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  author: RecordParty,
  mine: z.boolean(),
  created_at: Instant.describe('when it came'),
  taken_at: Instant.nullable().describe('of a photo: when it was taken, as the device says; null: not known'),
});
export type RecordAttachment = z.infer<typeof RecordAttachment>;

export const RecordAssignment = z.object({
  /** Null where nobody looks after it. */
  assignee: RecordParty.nullable(),
  assigned_at: Instant.nullable(),
  /** 0 where it was never assigned. */
  version: z.int(),
});
export type RecordAssignment = z.infer<typeof RecordAssignment>;

const Assignee = z.object({ user_id: z.int(), name: z.string() });
const Text = linesOf(4000).min(1, 'required');
export const ClientKey = z.uuid().describe('chosen by the sender; what is sent again with it is stored once');

export const TakenAt = Instant.optional().describe(
  'of a photo: when it was taken, by the clock of the device',
);

interface Declaration {
  /** Of the records, without the slash at its end: `/api/v1/devices`. */
  readonly path: string;
  readonly topic: Topic;
  readonly read: Capability;
  readonly write: Capability;
  /** What a record is called in the descriptions of the calls. */
  readonly one: string;
}

/** The same call under the records' own path; the names in braces are those of the path that it was declared with. */
const under = <C extends AnyCall>(path: string, declared: C): C => ({
  ...declared,
  path: path + declared.path,
});

/** Comments and files of a record of some kind, and who looks after it; the server's side is `recordNotes`. */
export function recordNotesCalls({ path, topic, read, write, one }: Declaration) {
  const reading = { topics: [topic], access: read };
  const writing = { topics: [topic], access: write };
  const record = { params: z.object({ id: Id }) };
  const comment = { params: z.object({ id: Id, comment_id: Id.describe('the number of the comment') }) };
  const file = { params: z.object({ id: Id, attachment_id: Id.describe('the number of the file') }) };
  const nothing = { ok: z.undefined(), status: 204 };
  return area({
    notes: under(
      path,
      call({
        method: 'GET',
        path: '/{id}/notes/',
        summary: `Who looks after a ${one}, and its files, newest first`,
        ...reading,
        ...record,
        ok: z.object({ assignment: RecordAssignment, attachments: z.array(RecordAttachment) }),
      }),
    ),
    comments: under(
      path,
      call({
        method: 'GET',
        path: '/{id}/comments/',
        summary: `Comments on a ${one}, newest first`,
        ...reading,
        ...record,
        query: PageQuery,
        ok: paged(RecordComment),
      }),
    ),
    addComment: under(
      path,
      call({
        method: 'POST',
        path: '/{id}/comments/',
        summary: `Writes a comment on a ${one}`,
        ...writing,
        ...record,
        body: z.object({ text: Text, client_key: ClientKey.optional() }),
        ok: RecordComment,
        status: 201,
      }),
    ),
    changeComment: under(
      path,
      call({
        method: 'PATCH',
        path: '/{id}/comments/{comment_id}/',
        summary: "Changes one of one's own comments; a stale version is a conflict",
        ...writing,
        ...comment,
        body: z.object({ text: Text, version: Version.optional() }),
        ok: RecordComment,
        conflict: RecordComment,
      }),
    ),
    removeComment: under(
      path,
      call({
        method: 'DELETE',
        path: '/{id}/comments/{comment_id}/',
        summary:
          "Blanks one of one's own comments, or anybody's for who manages the company; that there was one stays",
        ...writing,
        ...comment,
        ...nothing,
      }),
    ),
    addAttachment: under(
      path,
      call({
        method: 'POST',
        path: '/{id}/attachments/',
        confirmed: 'always',
        summary: `Attaches a file to a ${one}: an image, PDF, text, CSV or office document, by its bytes`,
        ...writing,
        // The file is stored portion by portion as it comes, each in a transaction of its own.
        tx: 'none',
        streams: true,
        max_body_bytes: ATTACHMENT_BYTES,
        ...record,
        query: z.object({
          file_name: nameOf(200).describe('what the file is called'),
          size: z.coerce.number().int().min(1).max(ATTACHMENT_BYTES).describe('bytes of the whole file'),
          client_key: ClientKey.optional(),
          taken_at: TakenAt,
        }),
        consumes: 'application/octet-stream',
        body: z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array),
        ok: RecordAttachment,
        status: 201,
        timeout_s: null,
      }),
    ),
    attachment: under(
      path,
      call({
        method: 'GET',
        path: '/{id}/attachments/{attachment_id}/',
        summary: 'An attached file, to be saved',
        ...reading,
        // The file is read portion by portion as fast as the reader takes it.
        tx: 'none',
        ...file,
        produces: 'application/octet-stream',
        ok: z.instanceof(Blob),
        timeout_s: null,
      }),
    ),
    removeAttachment: under(
      path,
      call({
        method: 'DELETE',
        path: '/{id}/attachments/{attachment_id}/',
        summary: "Deletes one of one's own files, or anybody's for who manages the company",
        ...writing,
        ...file,
        ...nothing,
      }),
    ),
    assignees: under(
      path,
      call({
        method: 'GET',
        path: '/{id}/assignees/',
        summary: `People who may look after a ${one}: those who may write on it and see its plant`,
        ...writing,
        ...record,
        ok: z.array(Assignee),
      }),
    ),
    assign: under(
      path,
      call({
        method: 'PUT',
        path: '/{id}/assignment/',
        summary: `Says who looks after a ${one}, or that nobody does; a stale version is a conflict`,
        ...writing,
        ...record,
        body: z.object({ user_id: IdNumber.nullable(), version: Version.optional() }),
        ok: RecordAssignment,
        conflict: RecordAssignment,
      }),
    ),
  });
}

export type RecordNotesCalls = ReturnType<typeof recordNotesCalls>;
