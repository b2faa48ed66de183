import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { makeMemoryFolder } from '../../../tests/support/memory-folder.ts';
import { loadConfig } from '../../shared/server/config.ts';
import { secretKeyFault } from '../../shared/server/secret-key.ts';
import { joinInstallation, openInstallation } from './installation.ts';
import { lockDataDir } from './lock.ts';
import { withClient } from './postgres/connect.ts';

describe('the installation on the embedded PostgreSQL', () => {
  const home = makeMemoryFolder('meridiana-installation-');
  const dataDir = join(home, 'data');
  const settings = loadConfig({ DATA_DIR: dataDir }, { demo: false });
  chmodSync(home, 0o755);
  after(() => rmSync(home, { recursive: true }));

  it('is not made by a command where there is none: a mistyped folder stays as it was', async () => {
    const message = /^There is no installation in .+, and nothing was made there: set DATA_DIR .+npm start/;
    const empty = join(home, 'empty');
    mkdirSync(empty);
    for (const wrong of [join(home, 'never', 'made'), empty])
      await assert.rejects(joinInstallation(loadConfig({ DATA_DIR: wrong }, { demo: false })), {
        name: 'StartFault',
        message,
      });
    assert.deepEqual(readdirSync(empty), []);
    assert.equal(existsSync(join(home, 'never')), false);
  });

  it('is brought up for a command while the program does not run, with secrets that only its user can read', async () => {
    await (await openInstallation(settings)).close();
    const installation = await joinInstallation(settings);
    try {
      assert.equal(secretKeyFault(installation.config.secretKey), undefined);
      assert.equal(installation.database.user, 'meridiana_app');
      const secrets = join(dataDir, 'secrets');
      assert.equal(statSync(secrets).mode & 0o777, 0o700);
      assert.deepEqual(readdirSync(secrets).sort(), ['postgres-password', 'secret-key']);
      for (const name of readdirSync(secrets))
        assert.equal(statSync(join(secrets, name)).mode & 0o777, 0o600);
    } finally {
      await installation.close();
    }
    assert.equal(installation.postgres?.findRunning(), undefined);
    lockDataDir(dataDir).release();
  });

  it('is shared with a command while the program runs, and outlives that command', async () => {
    const lock = lockDataDir(dataDir);
    const program = await openInstallation(settings);
    try {
      const command = await joinInstallation(settings);
      assert.deepEqual(command.database, program.database);
      assert.equal(command.config.secretKey, program.config.secretKey);
      await command.close();
      const alive = await withClient(program.database, (client) => client.query('select 1'));
      assert.equal(alive.rowCount, 1);
    } finally {
      await program.close();
      lock.release();
    }
  });

  it('asks a command to wait while the program is just starting', async () => {
    const lock = lockDataDir(dataDir);
    await assert.rejects(joinInstallation(settings), {
      name: 'StartFault',
      message: /just starting or ending/,
    });
    lock.release();
  });

  it('takes another secret key for the database’s password too', async () => {
    const secretKey = 'pT7vQ2zLx9Rk4Wm8Yc1Nf6Hs3Jd5Gb0Ua';
    const installation = await joinInstallation({ ...settings, secretKey });
    assert.equal(installation.config.secretKey, secretKey);
    await installation.close();
  });
});
