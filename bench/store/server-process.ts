import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_WITHIN_MS = 30_000;

/** A port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port was given');
  return address.port;
}

/** A peer's server on loopback; it ends with this process. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #killer = () => this.#child.kill('SIGKILL');

  private constructor(child: ChildProcess) {
    this.#child = child;
    process.once('exit', this.#killer);
  }

  /** Starts it and waits until `probe` answers 2xx. */
  static async start(file: string, args: readonly string[], options: { log: string; probe: string }) {
    const log = openSync(options.log, 'a');
    const child = spawn(file, args, { stdio: ['ignore', log, log] });
    closeSync(log);
    const server = new ServerProcess(child);
    const until = Date.now() + READY_WITHIN_MS;
    while (Date.now() < until && child.exitCode === null) {
      const fine = await fetch(options.probe).then(
        (response) => response.ok,
        () => false,
      );
      if (fine) return server;
      await sleep(100);
    }
    await server.stop();
    throw new Error(`${file} did not start; see ${options.log}`);
  }

  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    process.off('exit', this.#killer);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.resume();
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
