import { statfsSync } from 'node:fs';
import { errorCode } from './start-fault.ts';

/** Less than a segment of PostgreSQL's log: the next one cannot be made. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;
/** A server elsewhere tells only by refusing: for so long after that it counts as full. */
const REFUSED_FOR_MS = 30_000;
const DISK_FULL = new Set(['53100', 'ENOSPC']);

/** What a caller is told when nothing can be written. */
export const DISK_IS_FULL =
  'The database cannot write: its disk is full. Whoever runs this installation must make room; try again afterwards';

/** Whether the database's disk is full: by the free space of its folder, where that is on this machine, and by what it refused. */
export class DiskWatch {
  readonly #folder: string | undefined;
  #refused_at = Number.NEGATIVE_INFINITY;

  /** @param folder where the database's files lie; undefined for a server elsewhere */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Hears of a failure, whatever it is. */
  note(error: unknown): void {
    if (DISK_FULL.has(errorCode(error) ?? '')) this.#refused_at = performance.now();
  }

  isFull(): boolean {
    return performance.now() - this.#refused_at < REFUSED_FOR_MS || this.#hasNoRoom();
  }

  /** Whether so many bytes are free; yes where nobody can tell. */
  hasRoomFor(bytes: number): boolean {
    if (this.#folder === undefined) return true;
    try {
      const { bavail, bsize } = statfsSync(this.#folder);
      return bavail * bsize >= bytes;
    } catch {
      // A folder that is not there says nothing about a disk; whether the database answers is asked elsewhere.
      return true;
    }
  }

  #hasNoRoom(): boolean {
    return !this.hasRoomFor(MIN_FREE_BYTES);
  }
}
