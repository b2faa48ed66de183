import {
  QueryWorkerPool,
  type ThreadsOptions,
} from '../../features/measurements/server/query-worker-pool.ts';
import type { ReportQuestion } from '../../features/reports/server/report-question.ts';

const ENTRY = new URL('../../features/reports/server/report-thread.ts', import.meta.url);
/** A year of a thousand plants takes some seconds, a month of one plant less than a tenth of one. */
const WAITING = { party: 8, all: 24 };
/** A company holds one of them at most. */
const THREADS = 2;
const SHARED_MS = 30_000;

/** Threads of their own for reports and revenue of many plants: neither calls nor charts wait behind them. */
export function reportThreads(
  options: Omit<ThreadsOptions, 'entry' | 'waiting' | 'threads' | 'sharedMs'>,
): QueryWorkerPool<ReportQuestion> {
  return new QueryWorkerPool<ReportQuestion>({
    ...options,
    ...{ entry: ENTRY, waiting: WAITING, threads: THREADS, sharedMs: SHARED_MS },
  });
}
