import { STEP_MS, type Steps } from './watched.model.ts';

/** A step counts when good readings stand for this share of it. */
const COVERED = 0.8;
/** A window counts when this share of its steps does. */
export const ENOUGH = 0.75;
export const STEPS_OF_HOUR = 4;

/** Where in the lists the step stands that ends at `end`. */
const newestIn = (steps: Steps, end: number): number =>
  steps.means.length - 1 - Math.round((steps.end - end) / STEP_MS);

const meanIn = ({ means, covered }: Steps, index: number): number | null =>
  (covered[index] ?? 0) >= COVERED ? (means[index] ?? null) : null;

/** The mean of a step, counted back from the one that ends at `end` (0); null where it is not known well enough. */
export function meanAt(steps: Steps | null, end: number, back: number): number | null {
  return steps === null ? null : meanIn(steps, newestIn(steps, end) - back);
}

/** The means of so many steps, counted back from the one that ends at `end`: for callers that need all of them. */
export function meansBack(steps: Steps, end: number, count: number): (number | null)[] {
  const newest = newestIn(steps, end);
  const means: (number | null)[] = [];
  for (let back = 0; back < count; back++) means.push(meanIn(steps, newest - back));
  return means;
}

/** Two means are the same when they differ by no more than this share: a measured power never stays so. */
const SAME = 1e-6;
export const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= SAME * Math.abs(a);

/**
 * Which of a device's means, counted back, belong to an hour or more in which the mean did not change by a hair while it
 * was something.
 */
export function stillSteps(means: readonly (number | null)[], something: number): boolean[] {
  const still = means.map(() => false);
  let from = 0;
  let before = means[0] ?? null;
  for (let back = 1; back <= means.length; back++) {
    const mean = means[back] ?? null;
    if (before === null || mean === null || !isSame(before, mean)) {
      if (back - from >= STEPS_OF_HOUR && Math.abs(before ?? 0) >= something) still.fill(true, from, back);
      from = back;
    }
    before = mean;
  }
  return still;
}

/** End of the newest step that any of the devices has; null where none has one. */
export function newestEnd(devices: readonly { readonly steps: Steps | null }[]): number | null {
  let end: number | null = null;
  for (const { steps } of devices) if (steps !== null && (end === null || steps.end > end)) end = steps.end;
  return end;
}
