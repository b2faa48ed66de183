import type pg from 'pg';
import sharp from 'sharp';
import type { PdfPicture } from '../../../shared/server/export/pdf-document.ts';
import { type AttachmentRow, readPart } from '../../../shared/server/records/attachments.repository.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';

/** Photos that a printed report shows; the others are said by their number. */
export const MAX_PHOTOS = 12;
const SIDE = 1000;
const MAX_PIXELS = 80_000_000;
const SECONDS = 15;

export const isPhoto = ({ media_type }: AttachmentRow): boolean => media_type.startsWith('image/');

/** The bytes of a file, read portion by portion; undefined where it was deleted meanwhile. */
async function fileOf(
  { pool, scope }: { pool: pg.Pool; scope: Scope },
  { id, size_bytes }: AttachmentRow,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  for (let [number, read] = [0, 0]; read < size_bytes; number++) {
    const part = await inScope(pool, scope, (tx) => readPart(tx, id, number), 'read only');
    if (!part) return undefined;
    parts.push(part);
    read += part.length;
  }
  return Buffer.concat(parts);
}

/**
 * A photo as a report prints it: upright, small, without what else the file held. Undefined where it cannot be read: the report is
 * printed without it.
 */
export async function printedPhoto(
  from: { pool: pg.Pool; scope: Scope },
  photo: AttachmentRow,
  caption: string,
): Promise<PdfPicture | undefined> {
  const bytes = await fileOf(from, photo);
  if (!bytes) return undefined;
  const small = await sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, animated: false })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 72 })
    .toBuffer()
    // A damaged photo is no reason to print nothing; the report's page shows that it is there.
    .catch(() => undefined);
  return small && { type: 'image/jpeg', base64: small.toString('base64'), caption };
}
