import type { PreviewRequest } from '../../features/alarms/server/preview.service.ts';
import {
  QueryWorkerPool,
  type ThreadsOptions,
} from '../../features/measurements/server/query-worker-pool.ts';

const ENTRY = new URL('../../features/alarms/server/preview-thread.ts', import.meta.url);
/** Each takes up to 20 seconds. */
const WAITING = { party: 4, all: 12 };
/** A company holds one of them at most. */
const THREADS = 2;

/** Threads of their own for previews of thresholds: charts do not wait behind them. */
export function previewThreads(
  options: Omit<ThreadsOptions, 'entry' | 'waiting' | 'threads'>,
): QueryWorkerPool<PreviewRequest> {
  return new QueryWorkerPool<PreviewRequest>({
    ...options,
    entry: ENTRY,
    waiting: WAITING,
    threads: THREADS,
  });
}
