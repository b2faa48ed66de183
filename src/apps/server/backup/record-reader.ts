import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { errorCode, errorText, StartFault } from '../../../shared/server/start-fault.ts';
import { type BackupEnd, type BackupHeader, MAGIC } from './backup-file.ts';
import { BackupJudge, type Piece } from './backup-judge.ts';
import { CutShort, Damage, splitFrames } from './frames.ts';

const MAX_REST = 64;

const damaged = (path: string, what: string): StartFault =>
  new StartFault(`The backup ${path} is damaged (${what}): take another one. Nothing was changed.`);
const cutShort = (path: string): StartFault =>
  new StartFault(
    `The backup ${path} is cut short: it was not written to its end, or not copied whole. Nothing was changed.`,
  );

/** The file's first bytes decide whether it is one of ours at all. @returns its size @throws StartFault */
async function assertMagic(path: string): Promise<number> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch (cause) {
    throw new StartFault(`The backup ${path} cannot be read: ${errorText(cause)}.`, { cause });
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new StartFault(`${path} is no file, so no backup either.`);
    if (stat.size === 0) throw new StartFault(`The backup ${path} is empty.`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    const first = buffer.subarray(0, bytesRead);
    if (first.equals(MAGIC)) return stat.size;
    const stem = 'MERIDIANA BACKUP ';
    if (first.toString('latin1').startsWith(stem)) {
      throw new StartFault(
        `The backup ${path} was made by a newer version of the program, whose form this one does not know.`,
      );
    }
    if (MAGIC.subarray(0, bytesRead).equals(first)) throw cutShort(path);
    throw new StartFault(`${path} is no backup of this program.`);
  } finally {
    await file.close();
  }
}

/**
 * The unpacker passes over what stands behind its own end. There may be one empty packet: the packer adds it when its
 * last bytes just fill its buffer. @throws Damage; what zlib throws for a packet that is cut short or bent
 */
async function assertNothingMore(path: string, from: number, size: number): Promise<void> {
  if (from === size) return;
  if (size - from > MAX_REST) throw new Damage('something follows its end');
  const source = createReadStream(path, { start: from });
  const zstd = createZstdDecompress();
  source.on('error', (error) => zstd.destroy(error));
  for await (const _ of source.pipe(zstd)) throw new Damage('something follows its end');
  if (from + zstd.bytesWritten !== size) throw new Damage('something follows its end');
}

async function* pieces(path: string, size: number): AsyncGenerator<Piece> {
  const source = createReadStream(path, { start: MAGIC.length });
  const zstd = createZstdDecompress();
  source.on('error', (error) => zstd.destroy(error));
  const judge = new BackupJudge();
  try {
    for await (const frame of splitFrames(source.pipe(zstd))) yield judge.take(frame);
  } finally {
    source.destroy();
    zstd.destroy();
  }
  judge.assertEnd();
  await assertNothingMore(path, MAGIC.length + zstd.bytesWritten, size);
}

/** Reads a backup from its beginning to its end in bounded memory. @throws StartFault when it is no whole backup of ours */
export async function* readPieces(path: string): AsyncGenerator<Piece> {
  const size = await assertMagic(path);
  try {
    yield* pieces(path, size);
  } catch (error) {
    if (error instanceof StartFault) throw error;
    if (error instanceof CutShort) throw cutShort(path);
    if (error instanceof Damage) throw damaged(path, error.message);
    const code = errorCode(error) ?? '';
    if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(errorText(error))) throw cutShort(path);
    if (code.startsWith('ZSTD_')) throw damaged(path, 'it cannot be unpacked');
    throw error;
  }
}

/** Reads all of a backup and compares every sum. @throws StartFault @returns what it says of itself */
export async function verifyBackup(path: string): Promise<{ header: BackupHeader; end: BackupEnd }> {
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  for await (const piece of readPieces(path)) {
    if (piece.kind === 'header') header = piece.header;
    if (piece.kind === 'end') end = piece.end;
  }
  if (!header || !end) throw cutShort(path);
  return { header, end };
}
