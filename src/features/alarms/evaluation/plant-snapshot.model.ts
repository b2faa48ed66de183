import { stateMeaning, stateTableOf } from '../../../devices/values/meaning.ts';
import { solarPosition } from '../../../energy/solar-position.ts';
import { freshFor_ms } from '../../../shared/units/freshness.ts';
import { medianOf } from '../../../shared/units/median.ts';
import { isAsleep, isRestTime, restsAtNight } from '../../plants/daylight.model.ts';
import type { CompanyRules } from '../alarm-rules.model.ts';
import { sleptWithinHour } from '../daylight.model.ts';
import type { LastValue, WatchedDevice, WatchedPlant } from './watched.model.ts';

/** A device at one instant. */
export interface DeviceSnapshot {
  readonly device: WatchedDevice;
  /** After so long it counts as silent, and for how long it has been (ms); Infinity for one that never spoke. */
  readonly silent_after_ms: number;
  readonly age_ms: number;
  /** Of one that sends by itself: how long it usually is silent (ms); null where that is not known, and for polled ones. */
  readonly usual_ms: number | null;
  /** Switched off by the night, or about to be, or only just awake: what is missing may be missing because of it. */
  readonly resting: boolean;
  /** kW, where it is fresh. */
  readonly power: number | null;
  /** kW for each kW of its nominal power. */
  readonly specific: number | null;
  /** What tells its production: its counter, else its power. */
  readonly production: LastValue | undefined;
  readonly states: readonly LastValue[];
  readonly strings: readonly LastValue[];
  /** It holds its power back because somebody told it to. */
  readonly throttled: boolean;
}

/** A plant at one instant. Quantities in the units of their names; null where nothing fresh is known. */
export interface PlantSnapshot {
  readonly plant: WatchedPlant;
  readonly now: number;
  readonly rules: CompanyRules;
  /** For how long the field has been listened to without a break (ms). */
  readonly listening_ms: number;
  readonly asleep: boolean;
  readonly slept_within_hour: boolean;
  /** What the night switches off may be off: it is within an hour of the sun's rising or setting, or between. */
  readonly resting: boolean;
  readonly sun_elevation_deg: number | null;
  /** Mean of the sensors in the plane of the array. */
  readonly irradiance_wm2: number | null;
  /** The coldest of the air's and the modules' temperatures. */
  readonly coldest_c: number | null;
  readonly devices: readonly DeviceSnapshot[];
  readonly inverters: readonly DeviceSnapshot[];
  /** Median of kW for each kW of what makes power. */
  readonly typical_specific: number | null;
}

export const isProducer = ({ category }: WatchedDevice): boolean =>
  category === 'inverter' || category === 'generator';

const freshValue = ({ value, at, rhythm_s, failed }: LastValue, now: number): number | null =>
  !failed && value !== null && at !== null && now - at <= freshFor_ms(rhythm_s) ? value : null;

/** The value of a variable where it still stands for now. */
export const valueNow = freshValue;

/** What an inverter draws below this (kW/kWp) charges something; less is its own consumption. */
export const DRAWS = -0.02;

const MIN_SILENCE_MS = 300_000;
const NO_VALUES: readonly LastValue[] = [];

interface Sorted {
  power: LastValue | undefined;
  counter: LastValue | undefined;
  states: LastValue[];
  strings: LastValue[];
}

function sortValues(values: readonly LastValue[]): Sorted {
  const sorted: Sorted = { power: undefined, counter: undefined, states: [], strings: [] };
  for (const value of values) {
    if (value.quantity === 'string_current_a') sorted.strings.push(value);
    else if (value.quantity === 'ac_power_kw') sorted.power ??= value;
    else if (value.quantity === 'energy_export_kwh') sorted.counter ??= value;
    else if (isState(value)) sorted.states.push(value);
  }
  return sorted;
}

/** A state by SunSpec's list, or by a maker's that the program knows. */
export const isState = ({ quantity, value_table }: Pick<LastValue, 'quantity' | 'value_table'>): boolean =>
  value_table === null ? quantity === 'device_state' : stateTableOf(value_table) !== undefined;

/** From the least that its rule says on, so many times its usual silence is one that means something. */
const OWN_RHYTHMS = 4;

function silentAfter_ms(
  device: WatchedDevice,
  { plant, rules }: SnapshotInput,
  usual_ms: number | null,
): number {
  const of = { plant_id: plant.plant_id, device_id: device.device_id };
  const { silent_after_polls, silent_after_min } = rules.ruleOf('device_silent', of).values;
  if (usual_ms !== null) return Math.max(silent_after_min * 60_000, OWN_RHYTHMS * usual_ms);
  return Math.max(silent_after_polls * device.rhythm_s * 1000, MIN_SILENCE_MS);
}

const MIN_DRAWN_STEPS = 4;

const isDrawing = (specific: number | null): boolean => specific !== null && specific < DRAWS;

