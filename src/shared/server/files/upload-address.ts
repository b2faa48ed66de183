import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed address says: one upload of one company, until an instant. */
export interface UploadAddress {
  company_id: number;
  upload_id: number;
  expires_at: Date;
}

const SHAPE = /^([1-9]\d{0,9})\.([1-9]\d{0,15})\.([1-9]\d{9,10})\.([\w-]{43})$/;

const seal = (key: Buffer, words: string): Buffer => createHmac('sha256', key).update(words).digest();

/** The address as text that nobody else can make. */
export function signAddress(key: Buffer, { company_id, upload_id, expires_at }: UploadAddress): string {
  const words = `${company_id}.${upload_id}.${Math.floor(expires_at.getTime() / 1000)}`;
  return `${words}.${seal(key, words).toString('base64url')}`;
}

/** What a signed address says; undefined when it is not ours, was changed, or is over. */
export function readAddress(key: Buffer, text: string, now: Date): UploadAddress | undefined {
  const [, company, upload, expires, given = ''] = SHAPE.exec(text) ?? [];
  const expected = seal(key, `${company}.${upload}.${expires}`);
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return undefined;
  const expires_at = new Date(Number(expires) * 1000);
  if (expires_at <= now) return undefined;
  return { company_id: Number(company), upload_id: Number(upload), expires_at };
}
