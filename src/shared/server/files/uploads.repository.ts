import type { UploadPurpose } from '../../contract/files.contract.ts';
import type { Tx } from '../tenancy.ts';

export interface NewUpload {
  content_type: 'text/csv';
  file_name: string;
  purpose: UploadPurpose;
  expires_at: Date;
}

/** Lets one transaction of a company at a time count its uploads and add to them. */
export async function lockUploads({ scope, query }: Tx): Promise<void> {
  await query(`select pg_advisory_xact_lock(hashtext('upload'), $1)`, [scope.company_id]);
}

/** How many addresses of the person still wait for their file at a time, by the clock that ends them. */
export async function countOpenUploads({ scope, query }: Tx, at: Date): Promise<number> {
  const { rows } = await query<{ count: number }>(
    `select count(*) as count from upload
     where company_id = $1 and created_by = $2 and received_at is null and expires_at > $3`,
    [scope.company_id, scope.user_id, at],
  );
  return rows[0]?.count ?? 0;
}

/** Bytes of all files that the company has here. */
export async function countKeptBytes({ scope, query }: Tx): Promise<number> {
  const { rows } = await query<{ bytes: number }>(
    'select coalesce(sum(size_bytes), 0)::bigint as bytes from upload where company_id = $1',
    [scope.company_id],
  );
  return rows[0]?.bytes ?? 0;
}

export async function insertUpload({ scope, query }: Tx, upload: NewUpload): Promise<number> {
  const { rows } = await query<{ id: number }>(
    `insert into upload (company_id, created_by, content_type, file_name, purpose, expires_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      scope.company_id,
      scope.user_id,
      upload.content_type,
      upload.file_name,
      upload.purpose,
      upload.expires_at,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no upload was made');
  return id;
}

/** Who opened an upload, what for, and whether its file has come; undefined when there is no such upload any more. */
export async function findUpload(
  { scope, query }: Tx,
  id: number,
): Promise<{ created_by: number | null; received_at: Date | null; purpose: UploadPurpose } | undefined> {
  const { rows } = await query<{
    created_by: number | null;
    received_at: Date | null;
    purpose: UploadPurpose;
  }>('select created_by, received_at, purpose from upload where company_id = $1 and id = $2', [
    scope.company_id,
    id,
  ]);
  return rows[0];
}

/** Whether the file became that of the upload: of two at the same moment only one does. */
export async function storeFile(
  { scope, query }: Tx,
  id: number,
  file: { bytes: Buffer; digest: string },
): Promise<boolean> {
  const { rowCount } = await query(
    `update upload set bytes = $3, digest = $4, size_bytes = $5, received_at = $6
     where company_id = $1 and id = $2 and received_at is null`,
    [scope.company_id, id, file.bytes, file.digest, file.bytes.length, new Date()],
  );
  return rowCount > 0;
}

export interface UploadedFile {
  content_type: string;
  file_name: string;
  sha256: string;
  bytes: Buffer;
}

/** Removes a file that was sent for this purpose and answers it; a person gets those that they sent, the program's own work those of anybody. */
export async function removeFile(
  { scope, query }: Tx,
  id: number,
  purpose: UploadPurpose,
): Promise<UploadedFile | undefined> {
  const { rows } = await query<UploadedFile>(
    `delete from upload where company_id = $1 and id = $2 and received_at is not null
       and ($3::bigint is null or created_by = $3) and purpose = $4
       and digest is not null and bytes is not null
     returning content_type, file_name, digest as sha256, bytes`,
    [scope.company_id, id, scope.user_id, purpose],
  );
  return rows[0];
}

/** Addresses that nobody used go after an hour, files that nothing took after a month. */
export async function removeOldUploads({ scope, query }: Tx): Promise<void> {
  await query(
    `delete from upload where company_id = $1
       and (received_at is null and created_at < now() - interval '1 hour' or received_at < now() - interval '30 days')`,
    [scope.company_id],
  );
}
