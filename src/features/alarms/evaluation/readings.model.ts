import { solarPosition } from '../../../energy/solar-position.ts';
import { medianOf } from '../../../shared/units/median.ts';
import type { BatteryTracker } from './battery-tracker.model.ts';
import { FINE, type Observation, UNKNOWN } from './fault-watch.model.ts';
import { type DeviceSnapshot, groupOf, isProducer, type PlantSnapshot } from './plant-snapshot.model.ts';
import { isSame, meanAt, meansBack, newestEnd, STEPS_OF_HOUR } from './step-window.model.ts';
import { MAX_STEPS, STEP_MS, type Steps } from './watched.model.ts';

/** Less than this of the nominal power is nothing, which may well stand still. */
const SOMETHING = 0.01;
/** A power is told wrong by a light (kW/kWp that it could give) of less than this share of it. */
const HALF = 0.5;
/** For so many quarters: one alone may be a sensor in the shade. */
const MIN_WRONG_QUARTERS = STEPS_OF_HOUR;
/** Lower than this the sun gives nothing at all, wherever a plant was written down to be. Degrees. */
const DARK_DEG = -6;
/** From here on a plateau stands still in any light that is left: only darkness tells it wrong. */
const FULL = 0.95;
/** A sensor that says less (W/m²) while the sun is higher than this is covered, or dead: it says nothing of the light. */
const BLIND = { under_wm2: 10, from_deg: 10 } as const;
/** Quarters that are looked through for one that cannot be: longer than an outage of ours may hide one. */
const QUARTERS_SEARCHED = STEPS_OF_HOUR;

/** A power that has not changed by a hair. Instants in epoch ms. */
export interface Still {
  readonly begins: number;
  readonly end: number;
  readonly kw: number;
  /** Quarters of it in which the light could not have given that power. */
  readonly wrong: number;
}

/** A quarter of an hour whose mean power cannot be. */
export interface Implausible {
  readonly at: number;
  readonly kw: number;
  readonly share: number;
}

/** What is strange about a device's readings. */
export interface ReadingAnalysis {
  readonly still: Still | null;
  /** Whether the newest two quarters tell that it moves, or makes nothing; or it has a battery, and may stand still. */
  readonly moves: boolean;
  /** The first of the last hour. */
  readonly implausible: Implausible | null;
  readonly heard: boolean;
}

export type ReadingAnalyses = ReadonlyMap<number, ReadingAnalysis>;

/** How high the sun stood in a quarter, counted back; null without coordinates. Degrees. */
type Sun = (back: number) => number | null;

/** Reckoned where somebody asks, and once. */
function sunOf({ plant: { latitude, longitude } }: PlantSnapshot, end: number): Sun {
  const known = new Map<number, number>();
  return (back) => {
    if (latitude === null || longitude === null) return null;
    const elevation =
      known.get(back) ?? solarPosition(latitude, longitude, end - (back + 0.5) * STEP_MS).elevation_deg;
    known.set(back, elevation);
    return elevation;
  };
}

const isDark = (elevation: number | null): boolean => elevation !== null && elevation < DARK_DEG;

interface ReadingContext {
  readonly snapshot: PlantSnapshot;
  readonly end: number;
  readonly sun: Sun;
  readonly siblings: readonly { readonly steps: Steps | null; readonly nominal: number }[];
  readonly sensors: readonly (Steps | null)[];
}

function readingContextOf(
  snapshot: PlantSnapshot,
  one: DeviceSnapshot,
  { end, sun }: Pick<ReadingContext, 'end' | 'sun'>,
): ReadingContext {
  const others = groupOf(snapshot.inverters, one).members.filter((other) => other !== one);
  const siblings = others.flatMap(({ device: { steps, nominal_power } }) =>
    nominal_power ? [{ steps, nominal: nominal_power }] : [],
  );
  const sensors = snapshot.plant.devices.filter(
    ({ category }) => category === 'weather_station' || category === 'other',
  );
  return { snapshot, end, sun, siblings, sensors: sensors.map(({ steps }) => steps) };
}

const knownOf = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** Whether the light of a quarter could not have given so much: the sun is down, or sensor and siblings saw but half of it. */
function isWrong(share: number, { end, sun, siblings, sensors }: ReadingContext, back: number): boolean {
  const elevation = sun(back);
  if (isDark(elevation)) return true;
  if (share >= FULL) return false;
  const isHigh = elevation === null || elevation > BLIND.from_deg;
  const light = knownOf(sensors.map((steps) => meanAt(steps, end, back))).filter(
    (wm2) => !isHigh || wm2 >= BLIND.under_wm2,
  );
  const made = knownOf(
    siblings.map(({ steps, nominal }) => {
      const mean = meanAt(steps, end, back);
      return mean === null ? null : mean / nominal;
    }),
  );
  // A single sibling may be the one that fails.
  const seen = [...(made.length >= 2 ? [medianOf(made) ?? 0] : []), ...light.map((wm2) => wm2 / 1000)];
  return seen.length > 0 && Math.max(...seen) < share * HALF;
}

