/** What a workbook may be once it is unpacked. */
export interface WorkbookLimits {
  /** Bytes of all its parts together. */
  readonly bytes: number;
  /** Bytes of each part that is held as a tree, such as its texts: all but sheets. */
  readonly tree_bytes: number;
  readonly parts: number;
}

const END = 0x06054b50;
const PART = 0x02014b50;
const END_LENGTH = 22;
const PART_LENGTH = 46;
/** Stands for a size that is written elsewhere: a file of 4 GB, which no upload is. */
const ELSEWHERE = 0xffffffff;
/** Tables pack some ten times, monotonous ones some forty; what packs more than this is made to swell. */
const MAX_RATIO = 200;
/** The ratio is looked at beyond this many bytes. */
const SMALL_BYTES = 1_000_000;

/** Whether bytes begin as a ZIP file does, which a workbook is. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Whether bytes begin as files of older spreadsheet programs do, and those locked with a password. */
export function isOldOffice(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, i) => bytes[i] === byte);
}

function endOf(view: DataView): number | undefined {
  const min = Math.max(0, view.byteLength - END_LENGTH - 0xffff);
  for (let at = view.byteLength - END_LENGTH; at >= min; at--)
    if (view.getUint32(at, true) === END) return at;
  return undefined;
}

/**
 * Looks at what a ZIP file says of its parts before anything of it is unpacked. Whoever unpacks it holds each part to
 * the size that is said here, so that no part can swell beyond it.
 */
export function faultOfZip(bytes: Uint8Array, limits: WorkbookLimits): 'broken' | 'too_large' | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === undefined) return 'broken';
  const parts = view.getUint16(end + 10, true);
  if (parts > limits.parts) return 'too_large';
  let at = view.getUint32(end + 16, true);
  let sum = 0;
  for (let i = 0; i < parts; i++) {
    if (at + PART_LENGTH > bytes.length || view.getUint32(at, true) !== PART) return 'broken';
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + PART_LENGTH, at + PART_LENGTH + nameLength));
    // What is said to be empty and is not would be unpacked without a bound.
    if (packed === ELSEWHERE || size === ELSEWHERE || (size === 0 && packed > 2)) return 'broken';
    if (size > SMALL_BYTES && size > MAX_RATIO * packed) return 'too_large';
    sum += size;
    const isTree = !/worksheets\//i.test(name);
    if (sum > limits.bytes || (isTree && size > limits.tree_bytes)) return 'too_large';
    at += PART_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return undefined;
}
