import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../shared/server/log.ts';
import { BackOff } from './back-off.ts';
import type { EmbeddedPostgres } from './postgres/embedded.ts';

const look_ms = 1_000;
const looksPerTidying = 3_600;

/** Starts the embedded PostgreSQL again whenever it dies. The server outlives this watch: stop it separately. */
export class PostgresSupervisor {
  readonly #postgres: EmbeddedPostgres;
  readonly #log: Logger;
  readonly #abort = new AbortController();
  #watch: Promise<void> = Promise.resolve();

  constructor(postgres: EmbeddedPostgres, log: Logger) {
    this.#postgres = postgres;
    this.#log = log;
  }

  start(): void {
    this.#watch = this.#run(this.#abort.signal);
  }

  /** Resolves when the watch has ended and will start nothing any more. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#watch;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const backOff = new BackOff();
    backOff.started(Date.now());
    for (let look = 1; await waited(look_ms, signal); look += 1) {
      if (look % looksPerTidying === 0) this.#postgres.dropOldLogs();
      if (this.#postgres.findRunning() !== undefined) continue;
      const wait_ms = backOff.died(Date.now());
      this.#log.error({ wait_ms }, 'PostgreSQL died and is started again');
      if (!(await waited(wait_ms, signal))) return;
      try {
        await this.#postgres.start();
        backOff.started(Date.now());
      } catch (error) {
        this.#log.error(error, 'PostgreSQL did not start again');
      }
    }
  }
}

/** False when the wait was cut short. */
async function waited(time_ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  try {
    await pause(time_ms, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
