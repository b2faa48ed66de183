import { quietWatch } from './fault-watch.model.ts';
import type { PlantRound } from './round.model.ts';
import { lookForSnow, SNOW_HIDES_NEIGHBOURS_MS } from './snow.model.ts';

/** It is kept among the watches, and is no alarm. */
const SNOW = '0/0/snow';

/** Keeps since when a plant has looked as if it lay under snow: until it thaws, or was not seen so for three days. */
export function takeSnow(round: PlantRound): void {
  const { now } = round.sight;
  const { sight } = lookForSnow(round.sight);
  const before = round.before(SNOW);
  if (sight === 'fine') return;
  if (sight === 'faulty') {
    round.next.set(SNOW, { ...quietWatch(false), since: before?.since ?? now, seen: now });
  } else if (before && now - (before.seen ?? 0) < SNOW_HIDES_NEIGHBOURS_MS) {
    round.next.set(SNOW, before);
  }
}

/** Whether the plant looks as if it lay under snow, and has for no longer than this. */
export function snowSince(round: PlantRound, most_ms: number): boolean {
  const since = round.next.get(SNOW)?.since ?? null;
  return since !== null && round.sight.now - since < most_ms;
}
