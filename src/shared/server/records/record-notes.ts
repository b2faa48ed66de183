import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { allows, type Capability } from '../../contract/capabilities.ts';
import type {
  RecordAssignment,
  RecordAttachment,
  RecordComment,
  RecordNotesCalls,
  RecordParty,
} from '../../contract/record-notes.ts';
import type { Topic } from '../../contract/topics.ts';
import { type AuditAction, recordAudit } from '../audit.ts';
import { AppError, notFound } from '../errors.ts';
import type { Services } from '../feature.ts';
import { type Handlers, SENT } from '../http/mount.ts';
import type { Language } from '../language.ts';
import { notifyTopics } from '../live/notice.ts';
import { defineNotification, type PublishedKind } from '../notifications/kinds.ts';
import { publish } from '../notifications/publish.ts';
import { inScope, type Tx } from '../tenancy.ts';
import {
  type AttachmentRow,
  deleteAttachment,
  findAttachment,
  listAttachments,
} from './attachments.repository.ts';
import { beginAttachment, bytesOf, keyUsed, takeAttachment } from './attachments.ts';
import {
  type AssignmentRow,
  blankComment,
  type CommentRow,
  findAssignment,
  findCommentByKey,
  insertComment,
  listAuthors,
  listComments,
  listMembersWhoSee,
  lockAssignment,
  lockComment,
  type RecordOf,
  saveAssignment,
  updateComment,
} from './record-notes.repository.ts';
import { assertVersion } from './version.ts';

/** A kind of record that comments, files and an assignment hang on. */
export interface NotedKind {
  /** Stays for good: the notes are kept by it. */
  readonly kind: string;
  /** The topic and the capability to write, as its calls declare them. */
  readonly topic: Topic;
  readonly write: Capability;
  /** The record that the scope may see: what it is called, and its plant, null where it belongs to none. */
  readonly find: (tx: Tx, id: number) => Promise<{ name: string; plant_id: number | null } | undefined>;
  /** What its notifications are called in the preferences, `Devices`. */
  readonly words: Readonly<Record<Language, string>>;
  /** Where a record's notes are shown: a path of the portal. */
  readonly link: (id: string) => string;
}

interface Named {
  readonly [name: string]: string;
  readonly name: string;
}
type Found = RecordOf & { readonly name: string };
type Deps = Pick<Services, 'pool'> & { readonly config: Pick<Services['config'], 'attachmentsPerCompanyMb'> };

const ON = { bell: true, mail: true, digest: true };

function notificationsOf({ kind, write, words, link }: NotedKind): {
  assigned: PublishedKind<Named>;
  commented: PublishedKind<Named>;
} {
  const common = {
    severity: null,
    capability: write,
    channels: ON,
    link: ({ subject }: { subject: string }) => link(subject),
  };
  return {
    assigned: defineNotification<Named>({
      ...common,
      kind: `${kind}.assigned`,
      words: {
        en: { label: `${words.en}: assigned to me`, text: ({ name }) => `“${name}” was assigned to you` },
        it: {
          label: `${words.it}: assegnazioni a me`,
          text: ({ name }) => `Nuova assegnazione a te: «${name}»`,
        },
      },
    }),
    commented: defineNotification<Named>({
      ...common,
      kind: `${kind}.commented`,
      words: {
        en: { label: `${words.en}: notes`, text: ({ name }) => `New note on “${name}”` },
        it: { label: `${words.it}: note`, text: ({ name }) => `Nuova nota su «${name}»` },
      },
    }),
  };
}

const partyOf = (user_id: number | null, party: string | null, name: string | null): RecordParty => ({
  user_id,
  name: party ?? name,
});

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function presentComment(tx: Tx, row: CommentRow): RecordComment {
  return {
    id: row.id,
    text: row.body,
    author: partyOf(row.author_id, row.author_party, row.author_name),
    mine: row.author_id !== null && row.author_id === tx.scope.user_id,
    created_at: row.created_at.toISOString(),
    edited_at: iso(row.edited_at),
    removed: row.removed_at !== null,
    version: row.version,
  };
}

