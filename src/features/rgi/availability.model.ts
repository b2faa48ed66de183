import type { AvailabilityClass } from '../downtimes/causes.model.ts';

/** What a stretch of time of a device counts as. A missing one is a class of its own, never available. */
export const TIME_CLASSES = ['good', 'bad', 'missing', 'excluded', 'non_working', 'no_sun'] as const;
export type TimeClass = (typeof TIME_CLASSES)[number];
export const AVAILABILITY_KINDS = ['raw', 'contractual'] as const;
export type AvailabilityKind = (typeof AVAILABILITY_KINDS)[number];

/** W/m² from which on a plant has to work, unless somebody says otherwise. // docs/domain.md §2.2 */
export const MIN_IRRADIANCE_WM2 = 50;
/** Of its nominal power a device that works makes at least this share; less is the noise of its meter. */
const MIN_SHARE = 0.001;

/** How a downtime counts, and for which part of the power of a device, 0…1. */
export interface Stood {
  readonly downtime: AvailabilityClass;
  readonly part: number;
}

/** What is known of a device in an interval. */
export interface KnownInterval {
  /** Mean power; null: nothing was heard. */
  readonly power_kw: number | null;
  /** On the plane; null: nobody knows. */
  readonly irradiance_wm2: number | null;
  /** By the plant's calendar. */
  readonly works: boolean;
  /** How a downtime that covers the interval counts; null: none does. */
  readonly downtime: AvailabilityClass | null;
  /** Of the device's power, what that downtime is about: less than 1 where it stopped only a part of it. */
  readonly downtime_part: number;
  /** Others at the same time, of what that one leaves of the device, in the order in which they count. */
  readonly others?: readonly Stood[];
}

export interface Judging {
  readonly least_irradiance_wm2: number;
  /** kW; null: nobody said, and whatever is above zero is power. */
  readonly nominal_kw: number | null;
}

type Measured = 'good' | 'bad' | 'missing';

function byItself({ power_kw, irradiance_wm2 }: KnownInterval, judging: Judging): Measured | 'no_sun' {
  if (irradiance_wm2 !== null && irradiance_wm2 < judging.least_irradiance_wm2) return 'no_sun';
  if (power_kw === null || irradiance_wm2 === null) return 'missing';
  return power_kw > (judging.nominal_kw ?? 0) * MIN_SHARE ? 'good' : 'bad';
}

/**
 * All that a contract may tell apart of an interval: night; by day what was found, or a downtime that nobody answers for, heard
 * or unheard; and each of these likewise while the calendar has the plant closed. Their order is the stored format of days
 * (`packDevice`): new ones go to the end.
 */
const FOUND = ['good', 'bad', 'missing', 'excused', 'excused_unheard'] as const;
type Found = (typeof FOUND)[number];
export const CELLS = [
  'no_sun',
  ...FOUND,
  'closed_good',
  'closed_bad',
  'closed_missing',
  'closed_excused',
  'closed_excused_unheard',
] as const;
export type Cell = (typeof CELLS)[number];
export type HoursByCell = Readonly<Record<Cell, number>>;
export const noCells = (): Record<Cell, number> =>
  Object.fromEntries(CELLS.map((cell) => [cell, 0])) as Record<Cell, number>;

function foundIn(interval: KnownInterval, measured: Measured): Found {
  if (interval.downtime === 'excluded') return measured === 'missing' ? 'excused_unheard' : 'excused';
  if (measured === 'missing' || interval.downtime === null) return measured;
  return interval.downtime === 'available' ? 'good' : 'bad';
}

/** What a downtime says stands over what was measured, but nothing that was not measured is called available. */
export function cellOf(interval: KnownInterval, judging: Judging): Cell {
  const measured = byItself(interval, judging);
  if (measured === 'no_sun') return measured;
  const found = foundIn(interval, measured);
  return interval.works ? found : `closed_${found}`;
}

/**
 * What a contract does not hold against a plant: periods in which the calendar has it closed, which are left out, and causes that
 * nobody answers for, whose time is added back. // docs/domain.md §2.2
 */
export interface Terms {
  readonly leaves_out_closed: boolean;
  readonly leaves_out_causes: boolean;
}
export const USUAL_TERMS: Terms = { leaves_out_closed: true, leaves_out_causes: true };

/** What such an interval counts as; a standstill that nobody answers for is one like any other where the terms do not leave it out. */
export function classUnder(cell: Cell, { leaves_out_closed, leaves_out_causes }: Terms): TimeClass {
  if (cell === 'no_sun') return cell;
  if (leaves_out_closed && cell.startsWith('closed_')) return 'non_working';
  const found = cell.replace('closed_', '') as Found;
  if (found !== 'excused' && found !== 'excused_unheard') return found;
  if (leaves_out_causes) return 'excluded';
  return found === 'excused' ? 'bad' : 'missing';
}

/** What an interval counts as. Raw: by what was measured alone. Contractual: by the usual terms. */
export function classOf(kind: AvailabilityKind, interval: KnownInterval, judging: Judging): TimeClass {
  return kind === 'raw' ? byItself(interval, judging) : classUnder(cellOf(interval, judging), USUAL_TERMS);
}

export type HoursByClass = Readonly<Record<TimeClass, number>>;
export const noHours = (): Record<TimeClass, number> => ({
  good: 0,
  bad: 0,
  missing: 0,
  excluded: 0,
  non_working: 0,
  no_sun: 0,
});

