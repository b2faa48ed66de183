import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { constants, createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { makeCompany } from '../../../../tests/support/app.ts';
import { openTestPool } from '../../../../tests/support/field.ts';
import { MAGIC } from './backup-file.ts';
import { verifyBackup } from './record-reader.ts';
import { takeBackup } from './take-backup.ts';

/** The packer leaves an empty packet at the end of some files: what is tested here says itself when there is one. */
function withoutEmptyPacket(file: Buffer): Buffer {
  const last = file.lastIndexOf(Buffer.from('28b52ffd', 'hex'));
  return last > MAGIC.length ? file.subarray(0, last) : file;
}

describe('a file that is a whole backup or none', () => {
  const home = mkdtempSync(join(tmpdir(), 'meridiana-damaged-'));
  const path = join(home, 'given.backup');
  let good: Buffer;

  before(async () => {
    const { pool, superuser: owner, close } = await openTestPool();
    try {
      await makeCompany(pool, 'Kept');
      await takeBackup({ owner, path, secretKey: 'pT7vQ2zLx9Rk4Wm8Yc1Nf6Hs3Jd5Gb0Ua', now: new Date() });
      good = withoutEmptyPacket(readFileSync(path));
    } finally {
      await close();
    }
  });
  after(() => rmSync(home, { recursive: true }));

  async function refusal(bytes: Buffer | string): Promise<string> {
    writeFileSync(path, bytes);
    try {
      await verifyBackup(path);
    } catch (error) {
      assert.equal((error as Error).name, 'StartFault', String((error as Error).stack));
      return (error as Error).message;
    }
    return assert.fail('it was taken for whole');
  }

  /** As the packer of a stream leaves it, and in its shortest form. */
  async function emptyPackets(): Promise<Buffer[]> {
    const stream = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    return [await buffer(stream.end()), zstdCompressSync(Buffer.alloc(0))];
  }

  const packed = (records: Buffer) => Buffer.concat([MAGIC, zstdCompressSync(records)]);
  const records = () => zstdDecompressSync(good.subarray(MAGIC.length));

  const unpacked = (bytes: Buffer): Buffer | undefined => {
    try {
      return zstdDecompressSync(bytes.subarray(MAGIC.length));
    } catch {
      return undefined;
    }
  };

  it('is told apart: nothing, somebody else’s, from the future, absent', async () => {
    assert.match(await refusal(''), /is empty\.$/);
    assert.match(await refusal('PGDMP something else'), /is no backup of this program\.$/);
    assert.match(await refusal('short'), /is no backup of this program\.$/);
    assert.match(await refusal(Buffer.concat([Buffer.from('MERIDIANA BACKUP 2\n'), good])), /newer version/);
    rmSync(path);
    await assert.rejects(verifyBackup(path), { name: 'StartFault', message: /cannot be read: ENOENT/ });
    await assert.rejects(verifyBackup(home), { name: 'StartFault', message: /is no file/ });
  });

  it('may end with an empty packet, as the packer sometimes leaves one', async () => {
    for (const empty of await emptyPackets()) {
      writeFileSync(path, Buffer.concat([good, empty]));
      assert.ok((await verifyBackup(path)).end.rows > 0);
    }
  });

  it('is noticed wherever it is cut off', async () => {
    const ends = [5, MAGIC.length, MAGIC.length + 1, good.length - 1, good.length - 4, good.length - 5];
    for (let i = 1; i < 40; i += 1) ends.push(Math.floor((good.length * i) / 40));
    for (const end of ends)
      assert.match(await refusal(good.subarray(0, end)), /is cut short/, `at ${end} of ${good.length}`);
  });

  it('is noticed when it ends with an empty packet that is cut off, or that something follows', async () => {
    for (const empty of await emptyPackets()) {
      for (let end = 1; end < empty.length; end += 1) {
        const cut = Buffer.concat([good, empty.subarray(0, end)]);
        assert.match(await refusal(cut), /is cut short/, `${end} bytes of ${empty.length}`);
      }
      assert.match(await refusal(Buffer.concat([good, empty, empty])), /something follows its end/);
      assert.match(
        await refusal(Buffer.concat([good, empty, Buffer.from('m')])),
        /something follows its end/,
      );
      const more = Buffer.concat([good, empty, zstdCompressSync(Buffer.from('more'))]);
      assert.match(await refusal(more), /something follows its end/);
    }
  });

  it('is noticed when it was cut off before it was packed', async () => {
    const all = records();
    for (let i = 0; i < 40; i += 1) {
      const part = all.subarray(0, Math.floor((all.length * i) / 40));
      assert.match(await refusal(packed(part)), /is cut short/);
    }
  });

  it('is noticed whichever byte is another', async () => {
    const all = records();
    for (let i = 0; i < 60; i += 1) {
      const at = MAGIC.length + Math.floor(((good.length - MAGIC.length) * i) / 60);
      const bent = Buffer.from(good);
      bent[at] = (bent[at] ?? 0) ^ 0x20;
      // A bit of the envelope may mean nothing: what comes out is then the same to the last byte.
      if (unpacked(bent)?.equals(all)) continue;
      assert.match(await refusal(bent), /is damaged|is cut short/, `at ${at}`);
    }
    for (let i = 0; i < 60; i += 1) {
      const at = Math.floor((all.length * i) / 60);
      const bent = Buffer.from(all);
      bent[at] = (bent[at] ?? 0) ^ 0x01;
      assert.match(await refusal(packed(bent)), /is damaged|is cut short/, `at ${at}`);
    }
  });

  it('is noticed when something follows its end, or a part stands twice', async () => {
    const all = records();
    assert.match(await refusal(packed(Buffer.concat([all, all]))), /something follows its end/);
    assert.match(await refusal(Buffer.concat([good, Buffer.from('more')])), /is damaged|is cut short/);
    const twice = Buffer.concat([good, zstdCompressSync(Buffer.from('more'))]);
    assert.match(await refusal(twice), /something follows its end/);
    const huge = Buffer.from([0x44, 0xff, 0xff, 0xff, 0xff]);
    assert.match(await refusal(packed(huge)), /without measure/);
  });
});
