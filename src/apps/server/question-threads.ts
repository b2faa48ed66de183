import { QuestionThreads, type ThreadsOptions } from '../../features/measurements/server/questions-pool.ts';

/** A company holds one of them at most; the second starts when a second company asks. */
const THREADS = 2;

/** Threads that answer charts of many readings and read uploaded files through. */
export function questionThreads(
  options: Omit<ThreadsOptions, 'entry' | 'waiting' | 'threads'>,
): QuestionThreads {
  return new QuestionThreads({ ...options, threads: THREADS });
}
