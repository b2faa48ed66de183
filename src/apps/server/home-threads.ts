import {
  QueryWorkerPool,
  type ThreadsOptions,
} from '../../features/measurements/server/query-worker-pool.ts';
import type { HomesQuestion } from '../../features/residential/server/homes-question.ts';

const ENTRY = new URL('../../features/residential/server/homes-thread.ts', import.meta.url);
/** A day of 5,000 homes takes some seconds. */
const WAITING = { party: 4, all: 12 };
/** A company holds one of them at most. */
const THREADS = 2;
const SHARED_MS = 30_000;

/** Threads of their own for the power of many homes together: neither calls nor charts wait behind them. */
export function homeThreads(
  options: Omit<ThreadsOptions, 'entry' | 'waiting' | 'threads' | 'sharedMs'>,
): QueryWorkerPool<HomesQuestion> {
  return new QueryWorkerPool<HomesQuestion>({
    ...options,
    ...{ entry: ENTRY, waiting: WAITING, threads: THREADS, sharedMs: SHARED_MS },
  });
}
