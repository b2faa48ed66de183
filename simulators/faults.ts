import { isSunUp } from '../src/energy/solar-position.ts';
import { DAY_MS, MINUTE_MS } from '../src/shared/units/zones.ts';
import { hashInteger, hashUnit } from './noise.ts';
import {
  type PlantDefinition,
  plantDevices,
  type SimulatedDevice,
  STRINGS_PER_BOX,
} from './plant-definition.ts';

/** Trips begin and end on the energy grid, so that power and counters agree to the watt-hour. */
const GRID_MS = 300_000;
const WEAK_SHARE = 0.6;

/** SunSpec model 103 Evt1: ground fault, AC disconnect, grid disconnect, over temperature, AC over voltage. */
const INVERTER_EVENTS = [1 << 0, 1 << 2, 1 << 4, 1 << 7, 1 << 10];
/** Vendor codes: 31 emergency stop, 33 knocking, 40 low gas pressure, 47 intake blocked. */
const TURBINE_EVENTS = [31, 47];
const ENGINE_EVENTS = [33, 40];
/** Vendor code of a bearing that runs warm: the machine keeps running. */
export const WARM_BEARING_CODE = 12;

/** Event code of the trip that holds a generator (from 1) down at an instant, or 0. */
export function tripCode(plant: PlantDefinition, generator: number, atMs: number): number {
  // It waits for a spare part, with the code that it had from the beginning.
  if (plant.faults.standing_trip?.generator === generator) return eventCode(plant, generator, 0);
  const cellMs = Math.floor(atMs / GRID_MS) * GRID_MS;
  if (plant.faults.cycling_trip?.generator === generator && inCycle(plant.seed + 5, cellMs, 120, 35)) {
    return eventCode(plant, generator, Math.floor(cellMs / DAY_MS));
  }
  return plant.production_type === 'photovoltaic'
    ? inverterTrip(plant, generator, cellMs)
    : machineStop(plant, generator, cellMs);
}

/** At most one trip for each inverter and day, of 20 to 90 minutes between 7 and 15 UTC. */
function inverterTrip(plant: PlantDefinition, generator: number, cellMs: number): number {
  const day = Math.floor(cellMs / DAY_MS);
  if (hashUnit(plant.seed + 11, day, generator) >= plant.trip_rate) return 0;
  const startMs = day * DAY_MS + hashInteger([84, 162], plant.seed + 12, day, generator) * GRID_MS;
  const lengthMs = hashInteger([4, 18], plant.seed + 13, day, generator) * GRID_MS;
  return cellMs >= startMs && cellMs < startMs + lengthMs ? eventCode(plant, generator, day) : 0;
}

/** At most one stop of a turbine or engine in twelve days, of one to seven hours. */
function machineStop(plant: PlantDefinition, generator: number, cellMs: number): number {
  const period = Math.floor(cellMs / (12 * DAY_MS));
  if (hashUnit(plant.seed + 21, period, generator) >= plant.trip_rate) return 0;
  const startMs = period * 12 * DAY_MS + hashInteger([0, 3300], plant.seed + 22, period, generator) * GRID_MS;
  const lengthMs = hashInteger([12, 84], plant.seed + 23, period, generator) * GRID_MS;
  return cellMs >= startMs && cellMs < startMs + lengthMs ? eventCode(plant, generator, period) : 0;
}

function eventCode(plant: PlantDefinition, generator: number, occasion: number): number {
  const codes =
    plant.production_type === 'photovoltaic'
      ? INVERTER_EVENTS
      : plant.production_type === 'hydro'
        ? TURBINE_EVENTS
        : ENGINE_EVENTS;
  return codes[hashInteger([0, codes.length - 1], plant.seed + 14, occasion, generator)] ?? 1;
}

/** Whether an instant falls into the first `length` minutes of a cycle shifted by the seed. */
function inCycle(seed: number, atMs: number, periodMinutes: number, lengthMinutes: number): boolean {
  const shiftMinutes = 5 * hashInteger([0, periodMinutes / 5 - 1], seed, 1);
  return (Math.floor(atMs / MINUTE_MS) + shiftMinutes) % periodMinutes < lengthMinutes;
}

/** Whether a device gives no answer at all: by chance 10 to 40 minutes on one day in eight, or standing. */
export function isSilent(plant: PlantDefinition, device: SimulatedDevice, atMs: number): boolean {
  if (plant.faults.gateway_silence && inCycle(plant.seed + 31, atMs, 600, 100)) return true;
  if (plant.faults.hourly_silence === device.short_name && inCycle(plant.seed + 32, atMs, 60, 12))
    return true;
  const { daily_silence } = plant.faults;
  if (
    daily_silence?.device === device.short_name &&
    new Date(atMs).getUTCHours() !== daily_silence.heard_hour
  )
    return true;
  if (device.kind === 'meter' && isBeingSwapped(plant, atMs)) return true;
  const day = Math.floor(atMs / DAY_MS);
  if (hashUnit(plant.seed + 33, day, device.unit_id) >= 0.125) return false;
  const startMs = day * DAY_MS + hashInteger([0, 1390], plant.seed + 34, day, device.unit_id) * MINUTE_MS;
  const lengthMs = hashInteger([10, 40], plant.seed + 35, day, device.unit_id) * MINUTE_MS;
  return atMs >= startMs && atMs < startMs + lengthMs;
}

