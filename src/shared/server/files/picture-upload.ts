import sharp, { type Sharp } from 'sharp';
import { AppError } from '../errors.ts';
import { FairTurns } from '../fair-turns.ts';

/** Why an uploaded picture is not taken. */
export type PictureFault = 'type' | 'pixels' | 'broken';

export class PictureRefused extends Error {
  readonly fault: PictureFault;
  constructor(fault: PictureFault) {
    super(`a picture was refused: ${fault}`);
    this.fault = fault;
  }
}

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

function refusalOf(error: unknown): PictureRefused {
  const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
  return new PictureRefused(isTooLarge ? 'pixels' : 'broken');
}

async function decode(bytes: Buffer, shape: (upright: Sharp) => Sharp): Promise<Buffer> {
  const format = formatOf(bytes);
  if (!format) throw new PictureRefused('type');
  const image = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS, animated: false });
  try {
    const metadata = await image.metadata();
    if (metadata.format !== format) throw new PictureRefused('type');
    return await shape(image.timeout({ seconds: SECONDS }).autoOrient()).toBuffer();
  } catch (error) {
    throw error instanceof PictureRefused ? error : refusalOf(error);
  }
}

/**
 * An uploaded png or jpeg, turned upright and re-encoded as `shape` says, without whatever else the file held (place,
 * camera, comments).
 * @throws PictureRefused for what is no png or jpeg, is damaged or too large
 * @throws AppError limit when too many come at once
 */
export function reencoded(
  user_id: number,
  file: Uint8Array,
  shape: (upright: Sharp) => Sharp,
): Promise<Buffer> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return inTurn(user_id, () => decode(bytes, shape));
}
