import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { completeLock, platformOf } from './complete-lockfile.ts';

describe('the lockfile', () => {
  it('names every platform package, so that npm ci takes it on every machine', async () => {
    const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'));
    assert.deepEqual(completeLock(lock), []);
  });

  it('reads the platform from a package name', () => {
    assert.deepEqual(platformOf('@biomejs/cli-linux-x64-musl'), {
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    });
    assert.deepEqual(platformOf('@swc/core-win32-arm64-msvc'), { os: ['win32'], cpu: ['arm64'] });
    assert.equal(platformOf('left-pad'), undefined);
  });
});
