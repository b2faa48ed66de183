import { freshFor_ms, isFresh } from '../../shared/units/freshness.ts';
import { isAsleep, type Place, restsAtNight } from '../plants/daylight.model.ts';
import type { DeviceCategory } from '../plants/plants.model.ts';
import type { AlarmCode } from './alarms.model.ts';
import { HOUR_MS, hasNoData, silentAfter_ms, sleptWithinHour } from './daylight.model.ts';
import type { Delays, Look } from './fault-watch.model.ts';

/** The last good value of a variable; instants in epoch ms. */
export interface LastValue {
  readonly slot: number;
  readonly name: string;
  readonly quantity: string;
  readonly value: number | null;
  readonly at: number | null;
}

export interface WatchedDevice {
  readonly device_id: number;
  readonly short_name: string;
  readonly category: DeviceCategory;
  readonly interval_s: number;
  /** Whether the program asks it itself; others send when they please. */
  readonly polled: boolean;
  readonly created_at: number;
  readonly last_good_at: number | null;
  readonly values: readonly LastValue[];
}

export interface WatchedPlant extends Place {
  readonly plant_id: number;
  readonly proj_code: string;
  readonly created_at: number;
  readonly devices: readonly WatchedDevice[];
}

/** How long a fault must be there, and be gone. Silence carries its delay in its own limit. */
export const DELAYS: Readonly<Record<AlarmCode, Delays>> = {
  no_data: { open_after_s: 0, close_after_s: 60 },
  device_silent: { open_after_s: 0, close_after_s: 60 },
  inverter_fault: { open_after_s: 60, close_after_s: 60 },
  string_weak: { open_after_s: 900, close_after_s: 300 },
};

const DAY_MS = 24 * HOUR_MS;
/** A plant that nobody polls and that sent nothing for so long is an archive, not a plant that fell silent. */
const ARCHIVE_AFTER_MS = 30 * DAY_MS;
/** Operating state FAULT. Source: SunSpec model 103, point St. */
const STATE_FAULT = 7;

const FINE: Look = { evidence: 'fine' };
const UNKNOWN: Look = { evidence: 'unknown' };

const newest = (instants: readonly (number | null)[]): number | null =>
  instants.reduce<number | null>(
    (last, at) => (at !== null && (last === null || at > last) ? at : last),
    null,
  );

/**
 * 'No data received in the last hour': no good reading of any device for an hour (for three polls where the plant is
 * read more rarely), held back until the sun of a photovoltaic plant has been up for an hour. // spec §8
 */
export function lookForNoData(plant: WatchedPlant, now: number): Look {
  const { devices } = plant;
  if (devices.length === 0) return FINE;
  const last = newest(devices.map((d) => d.last_good_at));
  const polled = devices.some((d) => d.polled);
  if (!polled && (last === null || now - last > ARCHIVE_AFTER_MS)) return UNKNOWN;
  const poll_s = Math.min(...devices.map((d) => d.interval_s));
  const limit = silentAfter_ms(poll_s);
  // A plant that never spoke has the same time from its making.
  const from = last ?? plant.created_at;
  const age = now - from;
  if (age <= limit) return last !== null && age <= limit / 2 ? FINE : UNKNOWN;
  if (!hasNoData(plant, { last_reading_at: from, poll_s }, now)) return UNKNOWN;
  const since = from + limit;
  return { evidence: 'faulty', since: sleptWithinHour(plant, since) ? now : since };
}

const deviceSilentAfter_ms = (interval_s: number): number => Math.max(5 * interval_s, 300) * 1000;
const answers = (device: WatchedDevice, now: number): boolean =>
  device.last_good_at !== null && now - device.last_good_at <= deviceSilentAfter_ms(device.interval_s);

/**
 * A polled device without a good reading for five polls, at least five minutes, while another of its plant answers: a
 * plant that is silent as a whole has another alarm, and a night's rest none.
 */
export function lookForSilence(plant: WatchedPlant, device: WatchedDevice, now: number): Look {
  if (!device.polled) return UNKNOWN;
  if (answers(device, now)) return FINE;
  if (restsAtNight(device.category) && sleptWithinHour(plant, now)) return UNKNOWN;
  if (!plant.devices.some((other) => other !== device && answers(other, now))) return UNKNOWN;
  const since = device.last_good_at ?? device.created_at;
  if (now - since <= deviceSilentAfter_ms(device.interval_s)) return UNKNOWN;
  return { evidence: 'faulty', since };
}

