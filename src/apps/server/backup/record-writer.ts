import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { StartFault } from '../../../shared/server/start-fault.ts';
import {
  type BackupEnd,
  DATA_LIMIT,
  MAGIC,
  RECORD_HEAD,
  type RecordKind,
  wordsOfEnd,
} from './backup-file.ts';

/** Records on their way out; `end` adds the last one, with the sum of all. */
export type Records = AsyncGenerator<[kind: RecordKind, body: Buffer], Omit<BackupEnd, 'sha256'>>;

/** A record that describes. */
export const words = (kind: RecordKind, value: object): [RecordKind, Buffer] => [
  kind,
  Buffer.from(JSON.stringify(value)),
];

function frame(kind: RecordKind, body: Buffer): Buffer {
  const head = Buffer.alloc(RECORD_HEAD);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

function* framesOf(kind: RecordKind, body: Buffer): Generator<Buffer> {
  if (kind !== 'D') return yield frame(kind, body);
  for (let at = 0; at < body.length; at += DATA_LIMIT) yield frame(kind, body.subarray(at, at + DATA_LIMIT));
}

async function* framed(records: Records): AsyncGenerator<Buffer> {
  const sum = createHash('sha256');
  try {
    for (;;) {
      const { done, value } = await records.next();
      if (done) {
        const sha256 = sum.update(wordsOfEnd(value)).digest('hex');
        return yield* framesOf(...words('Z', { ...value, sha256 } satisfies BackupEnd));
      }
      for (const bytes of framesOf(...value)) {
        sum.update(bytes);
        yield bytes;
      }
    }
  } finally {
    await records.return({ tables: 0, rows: 0, sequences: [], companies: [] });
  }
}

/**
 * Writes records to a file that only its owner may read. It appears under its name when it is whole and on disk; what a
 * killed writer leaves is called `.part`. @returns bytes of the file
 */
export async function writeRecords(path: string, records: Records, stop?: AbortSignal): Promise<number> {
  const draft = `${path}.${process.pid}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(draft, 'wx', 0o600);
    await file.write(MAGIC);
    const out = createWriteStream(draft, { fd: file, start: MAGIC.length, flush: true });
    const zstd = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
    });
    const source = Readable.from(framed(records), { objectMode: false });
    await pipeline(source, zstd, out, stop === undefined ? {} : { signal: stop });
    await rename(draft, path);
    await syncFolder(dirname(path));
    return MAGIC.length + out.bytesWritten;
  } catch (error) {
    await rm(draft, { force: true });
    if (stop?.aborted) throw new StartFault('The backup was broken off: no file was left.', { cause: error });
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
