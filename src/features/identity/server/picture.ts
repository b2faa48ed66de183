import { createHash } from 'node:crypto';
import { PictureRefused, reencoded } from '../../../shared/server/files/picture-upload.ts';
import { refuseAccount } from './refusals.ts';

/** A picture as it is kept. */
export interface Picture {
  /** SHA-256 of its bytes, in hexadecimal digits. */
  digest: string;
  media_type: 'image/webp';
  bytes: Buffer;
}

const SIDE = 256;
const QUALITY = 82;

/**
 * Makes a small square picture of an uploaded file, cut around its middle.
 * @throws AppError invalid for what is no png or jpeg, is damaged or too large; limit when too many come at once
 */
export async function makePicture(user_id: number, bytes: Uint8Array): Promise<Picture> {
  const webp = await reencoded(user_id, bytes, (image) =>
    image.resize(SIDE, SIDE, { fit: 'cover', position: 'centre' }).webp({ quality: QUALITY }),
  ).catch((error: unknown) => {
    throw error instanceof PictureRefused ? refuseAccount('avatar', `avatar_${error.fault}`) : error;
  });
  const digest = createHash('sha256').update(webp).digest('hex');
  return { digest, media_type: 'image/webp', bytes: webp };
}
