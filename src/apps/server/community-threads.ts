import type { CommunityQuestion } from '../../features/community/server/community-question.ts';
import {
  QueryWorkerPool,
  type ThreadsOptions,
} from '../../features/measurements/server/query-worker-pool.ts';

const ENTRY = new URL('../../features/community/server/community-thread.ts', import.meta.url);
/** A month of 10,000 members takes some seconds. */
const WAITING = { party: 4, all: 12 };
/** A company holds one of them at most. */
const THREADS = 2;
/** A month that is being closed is not given up for another company's after a few seconds. */
const SHARED_MS = 60_000;

/** Threads of their own for months of communities: charts do not wait behind them. */
export function communityThreads(
  options: Omit<ThreadsOptions, 'entry' | 'waiting' | 'threads' | 'sharedMs'>,
): QueryWorkerPool<CommunityQuestion> {
  return new QueryWorkerPool<CommunityQuestion>({
    ...options,
    ...{ entry: ENTRY, waiting: WAITING, threads: THREADS, sharedMs: SHARED_MS },
  });
}
