export interface PictureContent {
  readonly bytes: Buffer;
  readonly media_type: 'image/jpeg' | 'image/png';
}

export type ContentFault = 'no_picture' | 'broken_picture' | 'too_many_pixels';

/** A browser holds four bytes for each, 100 MB of a wall's one tile; a camera of 4K has a third of it. */
const MAX_PIXELS = 25_000_000;
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

const HEAD_END = '\r\n\r\n';

/** The first whole picture of a stream, found as its pieces come in: each byte is searched once, however small the pieces. */
export class FirstFrame {
  readonly #boundary: string;
  #bytes = Buffer.alloc(0);
  #length = 0;
  /** Before this nothing is searched again. */
  #from = 0;
  /** What is looked for: the boundary, the end of the part's head, the end of the picture. */
  #stage: 'boundary' | 'head' | 'picture' = 'boundary';
  #begin = 0;
  #told = 0;

  constructor(content_type: string) {
    const [, inQuotes, bare] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(content_type) ?? [];
    // Many cameras count the dashes in front as a part of the name.
    this.#boundary = (inQuotes ?? bare ?? '').replace(/^-+/, '');
  }

  /** The next piece. @returns the picture once it is whole */
  take(piece: Buffer): Buffer | undefined {
    this.#keep(piece);
    if (this.#stage === 'boundary' && !this.#findBoundary()) return undefined;
    if (this.#stage === 'head' && !this.#findHeadEnd()) return undefined;
    if (this.#told > 0) {
      const end = this.#begin + this.#told;
      return this.#length >= end ? this.#bytes.subarray(this.#begin, end) : undefined;
    }
    const end = this.#boundary === '' ? -1 : this.#find(`--${this.#boundary}`);
    return end < 0 ? undefined : this.#bytes.subarray(this.#begin, end);
  }

  #keep(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    piece.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** Where it stands in what was not searched yet; -1 while it is not there. */
  #find(text: string): number {
    const at = this.#bytes.subarray(0, this.#length).indexOf(text, this.#from);
    if (at < 0) this.#from = Math.max(this.#from, this.#length - text.length + 1);
    return at;
  }

  #findBoundary(): boolean {
    const at = this.#boundary === '' ? 0 : this.#find(this.#boundary);
    if (at < 0) return false;
    this.#stage = 'head';
    this.#begin = at;
    this.#from = at;
    return true;
  }

  #findHeadEnd(): boolean {
    const end = this.#find(HEAD_END);
    if (end < 0) return false;
    const head = this.#bytes.toString('latin1', this.#begin, Math.min(end, this.#begin + PART_HEAD));
    this.#told = Number(/content-length\s*:\s*(\d{1,9})/i.exec(head)?.[1] ?? 0);
    this.#stage = 'picture';
    this.#begin = end + HEAD_END.length;
    this.#from = this.#begin;
    return true;
  }
}
