import { solarPosition } from '../../../energy/solar-position.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { FAULTY, FINE, type Observation, UNKNOWN } from './fault-watch.model.ts';
import {
  type DeviceSnapshot,
  DRAWS,
  groupOf,
  hasBattery,
  type PlantSnapshot,
} from './plant-snapshot.model.ts';
import { ENOUGH, meansBack, newestEnd, STEPS_OF_HOUR, stillSteps } from './step-window.model.ts';
import { MAX_STEPS, STEP_MS } from './watched.model.ts';

/** It is light enough to compare when the group makes this much, kW for each kW of nominal power, on average. */
const LIT = 0.1;
/** What stands still to a hair below this (kW/kWp) is no measure for its siblings; above it, it makes all that it can. */
const STILL = { from: 0.01, to: 0.95 } as const;
/** Well again from this share of the limit. */
const WELL_SHARE = 0.8;
/**
 * Where no section says who faces the same way, a window is compared only while noon is its middle, and no more of a group
 * than this can be under: more would differ in what they face, not in how well they are.
 */
const FEW = 1 / 4;
const MIN_GROUP_FOR_FEW = 4;
const NOON_WITHIN_H = 0.25;
const NOON_ALLOWANCE = 0.1;
/** Else whole days are compared, and this much more (a share) must be missing: a foggy morning is one side's loss. */
const DAY_ALLOWANCE = 0.25;
/** Evening is while the sun stands between these. Degrees. */
const EVENING_DEG = { from: 5, to: -6 } as const;
const MIN_DAY_STEPS = 12;

/** An inverter against its siblings over a window; kW for each kW of nominal power, means over the steps that count. */
export interface Comparison {
  readonly own: number;
  readonly siblings: number;
  /** 1 − own / siblings. */
  readonly deficit: number;
  readonly start: number;
  readonly end: number;
  /** More than the rule's share must be missing, because it is not known that they face the same way. */
  readonly allowance: number;
}

interface Gathered {
  own: number;
  siblings: number;
  lit: number;
  counted: number;
}

interface Member {
  readonly one: DeviceSnapshot;
  readonly steps: number;
  /** By step, counted back; kW for each kW of nominal power. */
  readonly specific: readonly (number | null)[];
  /** By step, counted back: what it says there is no measure for others. */
  readonly still: readonly boolean[];
  /** Over its window, and over the whole day. */
  readonly window: Gathered;
  readonly day: Gathered;
}

const nothing = (): Gathered => ({ own: 0, siblings: 0, lit: 0, counted: 0 });

function membersOf(snapshot: PlantSnapshot, group: readonly DeviceSnapshot[], end: number): Member[] {
  return group.flatMap((one) => {
    const nominal = one.device.nominal_power;
    if (!nominal || one.device.steps === null || hasBattery(one)) return [];
    const of = { plant_id: snapshot.plant.plant_id, device_id: one.device.device_id };
    const { window_h } = snapshot.rules.ruleOf('under_expectation', of).values;
    const steps = Math.min(MAX_STEPS, Math.round(window_h * STEPS_OF_HOUR));
    const means = meansBack(one.device.steps, end, MAX_STEPS);
    // What charges a battery is no production of that light.
    const specific = means.map((mean) => (mean === null || mean < DRAWS * nominal ? null : mean / nominal));
    const still = stillSteps(means, nominal * STILL.from);
    return [{ one, steps, specific, still, window: nothing(), day: nothing() }];
  });
}

interface Measure {
  /** The member's place in its group. */
  readonly of: number;
  readonly specific: number;
}

/** The median of a sorted list but for the one at a place of it; with -1 of all. Null where nothing is left. */
function medianWithout(sorted: readonly Measure[], place: number): number | null {
  const at = (index: number): number => sorted[place < 0 || index < place ? index : index + 1]?.specific ?? 0;
  const others = sorted.length - (place < 0 ? 0 : 1);
  if (others === 0) return null;
  const middle = Math.floor(others / 2);
  return others % 2 === 1 ? at(middle) : (at(middle) + at(middle - 1)) / 2;
}

function add(to: Gathered, own: number | null, siblings: number): void {
  to.lit++;
  if (own === null) return;
  to.counted++;
  to.own += own;
  to.siblings += siblings;
}

/** What members say of the light of a step, in ascending order; null where it is not light, or too few say anything. */
function measuresOf(members: readonly Member[], back: number): Measure[] | null {
  const measures: Measure[] = [];
  let heard = 0;
  let sum = 0;
  members.forEach((member, of) => {
    const specific = member.specific[back] ?? null;
    if (specific === null) return;
    heard++;
    if (member.still[back] && specific < STILL.to) return;
    measures.push({ of, specific });
    sum += specific;
  });
  if (heard < 2 || measures.length === 0 || sum / measures.length < LIT) return null;
  return measures.sort((a, b) => a.specific - b.specific);
}

/** One step of all of a group. */
function gather(members: readonly Member[], back: number): void {
  const measures = measuresOf(members, back);
  if (measures === null) return;
  const places = new Int32Array(members.length).fill(-1);
  measures.forEach(({ of }, place) => {
    places[of] = place;
  });
  members.forEach((member, of) => {
    const own = member.specific[back] ?? null;
    const siblings = own === null ? 0 : medianWithout(measures, places[of] ?? -1);
    if (siblings === null) return;
    if (back < member.steps) add(member.window, own, siblings);
    add(member.day, own, siblings);
  });
}

