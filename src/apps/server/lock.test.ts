import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { lockDataDir } from './lock.ts';
import { processStartTime } from './process-state.ts';

describe('the lock of the data folder', () => {
  const home = mkdtempSync(join(tmpdir(), 'meridiana-lock-'));
  after(() => rmSync(home, { recursive: true }));
  const folder = (name: string) => join(home, name, 'data');

  it('makes the folder, is held once, and can be taken again when let go', () => {
    const dataDir = folder('plain');
    const lock = lockDataDir(dataDir);
    assert.equal(lock.tookOver, false);
    assert.throws(() => lockDataDir(dataDir), {
      name: 'StartFault',
      message: new RegExp(`in use.*${process.pid}`),
    });
    lock.release();
    lockDataDir(dataDir).release();
    assert.deepEqual(readdirSync(dataDir), []);
  });

  it('is taken over from a process that died', async () => {
    const dataDir = folder('dead');
    lockDataDir(dataDir).release();
    const child = spawn('/bin/sleep', ['60']);
    const pid = child.pid ?? 0;
    writeFileSync(join(dataDir, 'lock'), `${pid} ${processStartTime(pid)}\n`);
    assert.throws(() => lockDataDir(dataDir), { name: 'StartFault' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = lockDataDir(dataDir);
    assert.equal(lock.tookOver, true);
    lock.release();
  });

  it('is not fooled by a pid that somebody else has got since', () => {
    const dataDir = folder('reused');
    lockDataDir(dataDir).release();
    writeFileSync(join(dataDir, 'lock'), `${process.pid} 17\n`);
    assert.equal(lockDataDir(dataDir).tookOver, true);
  });

  it('survives a file that a crash left empty', () => {
    const dataDir = folder('empty');
    lockDataDir(dataDir).release();
    writeFileSync(join(dataDir, 'lock'), '');
    assert.equal(lockDataDir(dataDir).tookOver, true);
  });

  it('leaves a lock alone that is no longer its own', () => {
    const dataDir = folder('foreign');
    const lock = lockDataDir(dataDir);
    writeFileSync(join(dataDir, 'lock'), '1 1\n');
    lock.release();
    assert.ok(existsSync(join(dataDir, 'lock')));
  });

  it('says in one sentence that it cannot write', () => {
    writeFileSync(join(home, 'file'), '');
    assert.throws(() => lockDataDir(join(home, 'file', 'data')), {
      name: 'StartFault',
      message: /cannot be written: \S.*\.$/,
    });
  });
});