/** Hours as they count under a contract's terms. */
export function hoursUnder(cells: HoursByCell, terms: Terms = USUAL_TERMS): HoursByClass {
  const hours = noHours();
  for (const cell of CELLS) hours[classUnder(cell, terms)] += cells[cell];
  return hours;
}

/** Hours of a device: as they were measured, and in all that contracts tell apart. */
export interface CountedHours {
  readonly raw: Record<TimeClass, number>;
  readonly cells: Record<Cell, number>;
}
export const nothingCounted = (): CountedHours => ({ raw: noHours(), cells: noCells() });

/** Adds an interval to what is counted; by contract what downtimes leave of a device counts as if there were none. */
export function addInterval(
  { raw, cells }: CountedHours,
  interval: KnownInterval,
  { judging, hours }: { readonly judging: Judging; readonly hours: number },
): void {
  raw[byItself(interval, judging)] += hours;
  let left = 1;
  const count = (downtime: AvailabilityClass | null, part: number): void => {
    const taken = Math.min(part, left);
    if (taken > 0) cells[cellOf({ ...interval, downtime }, judging)] += hours * taken;
    left -= taken;
  };
  count(interval.downtime, interval.downtime_part);
  for (const { downtime, part } of interval.others ?? []) count(downtime, part);
  count(null, left);
}

/** Why an interval counts as it does. */
export const REASONS = [
  'too_dark',
  'unheard',
  'no_irradiance',
  'makes_power',
  'makes_none',
  'closed',
  'downtime',
] as const;
export type Reason = (typeof REASONS)[number];

/** Why an interval counts as it does, of a kind of availability. */
export function reasonOf(kind: AvailabilityKind, interval: KnownInterval, judging: Judging): Reason {
  const measured = byItself(interval, judging);
  if (measured === 'no_sun') return 'too_dark';
  if (kind === 'contractual' && !interval.works) return 'closed';
  if (kind === 'contractual' && interval.downtime === 'excluded') return 'downtime';
  if (interval.power_kw === null) return 'unheard';
  if (interval.irradiance_wm2 === null) return 'no_irradiance';
  if (kind === 'contractual' && interval.downtime !== null) return 'downtime';
  return measured === 'good' ? 'makes_power' : 'makes_none';
}

/**
 * What worked of what is rated and known, with the time added back that stood for causes that nobody answers for; and how much of what
 * is rated is known. Null where nothing is.
 */
export interface Shares {
  readonly availability: number | null;
  readonly completeness: number | null;
}
const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

export function sharesOf({ good, bad, missing, excluded }: HoursByClass): Shares {
  const worked = good + excluded;
  const known = worked + bad;
  return { availability: share(worked, known), completeness: share(known, known + missing) };
}

export interface WeightedHours {
  /** kW. */
  readonly weight: number;
  readonly hours: HoursByClass;
}

/**
 * What each of several devices counts for: its share of the power of all; of whom nobody knows the power all weigh the same.
 * @param hours for how long each stood there, where that differs: one that stood for half of the time is half of its power
 */
export function sharesOfPower(weights: readonly number[], hours = weights.map(() => 1)): number[] {
  const longest = hours.reduce((most, one) => Math.max(most, one), 0);
  if (longest === 0) return weights.map(() => 0);
  const stood = hours.map((one) => one / longest);
  const known = weights.every((weight, i) => weight > 0 || stood[i] === 0);
  const total = weights.reduce((sum, weight, i) => sum + (known ? weight : 1) * (stood[i] ?? 0), 0);
  return weights.map((weight) => (known ? weight : 1) / total);
}

/** Hours of several devices, each by its share of the power of all. */
export function weighted(devices: readonly WeightedHours[]): HoursByClass {
  const parts = sharesOfPower(devices.map(({ weight }) => weight));
  const hours = noHours();
  devices.forEach((device, i) => {
    for (const name of TIME_CLASSES) hours[name] += device.hours[name] * (parts[i] ?? 0);
  });
  return hours;
}

/** E / (E + E_lost). // docs/domain.md §2.2 */
export const energyAvailability = (energy_kwh: number, lost_kwh: number): number | null =>
  share(energy_kwh, energy_kwh + lost_kwh);

/** A rule by which a cause counts otherwise than it does by itself, for days of a plant or of all. */
export interface CountsRule {
  readonly cause_id: number;
  /** Null: every plant. */
  readonly plant_id: number | null;
  readonly from_on: string;
  readonly to_on: string | null;
  readonly counts: boolean;
}

/** How a cause counts on a day of a plant: what is said of the plant stands over what is said of all, and of two what began later. // spec §3: K451 downtime setting */
export function countedAs(
  own: AvailabilityClass,
  of: { readonly cause_id: number; readonly plant_id: number; readonly day: string },
  rules: readonly CountsRule[],
): AvailabilityClass {
  const holds = rules.filter(
    ({ cause_id, plant_id, from_on, to_on }) =>
      cause_id === of.cause_id &&
      (plant_id === null || plant_id === of.plant_id) &&
      from_on <= of.day &&
      (to_on === null || of.day <= to_on),
  );
  const [rule] = holds.toSorted(
    (a, b) => Number(b.plant_id !== null) - Number(a.plant_id !== null) || b.from_on.localeCompare(a.from_on),
  );
  if (!rule) return own;
  return rule.counts ? 'unavailable' : 'excluded';
}
