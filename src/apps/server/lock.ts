import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode, errorText, StartFault } from '../../shared/server/start-fault.ts';
import { processStartTime } from './process-state.ts';

/** The hold of one program on its data folder. */
export interface DataLock {
  /** True when the last holder died without letting go: its children may still be ending. */
  readonly tookOver: boolean;
  release(): void;
}

/**
 * Takes DATA_DIR for this process; makes it when it is missing. Who dies without letting go is no holder.
 * @throws StartFault when another living program has it, or it cannot be written
 */
export function lockDataDir(dataDir: string): DataLock {
  const lock = join(dataDir, 'lock');
  const mine = `${process.pid} ${processStartTime(process.pid) ?? ''}\n`;
  const draft = join(dataDir, `lock.${process.pid}`);
  try {
    makeFolders(dataDir);
    writeFileSync(draft, mine);
  } catch (cause) {
    throw new StartFault(`The data folder ${dataDir} cannot be written: ${errorText(cause)}.`, { cause });
  }
  let tookOver = false;
  try {
    // A link is made or refused as one act, with its contents already inside.
    while (!tryLink(draft, lock)) {
      const holder = readHolder(lock);
      if (holder === undefined) continue;
      if (isAlive(holder)) {
        throw new StartFault(
          `The data folder ${dataDir} is in use by another program (process ${holder.split(' ')[0]}): end that one first, or set another DATA_DIR.`,
        );
      }
      bury(lock, holder);
      tookOver = true;
    }
  } finally {
    unlinkSync(draft);
  }
  return {
    tookOver,
    release: () => {
      if (readHolder(lock) === mine) unlinkSync(lock);
    },
  };
}

/** Whether a living program has a data folder; makes nothing. */
export function isHeld(dataDir: string): boolean {
  const holder = readHolder(join(dataDir, 'lock'));
  return holder !== undefined && isAlive(holder);
}

// Node's own recursive mkdir never returns where a parent exists and takes no folder (/proc).
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path);
}

function isAlive(holder: string): boolean {
  const [pid = '', startTime = ''] = holder.trim().split(' ');
  return /^\d+$/.test(pid) && startTime !== '' && processStartTime(Number(pid)) === startTime;
}

/** Removes a dead holder's lock, unless another start has replaced it with a living one in between. */
function bury(lock: string, dead: string): void {
  const grave = `${lock}.${process.pid}.dead`;
  try {
    renameSync(lock, grave);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(grave, 'utf8') !== dead) tryLink(grave, lock);
  unlinkSync(grave);
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