function presentAttachment(tx: Tx, row: AttachmentRow): RecordAttachment {
  const { id, file_name, media_type, size_bytes, sha256 } = row;
  return {
    id,
    file_name,
    media_type,
    size_bytes: Number(size_bytes),
    sha256,
    author: partyOf(row.author_id, row.author_party, row.author_name),
    mine: row.author_id !== null && row.author_id === tx.scope.user_id,
    created_at: row.created_at.toISOString(),
  };
}

function presentAssignment(row: AssignmentRow | undefined): RecordAssignment {
  if (!row) return { assignee: null, assigned_at: null, version: 0 };
  const nobody = row.user_id === null && row.party === null;
  return {
    assignee: nobody ? null : partyOf(row.user_id, row.party, row.name),
    assigned_at: nobody ? null : row.assigned_at.toISOString(),
    version: row.version,
  };
}

function notYours(): AppError {
  const message = 'Only who wrote it may change it; who manages the company may remove it';
  return new AppError('forbidden', message, { errors: [{ path: '', message, code: 'not_the_author' }] });
}

function assertMayRemove(tx: Tx, author_id: number | null): void {
  const mine = author_id !== null && author_id === tx.scope.user_id;
  if (!mine && !allows('company.manage', tx.scope.roles)) throw notYours();
}

function mayNotSee(): AppError {
  const message = 'This person does not see the record: choose another one';
  return new AppError('invalid', message, { errors: [{ path: 'user_id', message, code: 'does_not_see' }] });
}

