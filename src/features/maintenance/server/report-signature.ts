import sharp from 'sharp';
import { refuseField } from '../../../shared/server/errors.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_PIXELS = 4_000_000;
/** A signature is kept no larger than this. */
const [WIDTH, HEIGHT] = [800, 300];
const SECONDS = 5;

function noSignature(): never {
  refuseField('signature', 'no_png', 'The signature is no picture that can be read: sign again');
}

/**
 * What was drawn on the glass, as it is kept: looked at by its bytes, drawn anew without whatever else the file held.
 * @throws AppError invalid at `signature`
 */
export async function drawnSignature(base64: string): Promise<Buffer> {
  const bytes = Buffer.from(base64, 'base64');
  if (!bytes.subarray(0, PNG.length).equals(PNG)) noSignature();
  try {
    return await sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS, animated: false })
      .timeout({ seconds: SECONDS })
      .resize(WIDTH, HEIGHT, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .greyscale()
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Error) noSignature();
    throw error;
  }
}
