import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../../shared/server/log.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { BackOff } from './back-off.ts';
import type { BeginMessage, ChildMessage, MetricsMessage, PartName } from './part.ts';

/** One child process: which part, and the file that runs it. */
export interface ChildPlan {
  readonly part: PartName;
  readonly entry: URL;
}

/** What a supervisor works with; the last two are the real ones unless a test brings others. */
export interface ChildSupervisorDeps {
  readonly plan: ChildPlan;
  readonly begin: BeginMessage;
  readonly log: Logger;
  /** Told what the part tells of itself. */
  readonly onMetrics?: (message: MetricsMessage) => void;
  readonly backOff?: Pick<BackOff, 'started' | 'died'>;
  readonly fork?: typeof forkPart;
}

type Ready = (address: string | undefined) => void;
type Fault = (sentence: string) => void;

const killAfter_ms = 10_000;
/** Settings whose secrets reach a child by message only. */
const withheld = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DEMO_PASSWORD',
  'MQTT_URL',
  'METRICS_TOKEN',
];

function forkPart({ part, entry }: ChildPlan): ChildProcess {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.includes(name)));
  return fork(fileURLToPath(entry), [part], {
    env,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Keeps one part running in a process of its own: starts it again, with growing pauses, whenever it dies. */
export class ChildSupervisor {
  readonly #plan: ChildPlan;
  readonly #begin: BeginMessage;
  readonly #log: Logger;
  readonly #onMetrics: ChildSupervisorDeps['onMetrics'];
  readonly #backOff: Pick<BackOff, 'started' | 'died'>;
  readonly #fork: typeof forkPart;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #settled = false;
  /** Why its start did not come to an end just now, where the next one may. */
  #not_yet: string | undefined;
  #stopping = false;

  constructor(deps: ChildSupervisorDeps) {
    this.#plan = deps.plan;
    this.#begin = deps.begin;
    this.#log = deps.log;
    this.#onMetrics = deps.onMetrics;
    this.#backOff = deps.backOff ?? new BackOff();
    this.#fork = deps.fork ?? forkPart;
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

  /** Hands it what another part told; between two lives nobody hears it. */
  pass(message: MetricsMessage): void {
    if (this.#child?.connected) this.#child.send(message);
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

  readonly #report: Fault = (sentence) => this.#log.error({ child: this.#plan.part }, sentence);

  #spawn(ready: Ready, fault: Fault): void {
    this.#backOff.started(Date.now());
    let child: ChildProcess;
    try {
      child = this.#fork(this.#plan);
    } catch (error) {
      this.#stillborn(error, fault);
      return;
    }
    this.#child = child;
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'hello') child.send(this.#begin);
      if (message.kind === 'fault') fault(message.sentence);
      if (message.kind === 'not_yet') this.#not_yet = message.sentence;
      if (message.kind === 'metrics') this.#onMetrics?.({ ...message, part: this.#plan.part });
      if (message.kind === 'ready') {
        this.#settled = true;
        ready(message.address);
      }
    });
    child.on('error', (error) => this.#failed(child, error, fault));
    child.on('exit', (code, signal) => this.#ended(child, signal ?? `exit code ${code}`, ready, fault));
  }

  // An end may be told by 'error', by 'exit' or by both: what ended first is no longer the present process.
  #failed(child: ChildProcess, error: Error, fault: Fault): void {
    if (this.#child !== child) return;
    if (child.pid === undefined) {
      this.#child = undefined;
      this.#stillborn(error, fault);
    } else if (this.#settled) {
      this.#log.error({ child: this.#plan.part, err: error }, 'a part could not be told something');
    } else fault(`The ${this.#plan.part} process could not be started: ${error.message}.`);
  }

  #ended(child: ChildProcess, how: string, ready: Ready, fault: Fault): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    if (this.#stopping) return;
    const why = this.#not_yet ?? how;
    const may_start = this.#not_yet !== undefined;
    this.#not_yet = undefined;
    if (this.#settled) this.#restart(why);
    else if (may_start) this.#restart(why, ready, fault);
    else fault(`The ${this.#plan.part} process ended while it was starting (${how}).`);
  }

  #stillborn(error: unknown, fault: Fault): void {
    const why = error instanceof Error ? error.message : String(error);
    if (this.#stopping) return;
    if (this.#settled) this.#restart(why);
    else fault(`The ${this.#plan.part} process could not be started: ${why}.`);
  }

  #restart(how: string, ready: Ready = () => undefined, fault: Fault = this.#report): void {
    const wait_ms = this.#backOff.died(Date.now());
    this.#log.error({ child: this.#plan.part, how, wait_ms }, 'a part died and is started again');
    this.#timer = setTimeout(() => this.#spawn(ready, fault), wait_ms);
  }
}
