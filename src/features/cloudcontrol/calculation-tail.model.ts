import { gridUntil } from './calculation.model.ts';

/** How far the newest results of a stage have come. Epoch ms of instants of its grid. */
export interface Tail {
  /** The newest instant that was calculated. */
  readonly done: number;
  /** The newest at which every input had spoken: no reading that is merely slow can change it. */
  readonly final: number;
  /** What the inputs had said by then: any number that grows with each reading. */
  readonly heard: number;
}

/** What is known of a stage's inputs. */
export interface Heard {
  readonly step_ms: number;
  /** The instant (epoch ms) up to which every input has spoken; -Infinity where one never did. */
  readonly spoke: number;
  readonly heard: number;
}

/** Results further back are left to the calculation of whole days. */
export const TAIL_MS = 2 * 3_600_000;
/** So long slow readings are waited for before the result goes without them, and, once it stands, still put it right. */
const SETTLE_MS = 10_000;
const LATE_MS = 120_000;

/** How long after its instant a result is made although an input has not spoken yet. */
export const settleMs = (step_ms: number): number => Math.min(SETTLE_MS, step_ms / 2);

/** Where a stage begins that nobody has calculated in this process yet. `last`: its newest stored result. */
export function beginTail(last: number | undefined, step_ms: number, now: number): Tail {
  const from = gridUntil(Math.max(last ?? Number.NEGATIVE_INFINITY, now - TAIL_MS), step_ms);
  return { done: from, final: from, heard: Number.NaN };
}

/** Whether a reading could change anything: there is a new instant, or one that not all inputs have spoken for. */
export const isOpen = (tail: Tail | undefined, step_ms: number, now: number): boolean =>
  tail === undefined || Math.min(tail.done, tail.final) < gridUntil(now, step_ms);

/** Whether time alone may have made a result due: then the inputs are looked at, notice or not. */
export const isRipe = (tail: Tail | undefined, step_ms: number, now: number): boolean => {
  const newest = gridUntil(now, step_ms);
  return tail === undefined || (tail.done < newest && now >= newest + settleMs(step_ms));
};

/** The instants that are to be calculated now, both ends included, and how far the stage has come with them. */
export interface TailPlan {
  readonly start: number;
  readonly end: number;
  readonly next: Tail;
}

/**
 * What is to be calculated of a stage: the newest instant as soon as all inputs have spoken, or have had their time; and
 * again those of the last minutes for which not all had, when something was heard since.
 */
export function planTail(tail: Tail, { step_ms, spoke, heard }: Heard, now: number): TailPlan | undefined {
  const end = gridUntil(now, step_ms);
  const whole = spoke >= end;
  const isNew = tail.done < end;
  if (isNew ? !whole && now < end + settleMs(step_ms) : tail.final >= end || heard === tail.heard)
    return undefined;
  const open = Math.max(tail.final + step_ms, end - Math.max(LATE_MS, 2 * step_ms));
  const start = Math.max(
    isNew ? Math.min(open, tail.done + step_ms) : open,
    gridUntil(now - TAIL_MS, step_ms),
  );
  const final = Math.max(tail.final, whole ? end : gridUntil(Math.max(spoke, 0), step_ms));
  return { start, end, next: { done: end, final, heard } };
}
