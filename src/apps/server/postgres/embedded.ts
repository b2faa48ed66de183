import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig, type DatabaseTarget } from '../../../shared/server/database-target.ts';
import { errorCode, StartFault } from '../../../shared/server/start-fault.ts';
import { endProcess, listProcessesIn, processFolder, processStartTime } from '../process-state.ts';
import {
  dropSocketFolder,
  ensureCluster,
  makeSocketFolder,
  type PostgresSettings,
  socketPort,
  superuserName,
  writeSettings,
} from './cluster.ts';
import type { ClusterPlace } from './place.ts';
import { runPostgresProgram } from './run.ts';

const keptLogFiles = 5;

/** What the embedded server needs: its place, the superuser's password, and settings that differ from ours. */
export interface EmbeddedOptions {
  readonly place: ClusterPlace;
  readonly password: string;
  readonly settings?: PostgresSettings;
}

/** A postmaster that lives. */
export interface RunningServer {
  readonly pid: number;
  readonly socketFolder: string;
}

/** A running PostgreSQL of our own, reached through a unix socket only. */
export class EmbeddedPostgres {
  readonly #options: EmbeddedOptions;
  #socketFolder = '';

  constructor(options: EmbeddedOptions) {
    this.#options = options;
  }

  /** Makes the cluster if there is none, then starts it, or takes up again the server left over by a killed program. */
  async start(): Promise<void> {
    const { place, password, settings } = this.#options;
    await ensureCluster(place, password);
    if (await this.#attach()) return;
    this.#socketFolder = makeSocketFolder(place);
    writeSettings(place, this.#socketFolder, settings ?? {});
    this.dropOldLogs();
    await this.#launch();
  }

  /** The superuser's way in, for installation only. */
  superuser(database = superuserName): DatabaseTarget {
    const { password } = this.#options;
    return { host: this.#socketFolder, port: socketPort, database, user: superuserName, password };
  }

  /** The folder of its socket, for other roles' targets. */
  get socketFolder(): string {
    return this.#socketFolder;
  }

  /** The postmaster's pid and socket while it runs, whoever started it; undefined when it is down. */
  findRunning(): RunningServer | undefined {
    return findPostmaster(this.#options.place);
  }

  /** Ends all sessions and shuts down cleanly; resolves when the server is gone. */
  async stop(): Promise<void> {
    if (this.findRunning() === undefined) return;
    const { code } = await this.#control('stop', '-w', '-t', '30', '-m', 'fast');
    if (code !== 0 && this.findRunning() !== undefined) {
      await this.#control('stop', '-w', '-t', '10', '-m', 'immediate');
    }
    dropSocketFolder(this.#socketFolder);
  }

  /** Removes the logs beyond the newest few; to be called now and then. */
  dropOldLogs(): void {
    dropOldLogs(this.#options.place.logs);
  }

  async #attach(): Promise<boolean> {
    const running = findPostmaster(this.#options.place);
    if (running === undefined) return false;
    this.#socketFolder = running.socketFolder;
    if (running.socketFolder !== '' && (await this.#answers())) return true;
    await this.stop();
    return false;
  }

  /** Whether the server takes the superuser's password; waits while it recovers from a crash. */
  async #answers(): Promise<boolean> {
    const until = Date.now() + 60_000;
    for (;;) {
      const client = new Client({
        ...clientConfig(this.superuser(), 'meridiana attach'),
        connectionTimeoutMillis: 3_000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('select 1');
        return true;
      } catch (error) {
        // 57P03: it is starting up or recovering; anything else is no server of ours to talk to.
        if (errorCode(error) !== '57P03' || Date.now() > until) return false;
        await pause(200);
      } finally {
        await client.end();
      }
    }
  }

  async #launch(): Promise<void> {
    const { place } = this.#options;
    const log = join(place.logs, 'start.log');
    for (let attempt = 1; ; attempt += 1) {
      rmSync(log, { force: true });
      await endOrphans(place);
      removeRemains(place, this.#socketFolder);
      const startedAt_ms = Date.now();
      const { code, output } = await this.#control('start', '-w', '-t', '600', '-l', log);
      if (code === 0) return;
      const said = `${output}\n${readStartLogs(place.logs, startedAt_ms)}`;
      // After a kill -9 the dead server's last processes still hold its memory for a moment.
      const passing = /lock file .* already exists|shared memory block .* is still in use/.test(said);
      if (!passing || attempt >= 20) throw new StartFault(startSentence(said, place));
      await pause(250);
    }
  }

  #control(action: 'start' | 'stop', ...args: string[]) {
    const { place } = this.#options;
    return runPostgresProgram(place, place.binaries.pgCtl, [action, '-s', '-D', place.cluster, ...args]);
  }
}

/** The postmaster that runs on the cluster, by its pid file and the process itself. */
function findPostmaster(place: ClusterPlace): RunningServer | undefined {
  const file = readPidFile(place);
  if (file === undefined || processStartTime(file.pid) === undefined) return undefined;
  // A pid is used again after a restart of the machine: a postmaster's working folder is its cluster.
  return processFolder(file.pid) === realpathSync(place.cluster) ? file : undefined;
}

/**
 * Waits until the sessions of a killed server have ended, and after five seconds ends them: two generations on
 * one cluster would destroy it. They notice by themselves, but not in the middle of a long computation.
 */
async function endOrphans(place: ClusterPlace): Promise<void> {
  const cluster = realpathSync(place.cluster);
  const patience = Date.now() + 5_000;
  for (;;) {
    if (findPostmaster(place) !== undefined) return;
    const orphans = listProcessesIn(cluster);
    if (orphans.length === 0) return;
    if (Date.now() > patience) for (const pid of orphans) endProcess(pid);
    await pause(50);
  }
}

/**
 * Removes what a killed server left behind. PostgreSQL would do it itself, but honours any living pid in these
 * files, even a zombie's or that of a stranger who has got the number since.
 */
function removeRemains(place: ClusterPlace, socketFolder: string): void {
  if (findPostmaster(place) !== undefined) return;
  rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
  for (const name of readdirSync(socketFolder)) rmSync(join(socketFolder, name));
}

function readPidFile(place: ClusterPlace): RunningServer | undefined {
  const path = join(place.cluster, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  // Lines: pid, data folder, start time, port, socket folder, listen address, shared memory, status.
  const lines = readFileSync(path, 'utf8').split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socketFolder: lines[4] ?? '' } : undefined;
}

function dropOldLogs(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.startsWith('postgres-'))
    .sort();
  for (const name of files.slice(0, -keptLogFiles)) rmSync(join(folder, name));
}

/** What the server has said since an instant: to the log that it opens itself, and before that to its first one. */
function readStartLogs(folder: string, since_ms: number): string {
  const names = readdirSync(folder).filter((name) => name.startsWith('postgres-'));
  return [...names.sort(), 'start.log']
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file) && statSync(file).mtimeMs >= since_ms)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

function startSentence(said: string, place: ClusterPlace): string {
  const reason =
    said.split('\n').findLast((line) => /FATAL|PANIC|error/.test(line)) ??
    said.trim().split('\n').at(-1) ??
    '';
  return `PostgreSQL did not start on ${place.cluster}: ${reason.replace(/^.*?(FATAL|PANIC): +/, '').trim()} (see ${place.logs}).`;
}
