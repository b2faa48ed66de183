import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { type AttachmentType, MAX_ATTACHMENTS } from '../../contract/record-notes.ts';
import { AppError, notFound } from '../errors.ts';
import type { Hold } from '../http/body-budget.ts';
import type { Logger } from '../log.ts';
import { inScope, type Scope, type Tx } from '../tenancy.ts';
import { savedName, TypeFinder } from './attachment-type.ts';
import {
  countAttachments,
  deleteUnfinished,
  findAttachmentByKey,
  finishAttachment,
  insertAttachment,
  insertPart,
  lockAttachments,
  readPart,
} from './attachments.repository.ts';
import { authorOf, type RecordOf } from './record-notes.repository.ts';

/** Bytes of a row: a file is written and read in these, and no more of it is in memory. */
const PART_BYTES = 512 * 1024;

/** Asked for before each step: who asks may have left the company meanwhile. */
interface Asking {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly stillAdmitted: () => Promise<void>;
}

export interface Announced {
  readonly file_name: string;
  readonly size: number;
  readonly client_key?: string | undefined;
  readonly taken_at?: string | undefined;
}

function refuse(code: string, message: string, params?: Readonly<Record<string, number>>): never {
  throw new AppError('invalid', message, {
    errors: [{ path: 'file', message, code, ...(params && { params }) }],
  });
}

function wrongType(): never {
  refuse(
    'unsupported_file',
    'Attach an image (JPEG, PNG, WebP), a PDF, a text in UTF-8 or an office document',
  );
}

function noImage(): never {
  refuse('no_image', 'The name is that of an image, but the file is none: take or choose the image again');
}

function onlyImages(): never {
  refuse('no_image', 'This is not an image: take a photo, or choose a JPEG, PNG or WebP');
}

const WRONG = { 'application/pdf': noPdf, image: onlyImages } as const;
type Only = keyof typeof WRONG;

/** By its name a picture: what else such a file may hold, nobody would look for it under that name. */
const namedPicture = (file_name: string): boolean => /\.(?:jpe?g|png|webp)$/i.test(file_name);

function noPdf(): never {
  refuse('no_pdf', 'This is not a PDF: save or scan the document as PDF and send that');
}

function givenUp(): never {
  throw new AppError(
    'conflict',
    'This file was removed, or is being sent once more: look before you send it again',
  );
}

interface Room {
  readonly most_mb: number;
  /** Files of the record that do not count against what it may keep. */
  readonly uncounted?: number;
  /** Refuses one more, where the usual words do not fit. */
  readonly full?: (most: number) => never;
}

async function assertRoom(tx: Tx, record: RecordOf, size: number, room: Room): Promise<void> {
  const { most_mb, uncounted = 0, full } = room;
  const { bytes, of_record } = await countAttachments(tx, record);
  if (of_record - uncounted >= MAX_ATTACHMENTS) {
    full?.(MAX_ATTACHMENTS);
    refuse('too_many_files', `A record keeps ${MAX_ATTACHMENTS} files at most`, { most: MAX_ATTACHMENTS });
  }
  if (bytes + size > most_mb * 1024 * 1024)
    refuse('files_full', `The files of this company may have ${most_mb} MB together: delete some first`, {
      most: most_mb,
    });
}

/** No digital camera is older; a clock that stands in the future says nothing. */
const FIRST_PHOTO = Date.parse('1990-01-01T00:00:00Z');
const AHEAD_MS = 60_000;

function takenAt({ taken_at }: Announced, now: Date): Date | null {
  const at = taken_at === undefined ? Number.NaN : Date.parse(taken_at);
  return at >= FIRST_PHOTO && at <= now.getTime() + AHEAD_MS ? new Date(at) : null;
}

/**
 * Makes room for a file that is about to come. What came whole with its key already is answered as `received`; what was
 * broken off begins anew.
 */
export async function beginAttachment(
  tx: Tx,
  record: RecordOf,
  file: Announced,
  { now, ...room }: Room & { now: Date },
): Promise<{ id: number; received: boolean }> {
  await lockAttachments(tx);
  const before = file.client_key === undefined ? undefined : await findAttachmentByKey(tx, file.client_key);
  if (before) {
    const [author_id, party] = authorOf(tx);
    const by_same = before.author_id === author_id && before.author_party === party;
    const same = by_same && before.kind === record.kind && before.record_id === record.id;
    if (!same) throw keyUsed();
    if (before.received_at) return { id: before.id, received: true };
    await deleteUnfinished(tx, before.id);
  }
  await assertRoom(tx, record, file.size, room);
  const taken_at = takenAt(file, now);
  return { id: await insertAttachment(tx, record, { ...file, taken_at }), received: false };
}

