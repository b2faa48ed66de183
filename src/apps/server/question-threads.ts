import type { PreviewRequest } from '../../features/alarms/server/preview.service.ts';
import type { CommunityQuestion } from '../../features/community/server/community-question.ts';
import {
  QueryWorkerPool,
  type ThreadsOptions,
} from '../../features/measurements/server/query-worker-pool.ts';
import type { WorkerQuery } from '../../features/measurements/server/worker-query.ts';
import type { ComparisonQuestion } from '../../features/meters/server/comparison-question.ts';
import type { ReportQuestion } from '../../features/reports/server/report-question.ts';
import type { HomesQuestion } from '../../features/residential/server/homes-question.ts';

/** A company holds one of them at most; the second starts when a second company asks. */
const THREADS = 2;
/** Of questions that take some seconds each. */
const WAITING = { party: 4, all: 12 };
const SHARED_MS = 30_000;

// Written out each by itself: what depends on what is read from these names.
const ENTRIES = {
  previews: new URL('../../features/alarms/server/preview-thread.ts', import.meta.url),
  communities: new URL('../../features/community/server/community-thread.ts', import.meta.url),
  reports: new URL('../../features/reports/server/report-thread.ts', import.meta.url),
  meters: new URL('../../features/meters/server/comparison-thread.ts', import.meta.url),
  homes: new URL('../../features/residential/server/homes-thread.ts', import.meta.url),
};

/** Threads of the api process, some for each kind of heavy question: neither calls nor another kind's questions wait behind them. */
export function questionThreads(options: Pick<ThreadsOptions, 'database' | 'log' | 'now'>) {
  const threads = <Question extends object>(own: Pick<ThreadsOptions, 'entry' | 'waiting' | 'sharedMs'>) =>
    new QueryWorkerPool<Question>({ ...options, threads: THREADS, ...own });
  const all = {
    /** Charts of many readings, and uploaded files. */
    queryWorkers: threads<WorkerQuery>({}),
    /** Thresholds that are tried on stored readings: each takes up to 20 seconds. */
    previews: threads<PreviewRequest>({
      entry: ENTRIES.previews,
      waiting: WAITING,
    }),
    /**
     * Months of communities: of 10,000 members some seconds. A page asks for the results of several at once, more often than for anything
     * else. While another company waits, one that is being closed has a minute before it is given up.
     */
    communityThreads: threads<CommunityQuestion>({
      entry: ENTRIES.communities,
      waiting: { party: 12, all: 36 },
      sharedMs: 60_000,
    }),
    /** Reports, and revenue: a year of a thousand plants takes some seconds, a month of one less than a tenth of one. */
    reportThreads: threads<ReportQuestion>({
      entry: ENTRIES.reports,
      waiting: { party: 8, all: 24 },
      sharedMs: SHARED_MS,
    }),
    /** Comparisons of many meters. */
    meterThreads: threads<ComparisonQuestion>({
      entry: ENTRIES.meters,
      waiting: WAITING,
      sharedMs: SHARED_MS,
    }),
    /** The power of many homes together: a day of 5,000 of them takes some seconds. */
    homeThreads: threads<HomesQuestion>({
      entry: ENTRIES.homes,
      waiting: WAITING,
      sharedMs: SHARED_MS,
    }),
  };
  return {
    ...all,
    async close(): Promise<void> {
      await Promise.all(Object.values(all).map((one) => one.close()));
    },
  };
}
