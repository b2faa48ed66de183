import { DATA_LIMIT, RECORD_HEAD, WORDS_LIMIT } from './backup-file.ts';

/** What is read contradicts itself. */
export class Damage extends Error {}
/** What is read ends before its end. */
export class CutShort extends Error {}

/** One record as it stands in the stream. */
export interface Frame {
  readonly kind: string;
  readonly body: Buffer;
  /** Head and body, as they are summed. */
  readonly bytes: Buffer;
}

function* wholeFrames(bytes: Buffer): Generator<Frame, Buffer> {
  let at = 0;
  while (bytes.length - at >= RECORD_HEAD) {
    const kind = bytes.toString('latin1', at, at + 1);
    const end = at + lengthAt(bytes, at, kind);
    if (end > bytes.length) break;
    yield { kind, body: bytes.subarray(at + RECORD_HEAD, end), bytes: bytes.subarray(at, end) };
    at = end;
  }
  return bytes.subarray(at);
}

/** Head and body. @throws Damage for a record that nobody would have written */
function lengthAt(bytes: Buffer, at: number, kind: string): number {
  const length = bytes.readUInt32BE(at + 1);
  if (length > (kind === 'D' ? DATA_LIMIT : WORDS_LIMIT)) throw new Damage('a record without measure');
  return RECORD_HEAD + length;
}

/**
 * Splits a stream into records; holds one record and one chunk of the stream at most.
 * @throws Damage, CutShort
 */
export async function* splitFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let waiting: Buffer[] = [];
  let size = 0;
  let needed = RECORD_HEAD;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < needed) continue;
    const left = yield* wholeFrames(Buffer.concat(waiting, size));
    waiting = [left];
    size = left.length;
    needed = size < RECORD_HEAD ? RECORD_HEAD : lengthAt(left, 0, left.toString('latin1', 0, 1));
  }
  if (size > 0) throw new CutShort();
}
