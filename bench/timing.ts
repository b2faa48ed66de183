import { performance } from 'node:perf_hooks';

const WARM_RUNS = 5;

export interface Percentiles {
  p50_ms: number;
  p95_ms: number;
}

/** Median and 95th percentile of a task's duration, one run after the other, after some runs to warm up. */
export async function percentiles(
  runs: number,
  task: () => Promise<unknown>,
  warmRuns = WARM_RUNS,
): Promise<Percentiles> {
  const timed = async () => {
    const start = performance.now();
    await task();
    return performance.now() - start;
  };
  return percentilesOfTimed(runs, timed, warmRuns);
}

/** The same of a task that says itself how many milliseconds counted. */
export async function percentilesOfTimed(
  runs: number,
  task: () => Promise<number>,
  warmRuns = WARM_RUNS,
): Promise<Percentiles> {
  for (let i = 0; i < warmRuns; i++) await task();
  const times: number[] = [];
  for (let i = 0; i < runs; i++) times.push(await task());
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const perSecond = (value: number): string => Math.round(value).toLocaleString('en-GB');