/**
 * Which string (from 1) of a box is weak on the UTC day of an instant, or undefined.
 * By chance three to eleven days out of 24, on one box in six.
 */
export function weakString(plant: PlantDefinition, box: number, atMs: number): number | undefined {
  if (plant.faults.weak_string?.box === box) return plant.faults.weak_string.string;
  const day = Math.floor(atMs / DAY_MS);
  const period = Math.floor(day / 24);
  if (hashUnit(plant.seed + 41, period, box) >= 1 / 6) return undefined;
  const firstDay = period * 24 + hashInteger([0, 12], plant.seed + 42, period, box);
  const days = hashInteger([3, 11], plant.seed + 43, period, box);
  if (day < firstDay || day >= firstDay + days) return undefined;
  return hashInteger([1, STRINGS_PER_BOX], plant.seed + 44, period, box);
}

/** Current of a string over that of a sound one: 1 with a small fixed spread, 0.6 when weak. */
export function stringShare(plant: PlantDefinition, box: number, string: number, atMs: number): number {
  const spread = 0.985 + 0.03 * hashUnit(plant.seed + 45, box, string);
  return weakString(plant, box, atMs) === string ? spread * WEAK_SHARE : spread;
}

/** Share of an inverter's direct current that its weak strings take away on that day, 0…1. */
export function weakStringLoss(plant: PlantDefinition, generator: number, atMs: number): number {
  let boxes = 0;
  let weak = 0;
  for (let box = 1; box <= plant.string_boxes; box++) {
    if (inverterOfBox(plant, box) !== generator) continue;
    boxes += 1;
    if (weakString(plant, box, atMs) !== undefined) weak += 1;
  }
  return boxes === 0 ? 0 : ((1 - WEAK_SHARE) * weak) / (boxes * STRINGS_PER_BOX);
}

/** Inverter (from 1) behind a string box (from 1). */
export function inverterOfBox(plant: PlantDefinition, box: number): number {
  return ((box - 1) % plant.generators) + 1;
}

export interface MeterSwap {
  /** Counts up by one with each swap; part of the serial number. */
  readonly swap: number;
  readonly swapped_at_ms: number;
}

const SWAP_PERIOD_DAYS = 240;
const SWAP_SILENCE_MS = 25 * MINUTE_MS;

/** The last swap of the plant's meter at or before an instant; undefined for a plant that keeps its meter. */
export function lastMeterSwap(plant: PlantDefinition, atMs: number): MeterSwap | undefined {
  if (!plant.meter_swaps) return undefined;
  const swap = Math.floor(atMs / (SWAP_PERIOD_DAYS * DAY_MS));
  const own = swapInstant(plant, swap);
  return own <= atMs
    ? { swap, swapped_at_ms: own }
    : { swap: swap - 1, swapped_at_ms: swapInstant(plant, swap - 1) };
}

/** A working morning, 09:30 UTC: once in each period, so that one or two fall into a year. */
function swapInstant(plant: PlantDefinition, swap: number): number {
  const day = swap * SWAP_PERIOD_DAYS + hashInteger([20, 110], plant.seed + 51, swap);
  return day * DAY_MS + 570 * MINUTE_MS;
}

function isBeingSwapped(plant: PlantDefinition, atMs: number): boolean {
  const last = lastMeterSwap(plant, atMs + SWAP_SILENCE_MS);
  return last !== undefined && last.swapped_at_ms > atMs;
}

export interface ActiveFault {
  readonly proj_code: string;
  readonly short_name: string;
  readonly kind: 'trip' | 'weak_string' | 'silent' | 'warning';
}

/** What a visitor could see going wrong at a plant at an instant; by night neither trips nor strings show. */
export function activeFaults(plant: PlantDefinition, at: Date | number): ActiveFault[] {
  const atMs = Number(at);
  const producing =
    plant.production_type !== 'photovoltaic' || isSunUp(plant.latitude, plant.longitude, atMs);
  const faults: ActiveFault[] = [];
  for (const device of plantDevices(plant)) {
    const kind = faultOf(plant, device, atMs, producing);
    if (kind) faults.push({ proj_code: plant.proj_code, short_name: device.short_name, kind });
  }
  return faults;
}

function faultOf(
  plant: PlantDefinition,
  device: SimulatedDevice,
  atMs: number,
  producing: boolean,
): ActiveFault['kind'] | undefined {
  if (isSilent(plant, device, atMs)) return 'silent';
  if (!producing) return undefined;
  if (device.kind === 'string_box') {
    return weakString(plant, device.number, atMs) === undefined ? undefined : 'weak_string';
  }
  if (device.kind === 'meter' || device.kind === 'weather_station') return undefined;
  if (tripCode(plant, device.number, atMs) !== 0) return 'trip';
  return plant.faults.standing_warning?.generator === device.number ? 'warning' : undefined;
}
