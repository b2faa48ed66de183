import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorText, StartFault } from '../../../shared/server/start-fault.ts';
import { copyNative, findNativePackage, type PostgresBinaries, prepareBinaries } from './binaries.ts';
import { ownSystemUser } from './system-user.ts';

/** The user that PostgreSQL runs as; absent where it is the program's own. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** Where one PostgreSQL cluster lives, who runs it and with which programs. */
export interface ClusterPlace {
  readonly cluster: string;
  readonly logs: string;
  readonly binaries: PostgresBinaries;
  readonly identity: Identity | undefined;
  /** To call when the cluster has been made: from then on this place is found again. */
  readonly keep: () => void;
  /** To call when it could not be made: takes away what was prepared for it alone. */
  readonly discard: () => void;
}

/** "nobody" on practically every Linux, where no user of its own can be made; PostgreSQL refuses to run as root. */
const unprivileged: Identity = { uid: 65534, gid: 65534 };
const farHomes = '/var/lib/meridiana';
const pointerName = 'postgres.location';

/** Decides where the cluster of a data folder lives, or finds where it does. @throws StartFault */
export function placeCluster(dataDir: string): ClusterPlace {
  const pointer = join(dataDir, pointerName);
  if (existsSync(pointer)) return placeFromPointer(pointer);
  const near = join(dataDir, 'postgres');
  if (existsSync(join(near, 'PG_VERSION'))) return placeIn(dataDir, ownerOf(near));
  const identity = identityForNewCluster();
  if (identity === undefined) return placeIn(dataDir, identity);
  const reaches = canReach(dataDir, identity) && canRun(findNativePackage().folder, identity);
  return reaches ? placeIn(dataDir, identity) : placeFar(pointer, identity);
}

/** Whether a data folder has a cluster already, here or far away. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, pointerName)) || existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

/** Where the cluster of a data folder lies, however little of it is there. */
export function clusterFolder(dataDir: string): string {
  const pointer = join(dataDir, pointerName);
  return join(existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir, 'postgres');
}

/** A place whose files all lie in `home`: `home/postgres`, `home/logs`, and `home/cache` for what can be made again. */
export function placeIn(home: string, identity: Identity | undefined): ClusterPlace {
  if (identity !== undefined && !canReach(home, identity)) {
    throw new StartFault(
      `PostgreSQL runs as user id ${identity.uid}, which cannot reach its data in ${home}: let that user pass through every folder on the way.`,
    );
  }
  const cache = join(home, 'cache');
  const native = findNativePackage();
  let folder = native.folder;
  if (identity !== undefined && !canRun(folder, identity)) {
    makeFolder(cache, 0o755);
    folder = join(cache, `postgres-${native.version}`);
    copyNative(native.folder, folder);
    giveAll(folder, identity);
  }
  const logs = join(home, 'logs');
  makeFolder(logs, 0o700, identity);
  return {
    cluster: join(home, 'postgres'),
    logs,
    binaries: prepareBinaries(folder, join(cache, `lib-${native.version}`)),
    identity,
    keep: () => undefined,
    discard: () => undefined,
  };
}

/** The user that PostgreSQL has to run as in a folder made by this process: none but our own, unless we are root. */
export function identityForNewCluster(): Identity | undefined {
  return process.getuid?.() === 0 ? (ownSystemUser() ?? unprivileged) : undefined;
}

/** Makes a folder (with its parents) with exactly this mode, owned by the given user. */
export function makeFolder(path: string, mode: number, owner?: Identity): void {
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true, mode });
    chmodSync(path, mode);
  }
  if (owner !== undefined && process.getuid?.() === 0) chownSync(path, owner.uid, owner.gid);
}

// A folder without its pointer belongs to nobody we know: it is neither adopted nor deleted.
function placeFar(pointer: string, identity: Identity): ClusterPlace {
  try {
    makeFolder(farHomes, 0o755);
  } catch (cause) {
    throw new StartFault(
      `PostgreSQL runs as user id ${identity.uid}, which cannot reach this folder, and ${farHomes} cannot be made: ${errorText(cause)}.`,
      { cause },
    );
  }
  const stat = lstatSync(farHomes);
  if (!stat.isDirectory() || stat.uid !== 0 || (stat.mode & 0o022) !== 0) {
    throw new StartFault(`${farHomes} must be a folder that only root can write to.`);
  }
  const home = join(farHomes, randomBytes(8).toString('hex'));
  makeFolder(home, 0o700, identity);
  return {
    ...placeIn(home, identity),
    keep: () => writeWhole(pointer, `${home}\n`),
    discard: () => rmSync(home, { recursive: true }),
  };
}

function placeFromPointer(pointer: string): ClusterPlace {
  const home = readFileSync(pointer, 'utf8').trim();
  const cluster = join(home, 'postgres');
  if (!home.startsWith('/') || !existsSync(cluster)) {
    throw new StartFault(
      `${pointer} says that the database lies in ${home}, and it is not there: bring it back, or remove ${pointer} to begin with an empty one.`,
    );
  }
  return placeIn(home, ownerOf(cluster));
}

function ownerOf(cluster: string): Identity | undefined {
  const { uid, gid } = statSync(cluster);
  const own = process.getuid?.() ?? uid;
  if (own === uid && own !== 0) return undefined;
  if (own === 0 && uid !== 0) return { uid, gid };
  throw new StartFault(
    `The database in ${cluster} belongs to user id ${uid}, and the program runs as user id ${own}: start it as the user who started it first.`,
  );
}

/** Whether a user gets into a folder, by the permission bits of every folder on the way. */
function canReach(folder: string, identity: Identity): boolean {
  let path = realpathSync(folder);
  for (;;) {
    if (!permits(path, identity, 0o1)) return false;
    const parent = dirname(path);
    if (parent === path) return true;
    path = parent;
  }
}

function canRun(native: string, identity: Identity): boolean {
  const bin = join(native, 'bin');
  const program = join(bin, 'postgres');
  const libraries = join(native, 'lib');
  if (!canReach(bin, identity) || !canReach(libraries, identity)) return false;
  return permits(program, identity, 0o5) && permits(join(libraries, 'libpq.so.5.18'), identity, 0o4);
}

function permits(path: string, identity: Identity, bits: number): boolean {
  const stat = statSync(path);
  const shift = stat.uid === identity.uid ? 6 : stat.gid === identity.gid ? 3 : 0;
  return ((stat.mode >> shift) & bits) === bits;
}

function giveAll(path: string, owner: Identity): void {
  lchownSync(path, owner.uid, owner.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveAll(join(path, name), owner);
}

function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o644, flush: true });
  renameSync(draft, path);
}
