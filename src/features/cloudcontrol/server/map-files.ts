import { Worker } from 'node:worker_threads';
import type { MapTable } from '../../../devices/map/map-variable.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { FairTurns } from '../../../shared/server/fair-turns.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import { MAP_FILE_FAULTS, type MapFileFault } from '../maps.model.ts';
import type { FromMapThread } from './map-thread.ts';

const ENTRY = new URL('./map-thread.ts', import.meta.url);
/** A file that takes more memory ends its thread, not the process. */
const HEAP_MB = 256;
const MAX_MS = 15_000;
const THREADS = 2;
/** Files that wait or are read, of a company, of all companies of an owner and of all. */
const MAX_OF_ONE = 4;
const MAX_OF_OWNER = 10;
const MAX_OF_ALL = 20;

export function refuseFile(code: MapFileFault): never {
  const message = MAP_FILE_FAULTS[code];
  throw new AppError('invalid', message, { errors: [{ path: 'file', message, code }] });
}

/** Bytes that can be given away: those of a small body lie in memory that others share. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

function inThread(bytes: Uint8Array<ArrayBuffer>): Promise<FromMapThread> {
  const { promise, resolve, reject } = Promise.withResolvers<FromMapThread>();
  const worker = new Worker(ENTRY, {
    workerData: bytes,
    transferList: [bytes.buffer],
    name: 'map',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const timer = setTimeout(() => {
    resolve({ fault: 'takes_too_long' });
    void worker.terminate();
  }, MAX_MS);
  worker.once('message', resolve);
  worker.once('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ fault: 'workbook_too_large' });
    else reject(error);
  });
  worker.once('exit', () => reject(new Error('the thread that read a map ended without an answer')));
  return promise.finally(() => clearTimeout(timer));
}

/** Files with maps of registers, read by threads of their own, one of a company at a time: a hostile one holds nobody else up. */
export class MapFiles {
  readonly #turns = new FairTurns({ at_once: THREADS });
  readonly #read: typeof inThread;

  constructor(read = inThread) {
    this.#read = read;
  }

  /** @throws AppError invalid, in a sentence, for what is no table; unavailable when too many wait */
  async read(scope: Scope, bytes: Uint8Array): Promise<MapTable> {
    const isFull =
      this.#turns.held(scope.company_id) >= MAX_OF_ONE ||
      this.#turns.heldByOwnerOf(scope) >= MAX_OF_OWNER ||
      this.#turns.held() >= MAX_OF_ALL;
    if (isFull)
      throw new AppError('unavailable', 'Many files are being read already; send it again shortly', {
        retryAfter_s: 5,
      });
    const answer = await this.#turns.run(scope, () => this.#read(own(bytes)));
    return 'table' in answer ? answer.table : refuseFile(answer.fault);
  }
}
