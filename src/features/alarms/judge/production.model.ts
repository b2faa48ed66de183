import { eventTableOf, standingEvents, stateMeaning } from '../../../devices/values/meaning.ts';
import { freshFor_ms, isFresh } from '../../../shared/units/freshness.ts';
import { sleptWithinHour } from '../daylight.model.ts';
import { FAULTY, FINE, type Look, UNKNOWN } from './fault-watch.model.ts';
import {
  answersNow,
  type DeviceSight,
  groupOf,
  hadItsTurn,
  isStoring,
  median,
  type PlantSight,
} from './plant-sight.model.ts';

/** "Error reading a device's production logs": its counter (its power, where it has none) fails while others of it answer. */
export function lookForUnread(sight: PlantSight, one: DeviceSight, floor: number): Look {
  const { device, production } = one;
  if (!production || !answersNow(one) || one.resting) return UNKNOWN;
  const { at, failed, rhythm_s } = production;
  // What sends by itself may never send its energy.
  if (at === null && !device.polled) return UNKNOWN;
  const from = Math.max(at ?? device.created_at, floor);
  if (!failed && isFresh(at, rhythm_s, sight.now)) return FINE;
  if (!failed && sight.now - from <= freshFor_ms(rhythm_s)) return UNKNOWN;
  // Others of it must have answered since.
  const heardSince_ms = (device.last_good_at ?? 0) - (at ?? device.created_at);
  if (heardSince_ms < rhythm_s * 1000 || !hadItsTurn(sight, rhythm_s)) return UNKNOWN;
  const slept = sleptWithinHour(sight.plant, from);
  return { sight: 'faulty', since: slept ? sight.now : from };
}

/**
 * An inverter or generator that says of itself that it is in fault, by SunSpec's states or by a list of its maker's. What
 * it said long ago says nothing, nor does a number that no list knows.
 */
export function lookForFault({ now }: PlantSight, { device, states }: DeviceSight): Look {
  let look = UNKNOWN;
  for (const { value, at, rhythm_s, value_table } of states) {
    if (value === null || at === null || !isFresh(at, rhythm_s, now)) continue;
    const meaning = stateMeaning(value_table, value);
    if (meaning === 'fault') return { sight: 'faulty', since: at };
    if (meaning !== null && meaning !== 'unknown') look = FINE;
  }
  const events = lookAtEvents(device.values, now);
  // Where there is a state it is the state that says that all is well.
  return events.sight === 'faulty' || states.length === 0 ? events : look;
}

/** Of an event of 0, or of one that its list knows and that is no fault, all is well. */
function lookAtEvents(values: DeviceSight['device']['values'], now: number): Look {
  let look = UNKNOWN;
  for (const { value, at, rhythm_s, value_table } of values) {
    if (value === null || at === null || !isFresh(at, rhythm_s, now)) continue;
    if (eventTableOf(value_table)?.by !== 'bit') continue;
    const [gravest] = standingEvents(value_table, value);
    if (gravest?.severity === 'fault') return { sight: 'faulty', since: at };
    if (gravest !== undefined || value === 0) look = FINE;
  }
  return look;
}

/** Lower than this above the horizon the sun gives too little, and to rows that face elsewhere too unequally. Degrees. */
const LOW_SUN_DEG = 10;
/** Where no sensor tells, a sun this high gives every inverter something even through thick clouds. Degrees. */
const HIGH_SUN_DEG = 15;
/** What the neighbours must make, over their nominal power, for an inverter to have had the same light. */
const NEIGHBOURS_MAKE = 0.05;
/** By the sun alone it must be seen so many times as long. */
const BY_SUN_ALONE = 4;

const isLow = ({ sun_elevation_deg }: PlantSight): boolean =>
  sun_elevation_deg !== null && sun_elevation_deg < LOW_SUN_DEG;

const leastShare = (sight: PlantSight, device_id?: number): number =>
  sight.rules.ruleOf('no_production', { plant_id: sight.plant.plant_id, device_id: device_id ?? null }).values
    .least_share_pct / 100;

/**
 * An inverter that makes nothing while its neighbours do, or while they do and a sensor says that it is bright. One that
 * charges a battery works.
 */
export function lookForNoProduction(sight: PlantSight, one: DeviceSight): Look {
  const { specific, device, throttled } = one;
  if (specific === null || sight.plant.production_type !== 'photovoltaic') return UNKNOWN;
  if (specific >= leastShare(sight, device.device_id)) return FINE;
  if (sight.slept_within_hour || isLow(sight) || throttled) return UNKNOWN;
  const rule = sight.rules.ruleOf('no_production', {
    plant_id: sight.plant.plant_id,
    device_id: device.device_id,
  });
  if (sight.irradiance_wm2 !== null && sight.irradiance_wm2 < rule.values.bright_wm2) return UNKNOWN;
  const others = groupOf(sight.inverters, one).members.filter((other) => other !== one);
  const typical = median(
    others.flatMap((other) => (other.specific === null || isStoring(other) ? [] : [other.specific])),
  );
  if (typical === null || typical < NEIGHBOURS_MAKE) return UNKNOWN;
  return isStoring(one) ? FINE : FAULTY;
}

/** Of a plant: kW that its inverters make and could make, and the share of its nominal power that is heard of. */
export interface Yield {
  readonly made_kw: number;
  readonly heard_kw: number;
  readonly nominal_kw: number;
  readonly throttled: boolean;
}

export function yieldOf({ inverters }: Pick<PlantSight, 'inverters'>): Yield {
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
function makesNothing(sight: PlantSight): boolean | null {
  const { made_kw, heard_kw, nominal_kw } = yieldOf(sight);
  if (heard_kw === 0 || heard_kw < nominal_kw / 2) return null;
  if (made_kw >= heard_kw * leastShare(sight)) return false;
  // What charges a battery takes what others make: those without one say whether it is bright.
  const others = yieldOf({ inverters: sight.inverters.filter((one) => !isStoring(one)) });
  return others.heard_kw === 0 ? null : others.made_kw < others.heard_kw * leastShare(sight);
}

/**
 * A plant that makes nothing while its sensor says bright; where it has none, while the sun stands so high that it must
 * make something. Held back by who controls it, it says nothing.
 */
export function lookForPlantNoProduction(sight: PlantSight): Look {
  if (sight.plant.production_type !== 'photovoltaic') return UNKNOWN;
  const nothing = makesNothing(sight);
  if (nothing === null) return UNKNOWN;
  if (!nothing) return FINE;
  if (sight.slept_within_hour || isLow(sight) || yieldOf(sight).throttled) return UNKNOWN;
  const { irradiance_wm2, sun_elevation_deg } = sight;
  const { bright_wm2 } = sight.rules.ruleOf('no_production', sight.plant).values;
  if (irradiance_wm2 !== null) return irradiance_wm2 >= bright_wm2 ? FAULTY : UNKNOWN;
  return sun_elevation_deg !== null && sun_elevation_deg >= HIGH_SUN_DEG ? FAULTY : UNKNOWN;
}

/** How many times its delay a plant without production must be seen. */
export const plantPatience = ({ irradiance_wm2 }: PlantSight): number =>
  irradiance_wm2 === null ? BY_SUN_ALONE : 1;
