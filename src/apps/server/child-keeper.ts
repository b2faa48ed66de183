import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../../shared/server/log.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { BackOff } from './back-off.ts';
import type { BeginMessage, ChildMessage, PartName } from './part.ts';

/** One child process: which part, and the file that runs it. */
export interface ChildPlan {
  readonly part: PartName;
  readonly entry: URL;
}

const killAfter_ms = 10_000;
/** Settings whose secrets reach a child by message only. */
const withheld = ['SECRET_KEY', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'DEMO_PASSWORD'];

/** Keeps one part running in a process of its own: starts it again, with growing pauses, whenever it dies. */
export class ChildKeeper {
  readonly #plan: ChildPlan;
  readonly #begin: BeginMessage;
  readonly #log: Logger;
  readonly #backOff = new BackOff();
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #settled = false;
  #stopping = false;

  constructor(plan: ChildPlan, begin: BeginMessage, log: Logger) {
    this.#plan = plan;
    this.#begin = begin;
    this.#log = log;
  }

  get part(): PartName {
    return this.#plan.part;
  }

  /** The present process's id, undefined between two lives. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves with the part's address (if it has one) once it runs. @throws StartFault when its first start fails */
  start(): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      this.#spawn(resolve, (sentence) => reject(new StartFault(sentence)));
    });
  }

  /** Ends the part: asks, waits ten seconds, kills. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfter_ms);
    await exited;
    clearTimeout(timer);
  }

  #spawn(ready: (address: string | undefined) => void, fault: (sentence: string) => void): void {
    const { part, entry } = this.#plan;
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.includes(name)));
    const child = fork(fileURLToPath(entry), [part], {
      env,
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    this.#backOff.started(Date.now());
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'hello') child.send(this.#begin);
      if (message.kind === 'fault') fault(message.sentence);
      if (message.kind === 'ready') {
        this.#settled = true;
        ready(message.address);
      }
    });
    child.on('error', (error) => fault(`The ${part} process could not be started: ${error.message}.`));
    child.on('exit', (code, signal) => {
      this.#child = undefined;
      if (this.#stopping) return;
      const how = signal ?? `exit code ${code}`;
      if (!this.#settled) return fault(`The ${part} process ended while it was starting (${how}).`);
      this.#restart(how);
    });
  }

  #restart(how: string): void {
    const wait_ms = this.#backOff.died(Date.now());
    this.#log.error({ part: this.#plan.part, how, wait_ms }, 'a part died and is started again');
    const report = (sentence: string) => this.#log.error({ part: this.#plan.part }, sentence);
    this.#timer = setTimeout(() => this.#spawn(() => undefined, report), wait_ms);
  }
}
