import type pg from 'pg';
import { allows } from '../../contract/capabilities.ts';
import { FILE_BYTES, UPLOAD_PURPOSES, type UploadPurpose } from '../../contract/files.contract.ts';
import { recordAudit } from '../audit.ts';
import { findOpenMembership } from '../callers.ts';
import { AppError, notFound } from '../errors.ts';
import { FairTurns } from '../fair-turns.ts';
import { inScope, type Scope, scopeOfPerson, scopeOfWork, type Tx } from '../tenancy.ts';
import { checkCsv } from './csv-content.ts';
import { readAddress, signAddress } from './upload-address.ts';
import {
  countKeptBytes,
  countOpenUploads,
  findUpload,
  insertUpload,
  lockUploads,
  type NewUpload,
  removeFile,
  storeFile,
  type UploadedFile,
} from './uploads.repository.ts';

const VALID_MS = 15 * 60_000;
/** Addresses that one person may have waiting in a company. */
const OPEN = 50;
/** What a company may have lying here. */
const KEPT_BYTES = 500 * 1024 * 1024;

interface Deps {
  pool: pg.Pool;
  /** What addresses are signed with. */
  key: Buffer;
  now: () => Date;
}

export interface Opened {
  id: number;
  url: string;
  content_type: 'text/csv';
  max_bytes: number;
  expires_at: string;
}

function refuse(code: string, message: string): never {
  throw new AppError('limit', message, { errors: [{ path: 'file', message, code }] });
}

/** Files that come in by a signed address: opened by a person, sent once, kept until other work takes them. */
export class Uploads {
  readonly #deps: Deps;
  readonly #turns = new FairTurns({ at_once: 1 });

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A signed address for one file. @throws AppError limit when too many wait or too much lies here */
  async open(tx: Tx, wanted: Omit<NewUpload, 'expires_at'>): Promise<Opened> {
    const { key, now } = this.#deps;
    const at = now();
    const expires_at = new Date(Math.floor((at.getTime() + VALID_MS) / 1000) * 1000);
    await lockUploads(tx);
    if ((await countOpenUploads(tx, at)) >= OPEN)
      refuse('too_many_uploads', 'Too many files are on their way: send those first');
    await assertRoom(tx, 0);
    const id = await insertUpload(tx, { ...wanted, expires_at });
    const address = signAddress(key, { company_id: tx.scope.company_id, upload_id: id, expires_at });
    return {
      id,
      url: `/api/v1/uploads/${address}/`,
      content_type: wanted.content_type,
      max_bytes: FILE_BYTES,
      expires_at: expires_at.toISOString(),
    };
  }

  /**
   * Whose upload a signed address is. @throws AppError not_found, always in the same words, when it was changed or is over,
   * when its person or company has left, when its person may use such files no more or owes the company a second factor,
   * or when there is no such upload any more
   */
  async scopeOf(address: string, from: string | null): Promise<Scope> {
    const { pool, key, now } = this.#deps;
    const { company_id, upload_id } = readAddress(key, address, now()) ?? notFound();
    const work = scopeOfWork(company_id);
    const upload = (await inScope(pool, work, (tx) => findUpload(tx, upload_id), 'read only')) ?? notFound();
    const user_id = upload.created_by ?? notFound();
    const membership = (await findOpenMembership(pool, user_id, company_id)) ?? notFound();
    if (!allows(UPLOAD_PURPOSES[upload.purpose], membership.roles)) notFound();
    if (upload.received_at) taken();
    return scopeOfPerson(company_id, { user_id, address: from });
  }

  /** Keeps the file of an address. @throws AppError conflict when it has one, invalid when it is no CSV, limit when full */
  async receive(
    scope: Scope,
    address: string,
    file: Uint8Array,
  ): Promise<{ id: number; size_bytes: number; sha256: string }> {
    const { pool, key, now } = this.#deps;
    const { upload_id } = readAddress(key, address, now()) ?? notFound();
    await checkCsv(file);
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    // Web Crypto works beside the event loop.
    const sha256 = Buffer.from(
      await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>),
    ).toString('hex');
    const store = () =>
      inScope(pool, scope, async (tx) => {
        await lockUploads(tx);
        await assertRoom(tx, bytes.length);
        if (!(await storeFile(tx, upload_id, { bytes, digest: sha256 }))) taken();
        await recordAudit(tx, 'upload.received', String(upload_id), { size_bytes: bytes.length });
      });
    // One large file after another, company by company: many at once would take every connection from those who only read.
    await this.#turns.run(scope, store);
    return { id: upload_id, size_bytes: bytes.length, sha256 };
  }
}

function taken(): never {
  throw new AppError('conflict', 'This address has taken its file already');
}

async function assertRoom(tx: Tx, bytes: number): Promise<void> {
  if ((await countKeptBytes(tx)) + bytes <= KEPT_BYTES) return;
  refuse('uploads_full', 'Too many files of this company wait to be used: use or leave them first');
}

/**
 * Takes an uploaded file for other work, in that work's transaction: it is gone from here when the work is kept, and still
 * here when it is not. A person can take what they sent themselves.
 * @throws AppError not_found for another's, for one that was sent for another purpose, has not come, or was taken
 */
export async function takeUpload(tx: Tx, id: number, purpose: UploadPurpose): Promise<UploadedFile> {
  return (await removeFile(tx, id, purpose)) ?? notFound();
}
