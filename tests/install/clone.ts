import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { processStartTime } from '../../src/apps/server/process-state.ts';
import { freePort, isReady, until } from '../support/program.ts';
import { startNpm, type Toolchain } from './toolchain.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What a clone does not hold, or the program does not need. */
const NOT_CLONED = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'tests']);
const INSTALL = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];

/** How somebody ends the program, given the process of npm. */
export type End = (npm: number) => void;

/** In a terminal it reaches npm and everything below it. */
export const ctrlC: End = (npm) => process.kill(-npm, 'SIGINT');
export const kill: End = (npm) => process.kill(npm, 'SIGTERM');
/** For npm 9, which keeps signals to itself. */
export const killBelow: End = (npm) => {
  const children = readFileSync(`/proc/${npm}/task/${npm}/children`, 'utf8');
  process.kill(Number(children.split(' ')[0]), 'SIGTERM');
};

function listen(child: ChildProcess): () => string {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return () => said;
}

/** Whatever an npm that did not end has started. */
function endAll(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGTERM');
}

/**
 * A first start makes the database and a year of demonstration: 45 s alone on two processors, and here beside five lanes
 * of which each wants one. Ended earlier, it would say that the machine is busy.
 */
const START_WITHIN_MS = 900_000;

/** The project in a folder of its own, and the npm of whoever cloned it. */
export class Clone {
  readonly folder: string;
  readonly #tools: Toolchain;

  constructor(tools: Toolchain, folder: string) {
    this.#tools = tools;
    this.folder = folder;
    for (const entry of readdirSync(root))
      if (!NOT_CLONED.has(entry)) cpSync(join(root, entry), join(folder, entry), { recursive: true });
  }

  /** Ends with what it said. */
  async npm(...words: string[]): Promise<{ code: number | null; said: string }> {
    const child = startNpm(this.#tools, words, { cwd: this.folder });
    const said = listen(child);
    const [code] = await once(child, 'close');
    return { code, said: said() };
  }

  async install(...flags: string[]): Promise<void> {
    const { code, said } = await this.npm(...INSTALL, ...flags);
    assert.equal(code, 0, said);
  }

  /** A portal that was built whole is not built once more: `prepare` finds it current. */
  putPortal(): void {
    if (existsSync(join(root, 'dist/web/.sources')))
      cpSync(join(root, 'dist'), join(this.folder, 'dist'), { recursive: true });
  }

  /** Starts the program, sees it serve the portal, ends it, and finds nothing left of it. */
  async startsAndEnds(t: TestContext, words: readonly string[], end: End): Promise<void> {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const data = join(this.folder, 'data');
    const env = { PORT: String(port), MQTT_LISTEN: 'off', DATA_DIR: data, LOG_LEVEL: 'warn' };
    const child = startNpm(this.#tools, words, { cwd: this.folder, env });
    const said = listen(child);
    const ended = once(child, 'close');
    t.after(() => endAll(child));
    await until(
      () => said().includes('is ready') || child.exitCode !== null,
      () => `a start: ${said()}`,
      START_WITHIN_MS,
    );
    assert.equal(await isReady(address), true, said());
    assert.match(await (await fetch(address)).text(), /<script type="module"[^>]* src="\/assets\//);
    const postmaster = Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    end(Number(child.pid));
    await ended;
    assert.equal(processStartTime(postmaster), undefined);
    assert.throws(() => process.kill(-Number(child.pid), 0), { code: 'ESRCH' }, 'a process is left');
    assert.equal(existsSync(join(data, 'lock')), false);
    assert.equal(await isReady(address), false);
  }
}
