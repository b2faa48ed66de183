import {
  QueryWorkerPool,
  type ThreadsOptions,
} from '../../features/measurements/server/query-worker-pool.ts';
import type { ComparisonQuestion } from '../../features/meters/server/comparison-question.ts';

const ENTRY = new URL('../../features/meters/server/comparison-thread.ts', import.meta.url);
const WAITING = { party: 4, all: 12 };
/** A company holds one of them at most. */
const THREADS = 2;
const SHARED_MS = 30_000;

/** Threads of their own for comparisons of many meters: neither calls nor charts wait behind them. */
export function meterThreads(
  options: Omit<ThreadsOptions, 'entry' | 'waiting' | 'threads' | 'sharedMs'>,
): QueryWorkerPool<ComparisonQuestion> {
  return new QueryWorkerPool<ComparisonQuestion>({
    ...options,
    ...{ entry: ENTRY, waiting: WAITING, threads: THREADS, sharedMs: SHARED_MS },
  });
}
