import {
  QueryWorkerPool,
  type ThreadsOptions,
} from '../../features/measurements/server/query-worker-pool.ts';

/** A company holds one of them at most; the second starts when a second company asks. */
const THREADS = 2;

/** Threads that answer charts of many readings and read uploaded files through. */
export function queryWorkers(
  options: Omit<ThreadsOptions, 'entry' | 'waiting' | 'threads'>,
): QueryWorkerPool {
  return new QueryWorkerPool({ ...options, threads: THREADS });
}