/**
 * It charges, or did for an hour of the last twelve: there is a battery behind it, and what it makes says nothing of the
 * light. Looks at its last hours: asked only of what seems to make nothing, or once a quarter.
 */
export function hasBattery({ device, specific }: DeviceSnapshot): boolean {
  if (isDrawing(specific)) return true;
  const { nominal_power, steps } = device;
  if (!nominal_power || steps === null) return false;
  let drawn = 0;
  for (const mean of steps.means) if (mean !== null && mean < DRAWS * nominal_power) drawn++;
  return drawn >= MIN_DRAWN_STEPS;
}

function snapshotDevice(device: WatchedDevice, input: SnapshotInput, resting: boolean): DeviceSnapshot {
  const { now } = input;
  const { power, counter, states, strings } = sortValues(device.values);
  const usual_ms = input.usualOf?.(device) ?? null;
  const kw = power ? freshValue(power, now) : null;
  const nominal = device.nominal_power;
  const specific = kw !== null && nominal ? kw / nominal : null;
  return {
    device,
    silent_after_ms: silentAfter_ms(device, input, usual_ms),
    usual_ms,
    age_ms: device.last_good_at === null ? Number.POSITIVE_INFINITY : now - device.last_good_at,
    resting: resting && restsAtNight(device.category),
    power: kw,
    specific,
    production: counter ?? power,
    states: states.length > 0 ? states : NO_VALUES,
    strings: strings.length > 0 ? strings : NO_VALUES,
    throttled: states.some((state) => {
      const value = freshValue(state, now);
      return value !== null && stateMeaning(state.value_table, value) === 'throttled';
    }),
  };
}

export interface SnapshotInput {
  readonly plant: WatchedPlant;
  readonly rules: CompanyRules;
  readonly now: number;
  readonly listening_ms: number;
  /** How long a device that sends by itself usually is silent (ms). */
  readonly usualOf?: (device: WatchedDevice) => number | null;
}

function freshOf(plant: WatchedPlant, quantities: readonly string[], now: number): number[] {
  const found: number[] = [];
  for (const device of plant.devices) {
    for (const variable of device.values) {
      if (!quantities.includes(variable.quantity)) continue;
      const value = freshValue(variable, now);
      if (value !== null) found.push(value);
    }
  }
  return found;
}

const LIGHT = ['irradiance_poa_wm2'];
const COLD = ['ambient_temperature_c', 'module_temperature_c'];

function sunElevation({ latitude, longitude }: WatchedPlant, now: number): number | null {
  if (latitude === null || longitude === null) return null;
  return solarPosition(latitude, longitude, now).elevation_deg;
}

/** Takes a snapshot of a plant once, for all rules. */
export function snapshotPlant(input: SnapshotInput): PlantSnapshot {
  const { plant, rules, now } = input;
  const slept = sleptWithinHour(plant, now);
  const resting = isRestTime(plant, now);
  const devices = plant.devices.map((device) => snapshotDevice(device, input, resting));
  const inverters = devices.filter(({ device }) => isProducer(device));
  const light = freshOf(plant, LIGHT, now);
  const cold = freshOf(plant, COLD, now);
  return {
    plant,
    now,
    rules,
    listening_ms: input.listening_ms,
    asleep: slept && isAsleep(plant, now),
    slept_within_hour: slept,
    resting,
    sun_elevation_deg: sunElevation(plant, now),
    irradiance_wm2: light.length > 0 ? light.reduce((sum, value) => sum + value, 0) / light.length : null,
    coldest_c: cold.length > 0 ? Math.min(...cold) : null,
    devices,
    inverters,
    typical_specific: medianOf(
      inverters.flatMap(({ specific }) => (specific === null || isDrawing(specific) ? [] : [specific])),
    ),
  };
}

const SETTLING_MS = 120_000;
/** What is silent after a time in which nobody listened must first have had its turn to speak. */
export const hadTimeToReport = ({ listening_ms }: PlantSnapshot, rhythm_s: number): boolean =>
  listening_ms >= Math.max(SETTLING_MS, 1500 * rhythm_s);

/** Whether it has spoken so lately that its neighbours could have too. */
export const isAnswering = ({ age_ms, silent_after_ms, usual_ms }: DeviceSnapshot): boolean =>
  age_ms <= (usual_ms === null ? silent_after_ms / 2 : Math.max(usual_ms, MIN_SILENCE_MS));
export const isSilent = ({ age_ms, silent_after_ms }: DeviceSnapshot): boolean => age_ms > silent_after_ms;

/** What can be compared with an inverter: those of its section where that has two, else all of the plant. */
export function groupOf(
  inverters: readonly DeviceSnapshot[],
  { device }: DeviceSnapshot,
): { members: readonly DeviceSnapshot[]; declared: boolean } {
  if (device.section_id === null) return { members: inverters, declared: false };
  const section = inverters.filter((other) => other.device.section_id === device.section_id);
  return section.length >= 2 ? { members: section, declared: true } : { members: inverters, declared: false };
}
