import type { Running } from './feature-work.ts';

/** When work is done, and what is said where it failed: it is done again at its next time. */
export interface Repeating {
  readonly first_ms: number;
  /** From the end of one turn to the begin of the next. */
  readonly every_ms: number;
  readonly failed: (err: unknown) => void;
}

/** Does work again and again, one turn after the other, until it is closed; closing waits for the turn that is underway. */
export function repeatWork(
  turn: (isClosed: () => boolean) => Promise<void>,
  { first_ms, every_ms, failed }: Repeating,
): Running {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> = Promise.resolve();
  const after = (wait_ms: number): void => {
    timer = setTimeout(() => {
      underway = turn(() => closed)
        .catch(failed)
        .finally(() => {
          if (!closed) after(every_ms);
        });
    }, wait_ms).unref();
  };
  after(first_ms);
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await underway;
    },
  };
}