/** A file to be saved and never opened by the browser as a page of the portal. */
function asDownload(reply: FastifyReply, { file_name, size_bytes }: AttachmentRow): FastifyReply {
  const plain = file_name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  reply.request.headers['x-no-compression'] = '1';
  return reply
    .type('application/octet-stream')
    .header('content-length', size_bytes)
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file_name)}`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox");
}

/**
 * Comments, files and an assignment for records of a kind: the handlers of its `recordNotesCalls`, and what it notifies
 * people of. Whoever purges a record calls `deleteNotes`.
 */
export function recordNotes(noted: NotedKind) {
  const { kind, topic, write } = noted;
  const { assigned, commented } = notificationsOf(noted);

  const find = async (tx: Tx, id: number): Promise<Found> => {
    const found = (await noted.find(tx, id)) ?? notFound();
    return { ...found, kind, id };
  };
  const noteChange = async (tx: Tx, action: AuditAction, { id, name }: Found): Promise<void> => {
    await recordAudit(tx, action, `${kind}:${id}`, { name });
    await notifyTopics(tx, [topic]);
  };
  const readComment = async (tx: Tx, record: Found, id: number): Promise<CommentRow> =>
    (await lockComment(tx, record, id)) ?? notFound();

  async function addComment(tx: Tx, id: number, given: { text: string; client_key?: string | undefined }) {
    const record = await find(tx, id);
    const { text, client_key } = given;
    const made = await insertComment(tx, record, { text, client_key });
    if (made === undefined) {
      const before = client_key === undefined ? undefined : await findCommentByKey(tx, record, client_key);
      if (before === undefined) throw keyUsed();
      return presentComment(tx, await readComment(tx, record, before));
    }
    await noteChange(tx, 'record.commented', record);
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
    const record = await find(tx, id);
    const row = await readComment(tx, record, comment_id);
    if (row.author_id !== tx.scope.user_id) throw notYours();
    await assertVersion(row, version, () => presentComment(tx, row));
    if (row.removed_at !== null) notFound();
    if (row.body === text) return presentComment(tx, row);
    await updateComment(tx, comment_id, text, now);
    await noteChange(tx, 'record.comment_changed', record);
    return presentComment(tx, await readComment(tx, record, comment_id));
  }

  async function removeComment(tx: Tx, { id, comment_id }: { id: number; comment_id: number }, now: Date) {
    const record = await find(tx, id);
    const row = await readComment(tx, record, comment_id);
    assertMayRemove(tx, row.author_id);
    if (row.removed_at !== null) return;
    await blankComment(tx, comment_id, now);
    await noteChange(tx, 'record.comment_removed', record);
  }

  async function listAssignees(tx: Tx, { plant_id }: Pick<Found, 'plant_id'>) {
    const members = await listMembersWhoSee(tx, plant_id);
    return members
      .filter(({ roles }) => allows(write, roles))
      .map(({ user_id, name }) => ({ user_id, name }));
  }

  async function assign(
    tx: Tx,
    id: number,
    { user_id, version, now }: { user_id: number | null; version?: number | undefined; now: Date },
  ) {
    const record = await find(tx, id);
    await lockAssignment(tx, record);
    const before = await findAssignment(tx, record);
    await assertVersion({ version: before?.version ?? 0 }, version, () => presentAssignment(before));
    if ((before?.user_id ?? null) === user_id && (before?.party ?? null) === null)
      return presentAssignment(before);
    const open = user_id === null ? [] : await listAssignees(tx, record);
    if (user_id !== null && !open.some((one) => one.user_id === user_id)) throw mayNotSee();
    await saveAssignment(tx, record, user_id, now);
    await noteChange(tx, user_id === null ? 'record.unassigned' : 'record.assigned', record);
    const { name, plant_id } = record;
    if (user_id !== null)
      await publish(tx, assigned, { subject: id, plant_id, params: { name }, to: [user_id] });
    return presentAssignment(await findAssignment(tx, record));
  }

  const readAttachment = async (tx: Tx, record: Found, id: number): Promise<AttachmentRow> =>
    (await findAttachment(tx, record, id)) ?? notFound();

  const handlers = ({ pool, config }: Deps): Handlers<RecordNotesCalls> => ({
    async notes({ tx, params }) {
      const record = await find(tx, params.id);
      const attachments = await listAttachments(tx, record);
      return {
        assignment: presentAssignment(await findAssignment(tx, record)),
        attachments: attachments.map((row) => presentAttachment(tx, row)),
      };
    },
    async comments({ tx, params, query }) {
      const { count, rows } = await listComments(tx, await find(tx, params.id), query);
      return { count, results: rows.map((row) => presentComment(tx, row)) };
    },
    addComment: ({ tx, params, body }) => addComment(tx, params.id, body),
    changeComment: ({ tx, params, body, now }) => changeComment(tx, params, { ...body, now }),
    removeComment: ({ tx, params, now }) => removeComment(tx, params, now),
    async addAttachment(asked) {
      const { scope, params, query, request, now, stillAdmitted, reply } = asked;
      reply.code(201);
      // Nobody sends a whole file to be answered that there is no such record.
      await inScope(pool, scope, (tx) => find(tx, params.id), 'read only');
      const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
      const show = async (tx: Tx, id: number) =>
        presentAttachment(tx, await readAttachment(tx, await find(tx, params.id), id));
      return takeAttachment(
        { pool, scope, stillAdmitted },
        {
          file: query,
          body: coding === undefined && Number(length) === 0 ? null : (request.body as Readable),
          hold: () => asked.hold,
          now,
          begin: async (tx) =>
            beginAttachment(tx, await find(tx, params.id), query, config.attachmentsPerCompanyMb),
          async finish(tx, id) {
            await noteChange(tx, 'record.file_added', await find(tx, params.id));
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
        async (tx) => readAttachment(tx, await find(tx, params.id), params.attachment_id),
        'read only',
      );
      const size = Number(file.size_bytes);
      await asDownload(reply, file).send(bytesOf({ pool, scope, stillAdmitted }, { id: file.id, size }));
      return SENT;
    },
    async removeAttachment({ tx, params }) {
      const record = await find(tx, params.id);
      const row = await readAttachment(tx, record, params.attachment_id);
      assertMayRemove(tx, row.author_id);
      await deleteAttachment(tx, row.id);
      await noteChange(tx, 'record.file_removed', record);
    },
    assignees: async ({ tx, params }) => listAssignees(tx, await find(tx, params.id)),
    assign: ({ tx, params, body, now }) => assign(tx, params.id, { ...body, now }),
  });

  return { handlers, notifications: [assigned, commented] as const };
}
