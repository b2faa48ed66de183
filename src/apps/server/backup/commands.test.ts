import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeCompany, makeDevice, makePlant, makeUser } from '../../../../tests/support/app.ts';
import { makeMemoryFolder } from '../../../../tests/support/memory-folder.ts';
import { freePort, type Program, startProgram } from '../../../../tests/support/program.ts';
import { ReadingWriter } from '../../../features/measurements/server/reading-writer.ts';
import { loadConfig } from '../../../shared/server/config.ts';
import { createPool } from '../../../shared/server/db.ts';
import { joinInstallation } from '../installation.ts';

const portal = fileURLToPath(new URL('../../../../dist/web/index.html', import.meta.url));
const PASSWORD = 'what she chose long ago';

describe('npm run backup and npm run restore', {
  skip: existsSync(portal) ? false : 'the portal has not been built',
}, () => {
  const home = makeMemoryFolder('meridiana-commands-');
  const from = join(home, 'from');
  const to = join(home, 'to');
  const file = join(home, 'whole.backup');
  let program: Program | undefined;
  let device: number;
  let company: number;

  /** Runs a command to its end and answers what it said. */
  function run(command: 'backup' | 'restore', dataDir: string, ...args: string[]) {
    const entry = fileURLToPath(new URL(`../${command}.ts`, import.meta.url));
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], {
      env,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  const refused = (result: ReturnType<typeof run>, sentence: RegExp) => {
    assert.match(result.stderr, sentence);
    assert.match(result.stderr, /^[^\n]+\.\n$/, 'one sentence, no stack');
    assert.equal(result.status, 1);
  };

  before(async () => {
    chmodSync(home, 0o755);
    program = await startProgram({ DATA_DIR: from, PORT: String(await freePort()) });
    const installation = await joinInstallation(loadConfig({ DATA_DIR: from }, { demo: false }));
    const pool = createPool(installation.database, { max: 2, name: 'test' });
    const scope = await makeCompany(pool, 'Kept');
    company = scope.company_id;
    await makeUser(
      { pool },
      { company: scope, roles: ['COMPANY_OWNER', 'APP_0'], email: 'ada@example.org', password: PASSWORD },
    );
    device = await makeDevice(pool, scope, await makePlant(pool, scope, 'P1'), 'INV1', ['ac_power_kw']);
    const writer = new ReadingWriter(pool);
    await writer.write(
      scope,
      Array.from({ length: 12 }, (_, i) => ({
        device_id: device,
        ts: Date.parse('2026-03-10T10:00:00Z') + i * 300_000,
        values: Float64Array.from([i / 7]),
        quality: null,
      })),
    );
    await writer.close();
    await pool.end();
    await installation.close();
  });
  after(async () => {
    await program?.stop();
    rmSync(home, { recursive: true });
  });

  it('back up a program that runs, to a file of that name or one of their own, and never write over one', () => {
    const result = run('backup', from, file);
    assert.equal(result.status, 0, result.stderr);
    assert.match(
      result.stdout,
      /^\d+ rows of \d+ tables were backed up to .*whole\.backup \(\d+ bytes\)\.\nThe secret key is not in it/,
    );
    refused(run('backup', from, file), /is there already/);
    assert.equal(run('backup', from).status, 0);
    assert.match(readdirSync(join(from, 'backups')).join(), /^meridiana-\d{8}T\d{6}Z\.backup$/);
    refused(run('backup', join(home, 'nowhere')), /no secret key/);
  });

  it('restore into nothing that runs, is not empty, or has another key', () => {
    refused(run('restore', from, file), /The program runs on/);
    refused(
      run('restore', to, file),
      /made with a secret key that is not here: set that one as SECRET_KEY or put it into/,
    );
    assert.ok(!existsSync(join(to, 'secrets')), 'no key was made that would be in the way');
    assert.match(run('restore', to, file, '--check').stdout, /is whole: \d+ rows of \d+ tables\.\n$/);
    assert.ok(!existsSync(to));
    refused(run('restore', to, join(home, 'none')), /cannot be read/);
    assert.match(run('restore', to).stderr, /^Usage/);
  });

  it('bring back an installation that starts, signs in an old password and draws its chart', async () => {
    await program?.stop();
    program = undefined;
    refused(run('restore', from, file), /^The installation is not empty \(companies: 1, accounts: 1\)/);
    cpSync(join(from, 'secrets', 'secret-key'), join(to, 'secrets', 'secret-key'));
    const result = run('restore', to, file);
    assert.equal(result.status, 0, result.stderr);
    assert.match(result.stdout, /It is restored: npm start serves it/);
    const port = await freePort();
    program = await startProgram({ DATA_DIR: to, PORT: String(port) });
    const base = `http://127.0.0.1:${port}`;
    const login = await fetch(`${base}/user/v1/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password: PASSWORD }),
    });
    assert.equal(login.status, 200);
    const { access } = (await login.json()) as { access: string };
    const query = `devices=${device}&variables=ac_power_kw&start=2026-03-10T10:00:00Z&end=2026-03-10T11:00:00Z&resolution=raw`;
    const chart = await fetch(`${base}/api/v1/chart-results-data/?${query}`, {
      headers: { authorization: `Bearer ${access}`, 'id-client': String(company) },
    });
    const text = await chart.text();
    assert.equal(chart.status, 200, text);
    assert.ok(text.includes(String(11 / 7)), text.slice(0, 500));
  });
});
