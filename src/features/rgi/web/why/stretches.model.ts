import type { CountedInterval } from '../../availability.contract.ts';

/** Intervals in a row that count alike for the same reason. */
export interface Stretch
  extends Pick<CountedInterval, 'raw' | 'contractual' | 'raw_reason' | 'contractual_reason' | 'cause'> {
  readonly from: string;
  readonly to: string;
  readonly downtime_id: number | null;
}

const ALIKE = ['raw', 'contractual', 'raw_reason', 'contractual_reason', 'downtime_id'] as const;

/** Puts together what follows each other and counts alike. */
export function stretchesOf(intervals: readonly CountedInterval[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const interval of intervals) {
    const before = stretches.at(-1);
    const to = interval.end;
    if (before && ALIKE.every((name) => before[name] === interval[name]))
      stretches[stretches.length - 1] = { ...before, to };
    else {
      const { raw, contractual, raw_reason, contractual_reason, cause, downtime_id } = interval;
      stretches.push({
        raw,
        contractual,
        raw_reason,
        contractual_reason,
        cause,
        downtime_id,
        from: interval.ts,
        to,
      });
    }
  }
  return stretches;
}
