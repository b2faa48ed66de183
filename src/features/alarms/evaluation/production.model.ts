import { eventTableOf, standingEvents, stateMeaning } from '../../../devices/values/meaning.ts';
import { freshFor_ms, isFresh } from '../../../shared/units/freshness.ts';
import { medianOf } from '../../../shared/units/median.ts';
import { sleptWithinHour } from '../daylight.model.ts';
import { FAULTY, FINE, type Observation, UNKNOWN } from './fault-watch.model.ts';
import {
  type DeviceSnapshot,
  groupOf,
  hadTimeToReport,
  hasBattery,
  isAnswering,
  type PlantSnapshot,
} from './plant-snapshot.model.ts';

/** "Error reading a device's production logs": its counter (its power, where it has none) fails while others of it answer. */
export function observeUnreadProduction(
  snapshot: PlantSnapshot,
  one: DeviceSnapshot,
  floor: number,
): Observation {
  const { device, production } = one;
  if (!production || !isAnswering(one) || one.resting) return UNKNOWN;
  const { at, failed, rhythm_s } = production;
  // What sends by itself may never send its energy.
  if (at === null && !device.polled) return UNKNOWN;
  const from = Math.max(at ?? device.created_at, floor);
  if (!failed && isFresh(at, rhythm_s, snapshot.now)) return FINE;
  if (!failed && snapshot.now - from <= freshFor_ms(rhythm_s)) return UNKNOWN;
  // Others of it must have answered since.
  const heardSince_ms = (device.last_good_at ?? 0) - (at ?? device.created_at);
  if (heardSince_ms < rhythm_s * 1000 || !hadTimeToReport(snapshot, rhythm_s)) return UNKNOWN;
  const slept = sleptWithinHour(snapshot.plant, from);
  return { status: 'faulty', since: slept ? snapshot.now : from };
}

/**
 * An inverter or generator that says of itself that it is in fault, by SunSpec's states or by a list of its maker's. What
 * it said long ago says nothing, nor does a number that no list knows.
 */
export function observeInverterFault(
  { now }: PlantSnapshot,
  { device, states }: DeviceSnapshot,
): Observation {
  let observation = UNKNOWN;
  for (const { value, at, rhythm_s, value_table } of states) {
    if (value === null || at === null || !isFresh(at, rhythm_s, now)) continue;
    const meaning = stateMeaning(value_table, value);
    if (meaning === 'fault') return { status: 'faulty', since: at };
    if (meaning !== null && meaning !== 'unknown') observation = FINE;
  }
  const events = observeEvents(device.values, now);
  // Where there is a state it is the state that says that all is well.
  return events.status === 'faulty' || states.length === 0 ? events : observation;
}

/** Of an event of 0, or of one that its list knows and that is no fault, all is well. */
function observeEvents(values: DeviceSnapshot['device']['values'], now: number): Observation {
  let observation = UNKNOWN;
  for (const { value, at, rhythm_s, value_table } of values) {
    if (value === null || at === null || !isFresh(at, rhythm_s, now)) continue;
    if (eventTableOf(value_table)?.by !== 'bit') continue;
    const [gravest] = standingEvents(value_table, value);
    if (gravest?.severity === 'fault') return { status: 'faulty', since: at };
    if (gravest !== undefined || value === 0) observation = FINE;
  }
  return observation;
}

/** Lower than this above the horizon the sun gives too little, and to rows that face elsewhere too unequally. Degrees. */
const LOW_SUN_DEG = 10;
/** Where no sensor tells, a sun this high gives every inverter something even through thick clouds. Degrees. */
const HIGH_SUN_DEG = 15;
/** What the neighbours must make, over their nominal power, for an inverter to have had the same light. */
const NEIGHBOURS_MAKE = 0.05;
/** By the sun alone it must be seen so many times as long. */
const BY_SUN_ALONE = 4;

const isLow = ({ sun_elevation_deg }: PlantSnapshot): boolean =>
  sun_elevation_deg !== null && sun_elevation_deg < LOW_SUN_DEG;

