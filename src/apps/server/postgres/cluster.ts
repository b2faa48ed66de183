import { createHash } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { errorCode, StartFault } from '../../../shared/server/start-fault.ts';
import { type ClusterPlace, type Identity, makeFolder } from './place.ts';
import { runPostgresProgram } from './run.ts';

export const superuserName = 'postgres';
export const socketPort = 5432;
const socketFolderStem = '/tmp/meridiana-';

/** Settings by name, as postgresql.conf takes them. */
export type PostgresSettings = Readonly<Record<string, string | number>>;

/** Makes the cluster if there is none yet: whole or not at all. @throws StartFault */
export async function ensureCluster(place: ClusterPlace, password: string): Promise<void> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return refuseOtherMajor(place);
  const unfinished = `${place.cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished, 0o700, place.identity);
  const passwordFile = `${unfinished}.key`;
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveFile(passwordFile, place.identity);
  try {
    const { code, output } = await runPostgresProgram(place, place.binaries.initdb, [
      `--pgdata=${unfinished}`,
      `--username=${superuserName}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
    ]);
    if (code !== 0) throw refuseInit(output, place);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  moveIntoPlace(unfinished, place.cluster);
  place.keep();
}

/** Writes postgresql.conf anew: it is the program's. `postgresql.local.conf` beside it is the operator's and wins. */
export function writeSettings(place: ClusterPlace, socketFolder: string, extra: PostgresSettings): void {
  const settings: PostgresSettings = { ...defaultSettings(place, socketFolder), ...extra };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
  );
  const text = ['# Written at each start; put your own settings into postgresql.local.conf.', ...lines].join(
    '\n',
  );
  const path = join(place.cluster, 'postgresql.conf');
  writeFileSync(path, `${text}\ninclude_if_exists = 'postgresql.local.conf'\n`, { mode: 0o600 });
  giveFile(path, place.identity);
}

/**
 * A folder for the unix socket that only the cluster's user can enter. It lies in /tmp because a socket's
 * path may have 107 bytes at most; one that somebody else has planted under our name is passed over.
 */
export function makeSocketFolder(place: ClusterPlace): string {
  const name = createHash('sha256').update(place.cluster).digest('hex').slice(0, 16);
  const owner = place.identity?.uid ?? process.getuid?.() ?? 0;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const folder = `${socketFolderStem}${name}${attempt === 0 ? '' : `-${attempt}`}`;
    if (ownsSocketFolder(folder, owner, place.identity)) return folder;
  }
  throw new StartFault(
    `No folder for PostgreSQL's socket could be made: ${socketFolderStem}${name} belongs to someone else.`,
  );
}

/** Removes a socket's folder when its server has stopped. */
export function dropSocketFolder(folder: string): void {
  if (folder.startsWith(socketFolderStem)) rmSync(folder, { recursive: true, force: true });
}

function ownsSocketFolder(folder: string, owner: number, identity: Identity | undefined): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    giveFile(folder, identity);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === owner && (stat.mode & 0o077) === 0;
}

function defaultSettings(place: ClusterPlace, socketFolder: string): PostgresSettings {
  // A container's share of the memory, where there is a limit.
  const memoryMb = Math.floor(Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 2 ** 20);
  const buffersMb = Math.min(1024, Math.max(128, Math.floor(memoryMb / 16)));
  return {
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 60,
    shared_buffers: `${buffersMb}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    fsync: 'on',
    synchronous_commit: 'on',
    jit: 'off',
    random_page_cost: 1.1,
    max_parallel_workers_per_gather: availableParallelism() > 4 ? 2 : 1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Files of 10 MB; the program keeps the newest few.
    logging_collector: 'on',
    log_directory: place.logs,
    log_filename: 'postgres-%Y%m%dT%H%M%S.log',
    log_rotation_size: '10MB',
    log_rotation_age: 0,
    log_checkpoints: 'off',
    log_min_messages: 'warning',
  };
}

async function refuseOtherMajor(place: ClusterPlace): Promise<void> {
  const made = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  const { code, output } = await runPostgresProgram(place, place.binaries.postgres, ['--version']);
  const brought = /PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (code !== 0 || brought === undefined) {
    throw new StartFault(
      `The PostgreSQL that comes with the program does not run here: ${output.trim().split('\n')[0]}.`,
    );
  }
  if (made === brought) return;
  throw new StartFault(
    `The database in ${place.cluster} was made by PostgreSQL ${made}, and this version of the program brings ${brought}: take a backup with the earlier version and restore it with this one into an empty DATA_DIR (docs/operations.md).`,
  );
}

function moveIntoPlace(unfinished: string, cluster: string): void {
  try {
    renameSync(unfinished, cluster);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw new StartFault(`${cluster} is in the way and is no database: move it elsewhere.`);
  }
}

function refuseInit(output: string, place: ClusterPlace): StartFault {
  rmSync(`${place.cluster}.unfinished`, { recursive: true, force: true });
  place.discard();
  return new StartFault(initdbSentence(output, place));
}

function initdbSentence(output: string, place: ClusterPlace): string {
  if (/could not look up effective user ID|no such user|does not exist.*user/i.test(output)) {
    const uid = place.identity?.uid ?? process.getuid?.() ?? 0;
    return `The user id ${uid} has no entry in this machine's user list (/etc/passwd), which PostgreSQL asks for: add one, start the program as another user, or set DATABASE_URL.`;
  }
  const reason =
    output.split('\n').find((line) => line.includes('error:')) ?? output.trim().split('\n').at(-1) ?? '';
  return `PostgreSQL could not make its database in ${place.cluster}: ${reason.replace(/^initdb: /, '').trim()}.`;
}

function giveFile(path: string, owner: Identity | undefined): void {
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
}
