import { accessSync, constants, mkdtempSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Room for the clusters of all lanes of a whole run. */
const ROOM_BYTES = 4 * 2 ** 30;

/** Whether memory holds what tests write there; containers often have 64 MB of it. */
export function memoryHasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/**
 * A new folder for what does not outlive a test, in memory where there is room: a database of some thousand small files is
 * made there for a tenth of what a disk's file system takes. Elsewhere, as in containers of 64 MB, among temporary files.
 */
export function makeMemoryFolder(prefix: string): string {
  return realpathSync(mkdtempSync(join(memoryHasRoom() ? MEMORY : tmpdir(), prefix)));
}