export function keyUsed(): AppError {
  const message = 'This key was used for something else: choose another one';
  return new AppError('conflict', message, { errors: [{ path: 'client_key', message, code: 'key_used' }] });
}

/** What is found out of a file while it passes. */
interface Found {
  sha256: string;
  media_type: AttachmentType | undefined;
}

/** Parts what comes of a file into rows; the last one is handed on once it is known what all of it is. @throws AppError invalid */
async function* portionsOf(
  body: AsyncIterable<Buffer>,
  { size, file_name }: Announced,
  { hold, found, only }: { hold: Hold; found: Found; only: Coming<unknown>['only'] },
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const type = new TypeFinder(only);
  const wrong = only ? WRONG[only] : wrongType;
  let waiting: Buffer[] = [];
  let [length, total] = [0, 0];
  for await (const chunk of body) {
    total += chunk.length;
    if (total > size) longer();
    if (!type.add(chunk)) wrong();
    digest.update(chunk);
    hold.add(chunk.length);
    waiting.push(chunk);
    length += chunk.length;
    if (length <= PART_BYTES) continue;
    const bytes = Buffer.concat(waiting);
    let at = 0;
    for (; bytes.length - at > PART_BYTES; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
    waiting = [bytes.subarray(at)];
    length -= at;
  }
  if (total !== size) incomplete();
  found.sha256 = digest.digest('hex');
  found.media_type = type.end(file_name) ?? wrong();
  yield Buffer.concat(waiting);
}

function longer(): never {
  const message = 'The file is longer than was announced';
  throw new AppError('invalid', message, {
    status: 413,
    errors: [{ path: 'size', message, code: 'longer_than_announced' }],
  });
}

function incomplete(): never {
  refuse('incomplete', 'The file did not come as long as it was announced: send it again');
}

interface Coming<T> {
  readonly file: Announced;
  /** Null where the request came without a body. */
  readonly body: AsyncIterable<Buffer> | null;
  readonly hold: () => Hold;
  readonly now: Date;
  /** The one kind of file that is taken, where not all are. */
  readonly only?: Only;
  /** Makes room for it, when its first portion is here. */
  readonly begin: (tx: Tx) => Promise<{ id: number; received: boolean }>;
  /** Runs in the transaction in which the file becomes whole. */
  readonly finish: (tx: Tx, id: number) => Promise<T>;
  /** Answers a file that had come whole before. */
  readonly show: (tx: Tx, id: number) => Promise<T>;
}

/** Takes a file as it comes. Whatever stops it, nothing of it is left. @throws AppError */
export async function takeAttachment<T>(
  asking: Asking & { readonly log: Pick<Logger, 'warn'> },
  coming: Coming<T>,
): Promise<T> {
  const { pool, scope, stillAdmitted, log } = asking;
  const { file, body, now, only, begin, finish, show } = coming;
  if (!body) incomplete();
  const hold = coming.hold();
  const found: Found = { sha256: '', media_type: undefined };
  let begun: { id: number; received: boolean } | undefined;
  let number = 0;
  try {
    for await (const bytes of portionsOf(body, file, { hold, found, only })) {
      await stillAdmitted();
      begun ??= await inScope(pool, scope, begin);
      const { id, received } = begun;
      if (received) return await inScope(pool, scope, (tx) => show(tx, id), 'read only');
      const part = { id, number: number++, bytes };
      if (!(await inScope(pool, scope, (tx) => insertPart(tx, part)))) givenUp();
      hold.release(bytes.length);
    }
    const { sha256, media_type = wrongType() } = found;
    if (namedPicture(file.file_name) && !media_type.startsWith('image/')) noImage();
    const { id } = begun ?? incomplete();
    const stored = { file_name: savedName(file.file_name, media_type), media_type, sha256, now };
    return await inScope(pool, scope, async (tx) => {
      if (!(await finishAttachment(tx, id, stored))) givenUp();
      return finish(tx, id);
    });
  } catch (fault) {
    const id = begun?.id;
    if (id !== undefined)
      await inScope(pool, scope, (tx) => deleteUnfinished(tx, id)).catch((err: unknown) =>
        log.warn(
          { err, company_id: scope.company_id, attachment: id },
          'what came of a broken upload could not be removed: housekeeping does it after a day',
        ),
      );
    throw fault;
  }
}

/** A file's bytes, portion by portion, each read once the one before was taken. */
export function bytesOf(
  { pool, scope, stillAdmitted }: Asking,
  { id, size }: { id: number; size: number },
): Readable {
  async function* parts() {
    for (let [number, sent] = [0, 0]; sent < size; number++) {
      await stillAdmitted();
      const part = (await inScope(pool, scope, (tx) => readPart(tx, id, number), 'read only')) ?? notFound();
      sent += part.length;
      yield part;
    }
  }
  return Readable.from(parts(), { objectMode: false });
}
