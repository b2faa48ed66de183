import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './store/server-process.ts';

const SERVER = fileURLToPath(new URL('../src/apps/server', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** The whole program in processes of its own, as `npm start` runs it, in a temporary folder. */
export class RunningProgram {
  readonly address: string;
  readonly #home: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #child: ChildProcess;

  private constructor(home: string, env: NodeJS.ProcessEnv, address: string) {
    this.#home = home;
    this.#env = env;
    this.address = address;
    this.#child = spawn(process.execPath, [join(SERVER, 'main.ts')], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  static async start(): Promise<RunningProgram> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'meridiana-program-')));
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const env = {
      ...process.env,
      DATA_DIR: home,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: address,
      SECRET_KEY: randomBytes(48).toString('base64'),
      LOG_LEVEL: 'warn',
      MQTT_LISTEN: 'off',
    };
    const program = new RunningProgram(home, env, address);
    try {
      await program.#ready();
    } catch (error) {
      await program.close();
      throw error;
    }
    return program;
  }

  async #ready(): Promise<void> {
    const until = Date.now() + READY_WITHIN_MS;
    while (Date.now() < until && this.#child.exitCode === null) {
      const fine = await fetch(`${this.address}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (fine) return;
      await sleep(200);
    }
    throw new Error('the program did not become ready');
  }

  /** A command of the administration, beside the running program; answers what it printed. */
  async admin(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [join(SERVER, 'admin.ts'), ...args], {
      env: this.#env,
    });
    return stdout;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#home, { recursive: true, force: true });
  }
}