function compare(
  gathered: Gathered,
  { steps, allowance }: { steps: number; allowance: number },
  end: number,
) {
  const min = steps === MAX_STEPS ? MIN_DAY_STEPS : steps * ENOUGH;
  const { lit, counted, own, siblings } = gathered;
  if (lit < min || counted < lit * ENOUGH || siblings <= 0) return null;
  const start = end - steps * STEP_MS;
  return {
    own: own / counted,
    siblings: siblings / counted,
    deficit: 1 - own / siblings,
    start,
    end,
    allowance,
  };
}

/** Hours by the mean sun, 0 to 24; null without coordinates. */
function solarHour({ longitude }: PlantSnapshot['plant'], at: number): number | null {
  return longitude === null ? null : (((at / HOUR_MS + longitude / 15) % 24) + 24) % 24;
}

/** Evening: the day's light is all in the window, the morning's and the afternoon's. */
function isEvening({ plant }: PlantSnapshot, end: number): boolean {
  const hour = solarHour(plant, end);
  if (hour === null || hour < 12 || plant.latitude === null || plant.longitude === null) return false;
  const { elevation_deg } = solarPosition(plant.latitude, plant.longitude, end);
  return elevation_deg < EVENING_DEG.from && elevation_deg > EVENING_DEG.to;
}

function isAroundNoon({ plant }: PlantSnapshot, { steps }: Member, end: number): boolean {
  const hour = solarHour(plant, end);
  return hour !== null && Math.abs(hour - 12 - steps / STEPS_OF_HOUR / 2) <= NOON_WITHIN_H;
}

/** What each inverter made against its siblings, for those of which it can be said. */
export type Comparisons = ReadonlyMap<number, Comparison | null>;

function compareGroup(
  snapshot: PlantSnapshot,
  group: readonly DeviceSnapshot[],
  declared: boolean,
  end: number,
) {
  const members = membersOf(snapshot, group, end);
  for (let back = 0; back < MAX_STEPS; back++) gather(members, back);
  const allowance = declared ? 0 : NOON_ALLOWANCE;
  const windows = members.map((member) => compare(member.window, { ...member, allowance }, end));
  const under = windows.filter(
    (w, i) => w !== null && w.deficit >= limitOf(snapshot, members[i]?.one) + allowance,
  ).length;
  const heard = windows.filter((w) => w !== null).length;
  const few = heard >= MIN_GROUP_FOR_FEW && under <= heard * FEW;
  const evening = isEvening(snapshot, end);
  return members.map((member, i) => {
    const day = { steps: MAX_STEPS, allowance: DAY_ALLOWANCE };
    const trusted = declared || (few && isAroundNoon(snapshot, member, end));
    if (trusted) return { member, comparison: windows[i] ?? null };
    return { member, comparison: evening ? compare(member.day, day, end) : null };
  });
}

function limitOf(snapshot: PlantSnapshot, one: DeviceSnapshot | undefined): number {
  const of = { plant_id: snapshot.plant.plant_id, device_id: one?.device.device_id ?? null };
  return snapshot.rules.ruleOf('under_expectation', of).values.deficit_pct / 100;
}

/**
 * Compares the production of a plant's inverters, each normalised by its nominal power, step by step with the median of
 * its siblings: of its section where that has two, else of the plant. Where no section says that they face the same way,
 * only a window around noon and, of an evening, the whole day are compared.
 */
export function compareInverters(snapshot: PlantSnapshot): Comparisons {
  const found = new Map<number, Comparison | null>();
  const end = newestEnd(snapshot.inverters.map(({ device }) => device));
  if (end === null || snapshot.plant.production_type !== 'photovoltaic') return found;
  const groups = new Map<string, { members: readonly DeviceSnapshot[]; declared: boolean }>();
  for (const one of snapshot.inverters) {
    const group = groupOf(snapshot.inverters, one);
    const key = group.declared ? `${one.device.section_id}` : 'all';
    if (!groups.has(key)) groups.set(key, group);
  }
  for (const { members, declared } of groups.values()) {
    for (const { member, comparison } of compareGroup(snapshot, members, declared, end)) {
      if (groupOf(snapshot.inverters, member.one).declared !== declared) continue;
      found.set(member.one.device.device_id, comparison);
    }
  }
  return found;
}

/** The deficit from which it is under expectation: the rule's, and what is allowed for where it is not known who faces what. */
export const underLimit = (snapshot: PlantSnapshot, one: DeviceSnapshot, { allowance }: Comparison): number =>
  limitOf(snapshot, one) + allowance;

/** @param floor what lies before this instant is explained by something else (epoch ms) */
export function observeUnderExpectation(
  snapshot: PlantSnapshot,
  one: DeviceSnapshot,
  { comparison, floor }: { comparison: Comparison | null | undefined; floor: number },
): Observation {
  if (!comparison || one.throttled || comparison.start < floor) return UNKNOWN;
  const limit = underLimit(snapshot, one, comparison);
  if (comparison.deficit >= limit) return FAULTY;
  return comparison.deficit < limitOf(snapshot, one) * WELL_SHARE ? FINE : UNKNOWN;
}
