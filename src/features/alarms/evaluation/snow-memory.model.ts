import { quietWatch, withoutFuture } from './fault-watch.model.ts';
import type { PlantEvaluation } from './plant-evaluation.model.ts';
import { observeSnow, SNOW_HIDES_NEIGHBOURS_MS } from './snow.model.ts';

/** It is kept among the watches, and is no alarm. */
const SNOW = '0/0/snow';

/** Keeps since when a plant has looked as if it lay under snow: until it thaws, or was not seen so for three days. */
export function evaluateSnow(evaluation: PlantEvaluation): void {
  const { now } = evaluation.snapshot;
  const { status } = observeSnow(evaluation.snapshot);
  const stored = evaluation.before(SNOW);
  const before = stored && withoutFuture(stored, now);
  if (status === 'fine') return;
  if (status === 'faulty') {
    evaluation.next.set(SNOW, { ...quietWatch(false), since: before?.since ?? now, seen: now });
  } else if (before && now - (before.seen ?? 0) < SNOW_HIDES_NEIGHBOURS_MS) {
    evaluation.next.set(SNOW, before);
  }
}

/** Whether the plant looks as if it lay under snow, and has for no longer than this. */
export function isSnowSuspected(evaluation: PlantEvaluation, max_ms: number): boolean {
  const since = evaluation.next.get(SNOW)?.since ?? null;
  return since !== null && evaluation.snapshot.now - since < max_ms;
}
