import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeMemoryFolder } from '../../../tests/support/memory-folder.ts';
import { processStartTime } from './process-state.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const portal = fileURLToPath(new URL('../../../dist/web/index.html', import.meta.url));

interface Run {
  readonly child: ChildProcess;
  /** What it has said so far. */
  said(): { out: string; err: string };
  /** Its exit code, when it has ended. */
  ended: Promise<number | null>;
}

function run(env: Record<string, string>, ...args: string[]): Run {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, said: () => ({ out, err }), ended };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Tries until it holds. */
async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    if (await holds()) return;
    await pause(100);
  }
  assert.fail(`never: ${what}`);
}

describe('a start that cannot succeed', () => {
  const home = makeMemoryFolder('meridiana-faults-');
  after(() => rmSync(home, { recursive: true }));

  async function refusal(env: Record<string, string>, ...args: string[]): Promise<string> {
    const { said, ended } = run({ DATA_DIR: join(home, 'data'), ...env }, ...args);
    assert.equal(await ended, 1);
    const { out, err } = said();
    assert.equal(out, '');
    assert.match(err, /^[A-Z][^\n]*\.\n$/, 'one sentence on one line');
    return err;
  }

  it('names wrong settings', async () => {
    assert.match(await refusal({ PORT: 'eighty', ROLES: 'cook' }), /^Settings are wrong: PORT .*; ROLES /);
    assert.match(await refusal({ SECRET_KEY: 'short' }), /^A setting is wrong: SECRET_KEY has 5 bytes/);
    assert.match(await refusal({ HOST: '0.0.0.0' }, '--demo'), /HOST must be a loopback address/);
  });

  it('names a taken port and an address that is not ours', async (t) => {
    const taker = createServer();
    taker.listen(0, '127.0.0.1');
    t.after(() => taker.close());
    await once(taker, 'listening');
    const { port } = taker.address() as AddressInfo;
    assert.match(
      await refusal({ PORT: String(port) }),
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken`),
    );
    assert.match(await refusal({ HOST: '192.0.2.1' }), /^HOST 192\.0\.2\.1 is no address of this machine/);
  });

  it('names a data folder that cannot be written', async () => {
    writeFileSync(join(home, 'file'), '');
    assert.match(
      await refusal({ DATA_DIR: join(home, 'file', 'data') }),
      /^The data folder .* cannot be written/,
    );
  });

  it('names a DATABASE_URL that leads nowhere', async () => {
    const SECRET_KEY = 'pT7vQ2zLx9Rk4Wm8Yc1Nf6Hs3Jd5Gb0Ua';
    const port = await freePort();
    const urls = { DATABASE_URL: 'postgres://u:p4ss@127.0.0.1:1/d', SECRET_KEY, PORT: String(port) };
    assert.match(await refusal(urls), /^DATABASE_URL: nothing listens at 127\.0\.0\.1:1/);
    assert.match(await refusal({ DATABASE_URL: urls.DATABASE_URL }), /SECRET_KEY must be set/);
  });
});

describe('the program', { skip: existsSync(portal) ? false : 'the portal has not been built' }, () => {
  const home = makeMemoryFolder('meridiana-program-');
  const dataDir = join(home, 'data');
  const postmasterFile = join(dataDir, 'postgres', 'postmaster.pid');
  let env: Record<string, string>;
  let program: Run;

  before(async () => {
    chmodSync(home, 0o755);
    env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
    program = run(env);
  });
  after(async () => {
    program.child.kill('SIGTERM');
    await program.ended;
    rmSync(home, { recursive: true });
  });

  async function health(): Promise<number> {
    try {
      return (await fetch(`http://127.0.0.1:${env.PORT}/health/ready`)).status;
    } catch {
      return 0;
    }
  }
  const ready = () =>
    until(
      async () => program.said().out.includes('is ready') && (await health()) === 200,
      program.said().err,
    );
  const postmaster = () => Number(readFileSync(postmasterFile, 'utf8').split('\n')[0]);

  it('says where it is, once it can serve', async () => {
    await ready();
    assert.equal(program.said().out, `Meridiana is ready: http://127.0.0.1:${env.PORT}\n`);
  });

  it('keeps its data folder to itself', async () => {
    const second = run({ ...env, PORT: String(await freePort()) });
    assert.equal(await second.ended, 1);
    assert.match(
      second.said().err,
      new RegExp(`^The data folder ${dataDir} is in use .*process ${program.child.pid}.*\\.\n$`),
    );
  });

  it('starts PostgreSQL again when that was killed', async () => {
    const before = postmaster();
    process.kill(before, 'SIGKILL');
    await until(() => existsSync(postmasterFile) && postmaster() !== before, 'another postmaster');
    await ready();
  });

  it('is killed, and the next start takes up its PostgreSQL without hand work', async () => {
    const before = postmaster();
    program.child.kill('SIGKILL');
    assert.equal(await program.ended, null);
    program = run(env);
    await ready();
    assert.equal(postmaster(), before);
  });

  it('ends all of it at Ctrl-C, however often that is pressed', async () => {
    const before = postmaster();
    program.child.kill('SIGINT');
    await pause(50);
    program.child.kill('SIGINT');
    assert.equal(await program.ended, 0);
    assert.equal(processStartTime(before), undefined);
    assert.equal(await health(), 0);
    assert.ok(!existsSync(join(dataDir, 'lock')));
    assert.equal(program.said().err, '');
  });
});
