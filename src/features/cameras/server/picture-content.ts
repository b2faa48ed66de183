export interface PictureContent {
  readonly bytes: Buffer;
  readonly media_type: 'image/jpeg' | 'image/png';
}

export type ContentFault = 'no_picture' | 'broken_picture' | 'too_many_pixels';

/** A browser holds four bytes for each; cameras have a third of it at most. */
const MAX_PIXELS = 50_000_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_END = Buffer.from('IEND', 'latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const JPEG_END = Buffer.from([0xff, 0xd9]);
/** Cameras write a little behind a picture's end, at most so much. */
const BEHIND = 4096;

/** How large a JPEG says that it is, by its frame's head; undefined where it has none. */
function jpegPixels(bytes: Buffer): number | undefined {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

const endsWith = (bytes: Buffer, end: Buffer): boolean =>
  bytes.lastIndexOf(end) >= Math.max(JPEG.length, bytes.length - BEHIND);

/** Bytes as a picture, judged by themselves, whatever they were called. */
export function readPicture(bytes: Buffer): PictureContent | { fault: ContentFault } {
  const isPng = bytes.subarray(0, PNG.length).equals(PNG);
  if (!isPng && !bytes.subarray(0, JPEG.length).equals(JPEG)) return { fault: 'no_picture' };
  const whole = isPng ? bytes.length > 33 && endsWith(bytes, PNG_END) : endsWith(bytes, JPEG_END);
  if (!whole) return { fault: 'broken_picture' };
  const pixels = isPng ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : jpegPixels(bytes);
  if (!pixels) return { fault: 'broken_picture' };
  if (pixels > MAX_PIXELS) return { fault: 'too_many_pixels' };
  return { bytes, media_type: isPng ? 'image/png' : 'image/jpeg' };
}

/** A stream of pictures in one answer. */
export const isStream = (content_type: string | undefined): boolean =>
  /^\s*multipart\/x-mixed-replace\b/i.test(content_type ?? '');

/** The head of a part is at most so long. */
const PART_HEAD = 8192;

/** The first whole picture of a stream; undefined while it has not come. */
export function firstFrame(content_type: string, body: Buffer): Buffer | undefined {
  const [, inQuotes, bare] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(content_type) ?? [];
  // Many cameras count the dashes in front as a part of the name.
  const boundary = (inQuotes ?? bare ?? '').replace(/^-+/, '');
  const begin = boundary === '' ? 0 : body.indexOf(boundary);
  const headEnd = begin < 0 ? -1 : body.indexOf('\r\n\r\n', begin);
  if (headEnd < 0) return undefined;
  const start = headEnd + 4;
  const head = body.toString('latin1', begin, Math.min(headEnd, begin + PART_HEAD));
  const length = Number(/content-length\s*:\s*(\d{1,9})/i.exec(head)?.[1] ?? 0);
  if (length > 0) return body.length >= start + length ? body.subarray(start, start + length) : undefined;
  const next = boundary === '' ? -1 : body.indexOf(`--${boundary}`, start);
  return next < 0 ? undefined : body.subarray(start, next);
}