function stillOf(one: DeviceSnapshot, context: ReadingContext, nominal: number): Still | null {
  const { end } = context;
  const kw = meanAt(one.device.steps, end, 0);
  if (kw === null || Math.abs(kw) < nominal * SOMETHING) return null;
  let steps = 1;
  for (; steps < MAX_STEPS; steps++) {
    const mean = meanAt(one.device.steps, end, steps);
    if (mean === null || !isSame(kw, mean)) break;
  }
  if (steps < MIN_WRONG_QUARTERS) return null;
  let wrong = 0;
  for (let back = 0; back < steps; back++) if (isWrong(Math.abs(kw) / nominal, context, back)) wrong++;
  return { begins: end - steps * STEP_MS, end, kw, wrong };
}

function moves({ device: { steps } }: DeviceSnapshot, end: number, nominal: number): boolean {
  const [last, before] = [meanAt(steps, end, 0), meanAt(steps, end, 1)];
  if (last === null) return false;
  return Math.abs(last) < nominal * SOMETHING || (before !== null && !isSame(last, before));
}

/** @param draws whether it may draw by day: it has a battery behind it, or nobody knows yet */
function implausibleOf(
  one: DeviceSnapshot,
  { snapshot, end, sun }: ReadingContext,
  { nominal, draws }: { nominal: number; draws: boolean },
): Implausible | null {
  const { most_share_pct, negative_share_pct } = ruleOf(snapshot, one);
  for (let back = QUARTERS_SEARCHED - 1; back >= 0; back--) {
    const kw = meanAt(one.device.steps, end, back);
    if (kw === null) continue;
    const at = end - (back + 1) * STEP_MS;
    const share = kw / nominal;
    // What else makes power may draw to start.
    const drawn =
      !draws && snapshot.plant.production_type === 'photovoltaic' && share < -negative_share_pct / 100;
    if (share > most_share_pct / 100 || (drawn && !isDark(sun(back)))) return { at, kw, share };
  }
  return null;
}

const ruleOf = ({ plant: { plant_id }, rules }: PlantSnapshot, { device: { device_id } }: DeviceSnapshot) =>
  rules.ruleOf('readings_implausible', { plant_id, device_id }).values;

/** It draws for an hour and gives for one within twelve, or what it says by night moves: a battery is behind it. */
function stores(
  { device: { steps } }: DeviceSnapshot,
  { end, sun }: ReadingContext,
  nominal: number,
): boolean {
  if (steps === null) return false;
  const quarters = { drawn: 0, given: 0, night: 0 };
  const means = meansBack(steps, end, MAX_STEPS + 1);
  for (let back = 0; back < MAX_STEPS; back++) {
    const kw = means[back] ?? null;
    if (kw === null || Math.abs(kw) < nominal * SOMETHING) continue;
    if (kw < 0) quarters.drawn++;
    else quarters.given++;
    const before = means[back + 1] ?? null;
    if (before !== null && !isSame(kw, before) && isDark(sun(back))) quarters.night++;
  }
  const { drawn, given, night } = quarters;
  return night >= STEPS_OF_HOUR || (drawn >= STEPS_OF_HOUR && given >= STEPS_OF_HOUR);
}

/** Looks at the quarters of an hour of whatever makes power; they say the same until the next one is over. */
export function analyzeReadings(snapshot: PlantSnapshot, storing: BatteryTracker): ReadingAnalyses {
  const found = new Map<number, ReadingAnalysis>();
  const suns = new Map<number, Sun>();
  for (const one of snapshot.inverters) {
    const { device } = one;
    const nominal = device.nominal_power;
    const end = newestEnd([device]);
    if (!nominal || end === null || !isProducer(device)) continue;
    const sun = suns.get(end) ?? sunOf(snapshot, end);
    suns.set(end, sun);
    const context = readingContextOf(snapshot, one, { end, sun });
    if (stores(one, context, nominal)) storing.record(device.device_id, end);
    const hasBattery = storing.has(device.device_id, end);
    found.set(device.device_id, {
      still: hasBattery ? null : stillOf(one, context, nominal),
      moves: hasBattery || moves(one, end, nominal),
      implausible: implausibleOf(one, context, {
        nominal,
        draws: hasBattery || !storing.knows(device, end),
      }),
      heard: meanAt(device.steps, end, 0) !== null,
    });
  }
  return found;
}

/**
 * A power that stands still for hours, to a hair, while the light goes: at night, or when a sensor or two siblings have
 * seen for an hour that there was but half of it. What stands still in the light may be held there by command.
 */
export function observeStillReadings(seen: ReadingAnalysis | undefined, still_h: number): Observation {
  if (!seen) return UNKNOWN;
  if (seen.moves) return FINE;
  const { still } = seen;
  if (!still || still.wrong < MIN_WRONG_QUARTERS) return UNKNOWN;
  if (still.end - still.begins < still_h * STEPS_OF_HOUR * STEP_MS) return UNKNOWN;
  return { status: 'faulty', since: still.begins };
}

/** A mean of a quarter of an hour that cannot be: far more than the nominal power, or drawn instead of made by day. */
export function observeImplausibleReadings(seen: ReadingAnalysis | undefined): Observation {
  if (!seen) return UNKNOWN;
  if (seen.implausible) return { status: 'faulty', since: seen.implausible.at };
  return seen.heard ? FINE : UNKNOWN;
}