const minShare = (snapshot: PlantSnapshot, device_id?: number): number =>
  snapshot.rules.ruleOf('no_production', { plant_id: snapshot.plant.plant_id, device_id: device_id ?? null })
    .values.least_share_pct / 100;

/**
 * An inverter that makes nothing while its neighbours do, or while they do and a sensor says that it is bright. One that
 * charges a battery works.
 */
export function observeNoProduction(snapshot: PlantSnapshot, one: DeviceSnapshot): Observation {
  const { specific, device, throttled } = one;
  if (specific === null || snapshot.plant.production_type !== 'photovoltaic') return UNKNOWN;
  if (specific >= minShare(snapshot, device.device_id)) return FINE;
  if (snapshot.slept_within_hour || isLow(snapshot) || throttled) return UNKNOWN;
  const rule = snapshot.rules.ruleOf('no_production', {
    plant_id: snapshot.plant.plant_id,
    device_id: device.device_id,
  });
  if (snapshot.irradiance_wm2 !== null && snapshot.irradiance_wm2 < rule.values.bright_wm2) return UNKNOWN;
  const others = groupOf(snapshot.inverters, one).members.filter((other) => other !== one);
  const typical = medianOf(
    others.flatMap((other) => (other.specific === null || hasBattery(other) ? [] : [other.specific])),
  );
  if (typical === null || typical < NEIGHBOURS_MAKE) return UNKNOWN;
  return hasBattery(one) ? FINE : FAULTY;
}

/** Of a plant: kW that its inverters make and could make, and the share of its nominal power that is heard of. */
export interface PlantYield {
  readonly made_kw: number;
  readonly heard_kw: number;
  readonly nominal_kw: number;
  readonly throttled: boolean;
}

export function yieldOf({ inverters }: Pick<PlantSnapshot, 'inverters'>): PlantYield {
  const sum = { made_kw: 0, heard_kw: 0, nominal_kw: 0, throttled: false };
  for (const { device, power, throttled } of inverters) {
    if (!device.nominal_power) continue;
    sum.nominal_kw += device.nominal_power;
    sum.throttled ||= throttled;
    if (power === null) continue;
    sum.made_kw += power;
    sum.heard_kw += device.nominal_power;
  }
  return sum;
}

/** Whether the plant makes next to nothing of what is heard of it; null where too little is heard. */
function makesNothing(snapshot: PlantSnapshot): boolean | null {
  const { made_kw, heard_kw, nominal_kw } = yieldOf(snapshot);
  if (heard_kw === 0 || heard_kw < nominal_kw / 2) return null;
  if (made_kw >= heard_kw * minShare(snapshot)) return false;
  // What charges a battery takes what others make: those without one say whether it is bright.
  const others = yieldOf({ inverters: snapshot.inverters.filter((one) => !hasBattery(one)) });
  return others.heard_kw === 0 ? null : others.made_kw < others.heard_kw * minShare(snapshot);
}

/**
 * A plant that makes nothing while its sensor says bright; where it has none, while the sun stands so high that it must
 * make something. Held back by who controls it, it says nothing.
 */
export function observePlantNoProduction(snapshot: PlantSnapshot): Observation {
  if (snapshot.plant.production_type !== 'photovoltaic') return UNKNOWN;
  const nothing = makesNothing(snapshot);
  if (nothing === null) return UNKNOWN;
  if (!nothing) return FINE;
  if (snapshot.slept_within_hour || isLow(snapshot) || yieldOf(snapshot).throttled) return UNKNOWN;
  const { irradiance_wm2, sun_elevation_deg } = snapshot;
  const { bright_wm2 } = snapshot.rules.ruleOf('no_production', snapshot.plant).values;
  if (irradiance_wm2 !== null) return irradiance_wm2 >= bright_wm2 ? FAULTY : UNKNOWN;
  return sun_elevation_deg !== null && sun_elevation_deg >= HIGH_SUN_DEG ? FAULTY : UNKNOWN;
}

/** How many times its delay a plant without production must be seen. */
export const plantPatience = ({ irradiance_wm2 }: PlantSnapshot): number =>
  irradiance_wm2 === null ? BY_SUN_ALONE : 1;
