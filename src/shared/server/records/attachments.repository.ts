import type { Tx } from '../tenancy.ts';
import { authorOf, type RecordOf, type Stored, withAuthors } from './record-notes.repository.ts';

export interface AttachmentRow {
  id: number;
  file_name: string;
  media_type: string;
  size_bytes: number;
  sha256: string;
  author_id: number | null;
  author_party: string | null;
  author_name: string | null;
  created_at: Date;
  taken_at: Date | null;
}

const SELECT = `select a.id, a.file_name, a.media_type, a.size_bytes, a.sha256, a.author_id, a.author_party,
    a.created_at, a.taken_at
  from record_attachment a
  where a.company_id = $1 and a.kind = $2 and a.record_id = $3
    and a.received_at is not null and a.media_type is not null and a.sha256 is not null`;

/** The files of a record, newest first. */
export async function listAttachments(tx: Tx, { kind, id }: RecordOf): Promise<AttachmentRow[]> {
  const { rows } = await tx.query<Stored<AttachmentRow>>(`${SELECT} order by a.id desc`, [
    tx.scope.company_id,
    kind,
    id,
  ]);
  return withAuthors(tx, rows);
}

export async function findAttachment(
  tx: Tx,
  { kind, id }: RecordOf,
  attachment_id: number,
): Promise<AttachmentRow | undefined> {
  const { rows } = await tx.query<Stored<AttachmentRow>>(`${SELECT} and a.id = $4`, [
    tx.scope.company_id,
    kind,
    id,
    attachment_id,
  ]);
  return (await withAuthors(tx, rows))[0];
}

/** The same, which nobody deletes before the transaction ends. */
export async function holdAttachment(
  tx: Tx,
  { kind, id }: RecordOf,
  attachment_id: number,
): Promise<AttachmentRow | undefined> {
  const { rows } = await tx.query<Stored<AttachmentRow>>(`${SELECT} and a.id = $4 for key share of a`, [
    tx.scope.company_id,
    kind,
    id,
    attachment_id,
  ]);
  return (await withAuthors(tx, rows))[0];
}

/** Lets one transaction of a company at a time count its files and add to them. */
export async function lockAttachments({ scope, query }: Tx): Promise<void> {
  await query(`select pg_advisory_xact_lock(hashtext('record_attachment'), $1)`, [scope.company_id]);
}

/** What was begun with this key, by whom and of which record, and whether all of it has come. */
export async function findAttachmentByKey(
  { scope, query }: Tx,
  client_key: string,
): Promise<
  | {
      id: number;
      kind: string;
      record_id: number;
      author_id: number | null;
      author_party: string | null;
      received_at: Date | null;
    }
  | undefined
> {
  const { rows } = await query<{
    id: number;
    kind: string;
    record_id: number;
    author_id: number | null;
    author_party: string | null;
    received_at: Date | null;
  }>(
    `select id, kind, record_id, author_id, author_party, received_at from record_attachment
     where company_id = $1 and client_key = $2`,
    [scope.company_id, client_key],
  );
  return rows[0];
}

/** Bytes of the company's files, those on their way among them, and how many the record has. */
export async function countAttachments(
  { scope, query }: Tx,
  { kind, id }: RecordOf,
): Promise<{ bytes: number; of_record: number }> {
  const { rows } = await query<{ bytes: number; of_record: number }>(
    `select coalesce(sum(size_bytes), 0)::bigint as bytes,
       count(*) filter (where kind = $2 and record_id = $3)::int as of_record
     from record_attachment where company_id = $1`,
    [scope.company_id, kind, id],
  );
  return rows[0] ?? { bytes: 0, of_record: 0 };
}

export async function insertAttachment(
  tx: Tx,
  { kind, id, plant_id }: RecordOf,
  file: { file_name: string; size: number; client_key?: string | undefined; taken_at?: Date | null },
): Promise<number> {
  const { file_name, size, client_key = null, taken_at = null } = file;
  const { rows } = await tx.query<{ id: number }>(
    `insert into record_attachment (company_id, kind, record_id, plant_id, author_id, author_party, file_name, size_bytes, client_key,
                                     taken_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [tx.scope.company_id, kind, id, plant_id, ...authorOf(tx), file_name, size, client_key, taken_at],
  );
  const made = rows[0]?.id;
  if (made === undefined) throw new Error('no file was begun');
  return made;
}

/** Keeps the next bytes of a file that is on its way; false where it was given up meanwhile. */
export async function insertPart(
  { scope, query }: Tx,
  { id, number, bytes }: { id: number; number: number; bytes: Buffer },
): Promise<boolean> {
  const { rowCount } = await query(
    `insert into record_attachment_part (company_id, attachment_id, number, bytes)
     select company_id, id, $3, $4 from record_attachment
     where company_id = $1 and id = $2 and received_at is null for key share`,
    [scope.company_id, id, number, bytes],
  );
  return rowCount > 0;
}

/** The file has come whole; false where it was given up meanwhile. */
export async function finishAttachment(
  { scope, query }: Tx,
  id: number,
  file: { file_name: string; media_type: string; sha256: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await query(
    `update record_attachment set file_name = $3, media_type = $4, sha256 = $5, received_at = $6
     where company_id = $1 and id = $2 and received_at is null`,
    [scope.company_id, id, file.file_name, file.media_type, file.sha256, file.now],
  );
  return rowCount > 0;
}

export async function readPart(
  { scope, query }: Tx,
  id: number,
  number: number,
): Promise<Buffer | undefined> {
  const { rows } = await query<{ bytes: Buffer }>(
    'select bytes from record_attachment_part where company_id = $1 and attachment_id = $2 and number = $3',
    [scope.company_id, id, number],
  );
  return rows[0]?.bytes;
}

export async function deleteAttachment({ scope, query }: Tx, id: number): Promise<void> {
  await query('delete from record_attachment where company_id = $1 and id = $2', [scope.company_id, id]);
}

/** Gives up a file that did not come whole. */
export async function deleteUnfinished({ scope, query }: Tx, id: number): Promise<void> {
  await query('delete from record_attachment where company_id = $1 and id = $2 and received_at is null', [
    scope.company_id,
    id,
  ]);
}

/** Those of some files that nobody is about to name; nobody comes to before the transaction ends. */
export async function holdAttachments({ scope, query }: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await query<{ id: number }>(
    `select id from record_attachment where company_id = $1 and id = any($2::bigint[])
     order by id for update skip locked`,
    [scope.company_id, ids],
  );
  return rows.map(({ id }) => id);
}

/** Files of a kind that came at least so many days ago, whatever their records are. */
export async function listAttachmentsBefore(
  { scope, query }: Tx,
  kind: string,
  days: number,
): Promise<number[]> {
  const { rows } = await query<{ id: number }>(
    `select id from record_attachment
     where company_id = $1 and kind = $2 and created_at < now() - make_interval(days => $3) order by id`,
    [scope.company_id, kind, days],
  );
  return rows.map(({ id }) => id);
}

/** Files that a program which ended meanwhile has left half way. */
export async function removeBrokenOff({ scope, query }: Tx): Promise<void> {
  await query(
    `delete from record_attachment
     where company_id = $1 and received_at is null and created_at < now() - interval '1 day'`,
    [scope.company_id],
  );
}
