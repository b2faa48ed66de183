import { isFresh } from '../../../shared/units/freshness.ts';
import { medianOf } from '../../../shared/units/median.ts';
import { FAULTY, FINE, type Observation, UNKNOWN } from './fault-watch.model.ts';
import { type DeviceSnapshot, type PlantSnapshot, valueNow } from './plant-snapshot.model.ts';
import { isDeviceWatchable, MIN_SIBLINGS } from './watchable.model.ts';
import type { LastValue } from './watched.model.ts';

/** A weak string is well again once it is this much (of its siblings' median) above its limit. */
const WELL_ABOVE = 0.1;
/** A box whose median is below this share of the other boxes' is out as a whole. */
const OUT_SHARE = 0.15;
/** Where no sensor tells, it is bright enough when the median current (A) is above this, or what inverters make of each kW. */
const BRIGHT_A = 1.5;
const BRIGHT_SPECIFIC = 0.25;
/** Currents (A) too small to compare, and too small for a string that works in bright light. */
const COMPARABLE_A = 0.5;
/** A box whose median is above this (A) cannot be out. */
const DARK_A = 2;

interface Box {
  readonly one: DeviceSnapshot;
  readonly currents: readonly number[];
  readonly median_a: number | null;
}

function boxesOf({ plant, devices, now }: PlantSnapshot): Box[] {
  return devices.flatMap((one) => {
    if (one.strings.length === 0 || !isDeviceWatchable('string_weak', one.device, plant)) return [];
    const currents = one.strings.flatMap((string) => valueNow(string, now) ?? []);
    return [{ one, currents, median_a: medianOf(currents) }];
  });
}

/** What the inverters make that have a box's light: those of its section where it has one, else all. kW for each kW. */
function specificOf({ inverters }: PlantSnapshot, { one }: Box): number {
  const { section_id } = one.device;
  const near = inverters.filter(({ device }) => section_id !== null && device.section_id === section_id);
  const specifics = (near.length > 0 ? near : inverters).flatMap(({ specific }) => specific ?? []);
  return medianOf(specifics) ?? 0;
}

function isBright(snapshot: PlantSnapshot, boxes: readonly Box[], box: Box): boolean {
  if (snapshot.asleep) return false;
  const { bright_wm2 } = snapshot.rules.ruleOf('string_weak', snapshot.plant).values;
  if (snapshot.irradiance_wm2 !== null) return snapshot.irradiance_wm2 > bright_wm2;
  if (specificOf(snapshot, box) > BRIGHT_SPECIFIC) return true;
  return (medianOf(boxes.flatMap((each) => each.currents)) ?? 0) > BRIGHT_A;
}

/** What a box that is out as a whole was measured against. */
export interface Measured {
  /** The other boxes, and the median of their medians (A); none, and null, where there is no other. */
  readonly others: readonly DeviceSnapshot[];
  readonly others_a: number | null;
  /** Under this (A) it is out. */
  readonly limit_a: number;
}

/** How a box is out as a whole; null where it is not. */
function outOf(box: Box, boxes: readonly Box[]): Measured | null {
  // Only a dark one need be measured against the others.
  if (box.median_a === null || box.median_a >= DARK_A) return null;
  const others = boxes.filter((other) => other !== box && other.median_a !== null);
  const others_a = medianOf(others.flatMap(({ median_a }) => median_a ?? []));
  const limit_a = others_a === null ? COMPARABLE_A : others_a * OUT_SHARE;
  return box.median_a < limit_a ? { others: others.map(({ one }) => one), others_a, limit_a } : null;
}

interface Comparison {
  readonly now: number;
  readonly box: Box;
  readonly weak_share: number;
}

function observeString(string: LastValue, { now, box, weak_share }: Comparison): Observation {
  const current = valueNow(string, now);
  if (current === null || box.median_a === null) return UNKNOWN;
  if (box.median_a < COMPARABLE_A || box.currents.length < MIN_SIBLINGS) return UNKNOWN;
  const share = current / box.median_a;
  if (share < weak_share) return FAULTY;
  return share >= Math.min(1, weak_share + WELL_ABOVE) ? FINE : UNKNOWN;
}

/** What a box's strings look like, in the order of their slots. */
export interface BoxSnapshot {
  readonly one: DeviceSnapshot;
  readonly median_a: number | null;
  readonly observations: readonly Observation[];
  /** Null where its strings are measured against one another. */
  readonly out: Measured | null;
}

const numbersIn = (name: string): number[] => (name.match(/\d+/g) ?? []).map(Number);
/** The first number of its name; all of them, as in "1.2" for string 2 of tracker 1; its place in the box. */
const LABELS: readonly ((string: LastValue) => string)[] = [
  ({ name, slot }) => String(numbersIn(name)[0] ?? slot + 1),
  ({ name, slot }) => numbersIn(name).join('.') || String(slot + 1),
];
const placeOf = ({ slot }: LastValue): string => String(slot + 1);

/** What the strings of a box are called, each by the shortest that tells it from all others. */
export function labelsOf(strings: readonly LastValue[]): string[] {
  for (const labelOf of LABELS) {
    const labels = strings.map(labelOf);
    if (new Set(labels).size === labels.length) return labels;
  }
  return strings.map(placeOf);
}

/**
 * Strings whose current stays under a share of the median of their siblings in the box, in bright light only. A box whose
 * strings are all out is measured against the plant's other boxes.
 */
export function observeStrings(snapshot: PlantSnapshot): BoxSnapshot[] {
  const boxes = boxesOf(snapshot);
  return boxes.map((box) => {
    const { plant, now, rules } = snapshot;
    const { device, strings } = box.one;
    const rule = rules.ruleOf('string_weak', { plant_id: plant.plant_id, device_id: device.device_id });
    const weak_share = rule.values.weak_share_pct / 100;
    const bright = isBright(snapshot, boxes, box);
    const out = bright ? outOf(box, boxes) : null;
    const observationOf = (string: LastValue): Observation => {
      if (!bright) return UNKNOWN;
      if (!out) return observeString(string, { now, box, weak_share });
      return isFresh(string.at, string.rhythm_s, now) ? FAULTY : UNKNOWN;
    };
    return { one: box.one, median_a: box.median_a, observations: strings.map(observationOf), out };
  });
}
