import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { processStartTime } from '../../src/apps/server/process-state.ts';
import { freePort, isReady, until } from '../support/program.ts';
import { bringToolchain, isOutOfReach, startNpm, type Toolchain } from './toolchain.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What a clone does not hold, or the program does not need. */
const NOT_CLONED = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'tests']);

/** Older than what npm gave the program's own Node its link in. */
const OLDER = [
  { node: '20.20.2', npm: '9.9.4' },
  { node: '22.23.3', npm: '10.9.9' },
];

function listen(child: ChildProcess): () => string {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return () => said;
}

function firstChild(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
}

/** Whatever an npm that did not end has started. */
function endAll(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGTERM');
}

describe('a machine with an older Node and npm', () => {
  const home = mkdtempSync(join(tmpdir(), 'meridiana-newcomers-'));
  chmodSync(home, 0o755);
  after(() => rmSync(home, { recursive: true, force: true }));

  function clone(name: string): string {
    const copy = join(home, name);
    for (const entry of readdirSync(root))
      if (!NOT_CLONED.has(entry)) cpSync(join(root, entry), join(copy, entry), { recursive: true });
    return copy;
  }

  /** A portal that was built whole is not built twice more: `prepare` finds it current. */
  function putPortal(copy: string): void {
    if (existsSync(join(root, 'dist/web/.sources')))
      cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  }

  /** Ends with what it said. */
  async function npm(tools: Toolchain, cwd: string, ...words: string[]) {
    const child = startNpm(tools, words, { cwd });
    const said = listen(child);
    const [code] = await once(child, 'close');
    return { code, said: said() };
  }

  /** Starts the program, sees it serve, and ends npm alone, as `kill` and a container do; npm 9 keeps signals to itself. */
  async function startsAndEnds(t: TestContext, tools: Toolchain, cwd: string) {
    const port = await freePort();
    const env = { PORT: String(port), MQTT_LISTEN: 'off', DATA_DIR: join(cwd, 'data'), LOG_LEVEL: 'warn' };
    const child = startNpm(tools, ['start'], { cwd, env });
    const said = listen(child);
    const ended = once(child, 'close');
    t.after(() => endAll(child));
    await until(() => said().includes('is ready') || child.exitCode !== null, 'a start');
    assert.equal(await isReady(`http://127.0.0.1:${port}`), true, said());
    const postmaster = Number(readFileSync(join(cwd, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(tools.passesSignals ? Number(child.pid) : firstChild(Number(child.pid)), 'SIGTERM');
    await ended;
    assert.equal(processStartTime(postmaster), undefined);
    assert.equal(existsSync(join(cwd, 'data/lock')), false);
    assert.equal(await isReady(`http://127.0.0.1:${port}`), false);
  }

  for (const wanted of OLDER) {
    it(`installs and starts with npm ${wanted.npm} under Node ${wanted.node}`, async (t) => {
      const tools = await bringToolchain(join(home, `npm-${wanted.npm}`), wanted).catch((fault: unknown) => {
        // Whoever works offline goes on; where a commit is judged, nothing is passed over.
        if (isOutOfReach(fault) && !process.env.CI) return undefined;
        throw fault;
      });
      if (tools === undefined) return t.skip('the registry is out of reach');
      const cwd = clone(`clone-${wanted.npm}`);
      const bare = wanted.npm.startsWith('10');
      if (!bare) putPortal(cwd);
      const flags = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
      const installed = await npm(tools, cwd, 'ci', ...flags, ...(bare ? ['--ignore-scripts'] : []));
      assert.equal(installed.code, 0, installed.said);
      if (bare) {
        const { code, said } = await npm(tools, cwd, 'start');
        assert.equal(code, 1);
        assert.match(said, /^The portal has not been built: run npm run prepare, [^\n]*\.$/m);
        assert.equal(existsSync(join(cwd, 'data')), false, 'nothing was started before it was said');
        putPortal(cwd);
        const prepared = await npm(tools, cwd, 'run', 'prepare');
        assert.equal(prepared.code, 0, prepared.said);
      }
      await startsAndEnds(t, tools, cwd);
      rmSync(cwd, { recursive: true });
    });
  }
});
