import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { between, type Column, joinReadings, mergeReadings, type Readings } from '../columns.model.ts';
import { GOOD } from '../readings.model.ts';
import { PackedStretch, packStretch } from './packed-stretch.ts';
import type { ReadingWindow } from './readings.repository.ts';
import { unpackStretchOf } from './stored-readings.ts';
import { cutReadings } from './stretch-cutting.ts';
import { landingOf, listTouching, replaceStretches, type Stretch, WHOLE } from './stretches.repository.ts';

/** Readings that lie further apart are laid over what is packed one by one, for what lies between them stays as it is. */
const APART_MS = 2 * DAY_MS;

/** Readings of a device as stretches of one level. */
export function stretchesOf(device_id: number, level: number, readings: Readings): Stretch[] {
  return cutReadings(readings).flatMap((piece) => {
    const bytes = packStretch(piece);
    const { values, first, last } = new PackedStretch(bytes);
    if (values === 0) return [];
    return [{ device_id, level, first, last, readings: values, instants: piece.ts.length, bytes }];
  });
}

/** Parts of readings that lie apart. */
function partsOf(readings: Readings): Readings[] {
  const { ts } = readings;
  const parts: Readings[] = [];
  let from = 0;
  for (let i = 1; i <= ts.length; i++) {
    if (i < ts.length && (ts[i] ?? 0) - (ts[i - 1] ?? 0) <= APART_MS) continue;
    parts.push(between(readings, ts[from] ?? 0, ts[i] ?? Number.POSITIVE_INFINITY));
    from = i;
  }
  return parts;
}

const windowOf = (device_id: number, { ts }: Readings): ReadingWindow => ({
  device_id,
  start: ts[0] ?? 0,
  end: ts.at(-1) ?? 0,
});

/** Stretches and what came later for them: whatever lies in one time of a device. */
interface Together {
  end: number;
  readonly stretches: Stretch[];
  readonly parts: Readings[];
}

const newGroup = (end: number): Together => ({ end, stretches: [], parts: [] });

function together(stretches: readonly Stretch[], parts: readonly Readings[]): Together[] {
  const all = [
    ...stretches.map((stretch) => ({ start: stretch.first, end: stretch.last, stretch, part: undefined })),
    ...parts.map((part) => ({ start: part.ts[0] ?? 0, end: part.ts.at(-1) ?? 0, stretch: undefined, part })),
  ].sort((a, b) => a.start - b.start);
  const groups: Together[] = [];
  for (const { start, end, stretch, part } of all) {
    const last = groups.at(-1);
    const group = last && start <= last.end ? last : newGroup(end);
    if (group !== last) groups.push(group);
    group.end = Math.max(group.end, end);
    if (stretch) group.stretches.push(stretch);
    if (part) group.parts.push(part);
  }
  return groups;
}

/** How many instants say something else, or are new; `after` has all of `before`. */
function countChanged(before: Readings, after: Readings): number {
  if (before.ts.length === 0) return after.ts.length;
  let [count, from] = [0, 0];
  for (let i = 0; i < after.ts.length; i++) {
    const isOld = before.ts[from] === after.ts[i];
    const isSame =
      isOld && after.columns.every((column, slot) => sameAt(before.columns[slot], from, column, i));
    if (!isSame) count++;
    if (isOld) from++;
  }
  return count;
}

const sameAt = (a: Column | undefined, i: number, b: Column | undefined, j: number): boolean =>
  Object.is(a?.values[i] ?? Number.NaN, b?.values[j] ?? Number.NaN) &&
  (a?.quality?.[i] ?? GOOD) === (b?.quality?.[j] ?? GOOD);

/** Whether both say the same at the same instants. */
export function sameReadings(a: Readings, b: Readings): boolean {
  if (a.ts.length !== b.ts.length) return false;
  if (a.ts.some((at, i) => at !== b.ts[i])) return false;
  const slots = Math.max(a.columns.length, b.columns.length);
  for (let slot = 0; slot < slots; slot++) {
    for (let i = 0; i < a.ts.length; i++) if (!sameAt(a.columns[slot], i, b.columns[slot], i)) return false;
  }
  return true;
}

/**
 * Lays readings over what is packed of their devices, slot by slot; they came later and win. What is new stands in landing
 * stretches. Whoever calls holds the lock of the company's days. Answers how many instants are new or changed.
 */
export async function packOver(tx: Tx, later: ReadonlyMap<number, Readings>, now: number): Promise<number> {
  const parts = new Map([...later].map(([device_id, readings]) => [device_id, partsOf(readings)]));
  const windows = [...parts].flatMap(([device_id, own]) =>
    own.filter(({ ts }) => ts.length > 0).map((part) => windowOf(device_id, part)),
  );
  const found = Map.groupBy(await listTouching(tx, windows), ({ device_id }) => device_id);
  const gone: Stretch[] = [];
  const made: Stretch[] = [];
  let changed = 0;
  for (const [device_id, own] of parts) {
    const touched = new Map((found.get(device_id) ?? []).map((stretch) => [stretch.first, stretch]));
    for (const group of together([...touched.values()], own)) {
      const before = joinReadings(group.stretches.map(unpackStretchOf));
      const after = group.parts.reduce(mergeReadings, before);
      const different = countChanged(before, after);
      changed += different;
      if (different === 0) continue;
      const isWhole = group.stretches.some(({ level }) => level === WHOLE);
      gone.push(...group.stretches);
      made.push(...stretchesOf(device_id, isWhole ? WHOLE : landingOf(now), after));
    }
  }
  await replaceStretches(tx, { gone, made });
  return changed;
}
