import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { AppError } from '../../../shared/server/errors.ts';
import { FairTurns } from '../../../shared/server/fair-turns.ts';
import { refuseField } from './refusals.ts';

/** A picture as it is kept. */
export interface Picture {
  /** SHA-256 of its bytes, in hexadecimal digits. */
  digest: string;
  media_type: 'image/webp';
  bytes: Buffer;
}

const SIDE = 256;
const QUALITY = 82;
const MAX_PIXELS = 40_000_000;
const SECONDS = 15;
const AT_ONCE = 2;
/** Pictures at work or waiting, of one person and of all. */
const HELD_BY_ONE = 12;
const HELD = 30;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

// Decoding shares the cores with every other call: one thread for each picture, two pictures at once, of a person one.
sharp.concurrency(1);
sharp.cache(false);
const turns = new FairTurns({ at_once: AT_ONCE });

/** @throws AppError limit when too many of a person, or of all, wait already */
async function inTurn<T>(user_id: number, work: () => Promise<T>): Promise<T> {
  if (turns.held(user_id) >= HELD_BY_ONE || turns.held() >= HELD) {
    throw new AppError('limit', 'Too many pictures at this moment; try again shortly', { retryAfter_s: 5 });
  }
  return turns.run(user_id, work);
}

/**
 * What the bytes are, whatever they are called: looked at before any decoder is, so that a decoder for other things is
 * never reached. // spec §5: avatar upload types png, jpg, jpeg
 */
function formatOf(bytes: Buffer): 'png' | 'jpeg' | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  return bytes.subarray(0, JPEG.length).equals(JPEG) ? 'jpeg' : undefined;
}

function refusalOf(error: unknown): AppError {
  const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
  return refuseField('avatar', isTooLarge ? 'avatar_pixels' : 'avatar_broken');
}

async function decode(bytes: Buffer): Promise<Buffer> {
  const format = formatOf(bytes);
  if (!format) throw refuseField('avatar', 'avatar_type');
  const image = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS, animated: false });
  try {
    const metadata = await image.metadata();
    if (metadata.format !== format) throw refuseField('avatar', 'avatar_type');
    return await image
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'centre' })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    throw error instanceof AppError ? error : refusalOf(error);
  }
}

/**
 * Makes a small square picture of an uploaded file: turned upright, cut around its middle, re-encoded, without whatever
 * else the file held (place, camera, comments).
 * @throws AppError invalid for what is no png or jpeg, is damaged or too large; limit when too many come at once
 */
export async function makePicture(user_id: number, bytes: Uint8Array): Promise<Picture> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const webp = await inTurn(user_id, () => decode(file));
  const digest = createHash('sha256').update(webp).digest('hex');
  return { digest, media_type: 'image/webp', bytes: webp };
}
