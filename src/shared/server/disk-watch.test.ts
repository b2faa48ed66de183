import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { DiskWatch } from './disk-watch.ts';
import { handleErrors } from './http/problems.ts';

const MB = 1024 * 1024;

describe('whether the disk is full', () => {
  it('is heard from what the database refuses, and told in every 503 that follows from it', async () => {
    const disk = new DiskWatch();
    assert.equal(disk.isFull(), false);
    const app = Fastify();
    handleErrors(app, disk);
    const fail = (path: string, code: string) =>
      app.get(path, () => Promise.reject(Object.assign(new Error('failed'), { code })));
    fail('/away', '57P01');
    fail('/full', '53100');
    const detailOf = async (path: string) => {
      const answer = await app.inject(path);
      assert.equal(answer.statusCode, 503);
      assert.equal(answer.headers['retry-after'], '5');
      return answer.json().detail as string;
    };
    assert.match(await detailOf('/away'), /cannot be reached/);
    assert.match(await detailOf('/full'), /its disk is full/);
    assert.equal(disk.isFull(), true);
    // A server without room for its log ends: what is lost then is lost for want of room.
    assert.match(await detailOf('/away'), /its disk is full/);
    await app.close();
  });

  it('is seen by the room that is left where the files of the database lie', (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'meridiana-small-'));
    const mounted =
      process.getuid?.() === 0 &&
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'none', folder]).status === 0;
    try {
      assert.equal(new DiskWatch(join(folder, 'nowhere')).isFull(), false);
      if (!mounted) return context.diagnostic('no small disk may be mounted here');
      const disk = new DiskWatch(folder);
      assert.equal(disk.isFull(), false);
      writeFileSync(join(folder, 'much'), Buffer.alloc(30 * MB));
      assert.equal(disk.isFull(), true);
      rmSync(join(folder, 'much'));
      assert.equal(disk.isFull(), false);
    } finally {
      if (mounted) spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    }
  });
});
