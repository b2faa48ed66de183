import type { CountedInterval } from '../../availability.contract.ts';

/** Intervals in a row that count alike for the same reason. */
export interface Stretch
  extends Pick<CountedInterval, 'raw' | 'contractual' | 'raw_reason' | 'contractual_reason'> {
  readonly from: string;
  readonly to: string;
  /** Downtimes, in the order in which they count, with the part of the device that each is about, 0…1. */
  readonly downtimes: readonly StoodPart[];
}

export interface StoodPart {
  readonly id: number;
  readonly cause: string;
  readonly part: number;
}

const ALIKE = ['raw', 'contractual', 'raw_reason', 'contractual_reason'] as const;

function downtimesOf({ downtime_id, cause, downtime_part, others }: CountedInterval): StoodPart[] {
  if (downtime_id === null) return [];
  const more = others.map((one) => ({ id: one.downtime_id, cause: one.cause, part: one.part }));
  return [{ id: downtime_id, cause: cause ?? '', part: downtime_part }, ...more];
}

const sameDowntimes = (a: readonly StoodPart[], b: readonly StoodPart[]): boolean =>
  a.length === b.length && a.every(({ id }, i) => id === b[i]?.id);

/** Puts together what follows each other and counts alike. */
export function stretchesOf(intervals: readonly CountedInterval[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const interval of intervals) {
    const before = stretches.at(-1);
    const to = interval.end;
    const downtimes = downtimesOf(interval);
    const isAlike = before && ALIKE.every((name) => before[name] === interval[name]);
    if (isAlike && sameDowntimes(before.downtimes, downtimes))
      stretches[stretches.length - 1] = { ...before, to };
    else {
      const { raw, contractual, raw_reason, contractual_reason } = interval;
      stretches.push({
        raw,
        contractual,
        raw_reason,
        contractual_reason,
        downtimes,
        from: interval.ts,
        to,
      });
    }
  }
  return stretches;
}