/** An inverter or generator that says of itself that it is in fault; what it said long ago says nothing. */
export function lookForFault(device: WatchedDevice, now: number): Look {
  const state = device.values.find((v) => v.quantity === 'device_state');
  if (!state || state.value === null || state.at === null) return UNKNOWN;
  if (!isFresh(state.at, device.interval_s, now)) return UNKNOWN;
  return state.value === STATE_FAULT ? { evidence: 'faulty', since: state.at } : FINE;
}

/** Below this share of its siblings' median a string is weak; above the other it is well again. */
const WEAK_SHARE = 0.7;
const WELL_SHARE = 0.8;
/** A box whose median is below this share of the other boxes' is out as a whole. */
const OUT_SHARE = 0.15;
/** Comparing strings wants light: W/m² in the plane of the array, or the median current (A) where no sensor tells. */
const BRIGHT_WM2 = 250;
const BRIGHT_A = 1.5;
/** Currents (A) too small to compare, and too small for a string that works in bright light. */
const COMPARABLE_A = 0.5;

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

interface Box {
  readonly device: WatchedDevice;
  readonly strings: readonly LastValue[];
  readonly currents: readonly number[];
  readonly median_a: number | null;
}

function freshOf(device: WatchedDevice, quantity: string, now: number): number[] {
  return device.values.flatMap(({ quantity: q, value, at }) =>
    q === quantity && value !== null && at !== null && now - at <= freshFor_ms(device.interval_s)
      ? [value]
      : [],
  );
}

function boxesOf(plant: WatchedPlant, now: number): Box[] {
  return plant.devices.flatMap((device) => {
    const strings = device.values.filter((v) => v.quantity === 'string_current_a');
    if (strings.length === 0) return [];
    const currents = freshOf(device, 'string_current_a', now);
    return [{ device, strings, currents, median_a: median(currents) }];
  });
}

function isBright(plant: WatchedPlant, boxes: readonly Box[], now: number): boolean {
  if (isAsleep(plant, now)) return false;
  const sensors = plant.devices.flatMap((d) => freshOf(d, 'irradiance_poa_wm2', now));
  if (sensors.length > 0) return sensors.reduce((sum, v) => sum + v, 0) / sensors.length > BRIGHT_WM2;
  return (median(boxes.flatMap((box) => box.currents)) ?? 0) > BRIGHT_A;
}

function isOut(box: Box, boxes: readonly Box[]): boolean {
  if (box.median_a === null) return false;
  const others = median(boxes.flatMap((b) => (b === box || b.median_a === null ? [] : [b.median_a])));
  return box.median_a < (others === null ? COMPARABLE_A : others * OUT_SHARE);
}

function lookAtString(string: LastValue, box: Box, now: number): Look {
  if (string.value === null || !isFresh(string.at, box.device.interval_s, now)) return UNKNOWN;
  if (box.median_a === null || box.median_a < COMPARABLE_A || box.currents.length < 3) return UNKNOWN;
  const share = string.value / box.median_a;
  if (share < WEAK_SHARE) return { evidence: 'faulty' };
  return share >= WELL_SHARE ? FINE : UNKNOWN;
}

/** What a plant's strings look like, box by box; strings are told apart by their slot. */
export interface BoxLook {
  readonly device: WatchedDevice;
  readonly strings: readonly { readonly slot: number; readonly label: string; readonly look: Look }[];
}

/** The number in a string's name, or its place in the box. */
const labelOf = ({ name, slot }: LastValue): string => String(Number(/\d+/.exec(name)?.[0] ?? slot + 1));

/**
 * Strings whose current stays under 70 % of the median of their siblings in the box, in bright light only. A box whose
 * strings are all out is measured against the plant's other boxes.
 */
export function lookAtStrings(plant: WatchedPlant, now: number): BoxLook[] {
  const boxes = boxesOf(plant, now);
  const bright = isBright(plant, boxes, now);
  return boxes.map((box) => {
    const out = bright && isOut(box, boxes);
    const lookOf = (string: LastValue): Look => {
      if (!bright) return UNKNOWN;
      if (!out) return lookAtString(string, box, now);
      return isFresh(string.at, box.device.interval_s, now) ? { evidence: 'faulty' } : UNKNOWN;
    };
    const strings = box.strings.map((s) => ({ slot: s.slot, label: labelOf(s), look: lookOf(s) }));
    return { device: box.device, strings };
  });
}
