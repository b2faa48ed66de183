import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { errorCode } from '../../shared/server/start-fault.ts';

/**
 * When a process started, in clock ticks since boot (/proc/<pid>/stat, field 22): with the pid it names one
 * process for ever, although pids are used again. Undefined when it is gone; a zombie counts as gone.
 */
export function processStartTime(pid: number): string | undefined {
  const stat = readProc(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

/** The working folder of a process, undefined when it is gone or belongs to someone else. */
export function processFolder(pid: number): string | undefined {
  return readProc(() => readlinkSync(`/proc/${pid}/cwd`));
}

/** The living processes that work in a folder, as far as this user may see them. */
export function listProcessesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => processFolder(pid) === folder && processStartTime(pid) !== undefined);
}

/** Kills a process that may just have ended by itself. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function readProc(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return undefined;
    throw error;
  }
}
