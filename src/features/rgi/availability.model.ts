import type { AvailabilityClass } from '../downtimes/causes.model.ts';

/** What a stretch of time of a device counts as. A missing one is a class of its own, never available. */
export const TIME_CLASSES = ['good', 'bad', 'missing', 'excluded', 'non_working', 'no_sun'] as const;
export type TimeClass = (typeof TIME_CLASSES)[number];
export const AVAILABILITY_KINDS = ['raw', 'contractual'] as const;
export type AvailabilityKind = (typeof AVAILABILITY_KINDS)[number];

/** W/m² from which on a plant has to work, unless somebody says otherwise. // reference/domain.md §2.2 */
export const LEAST_IRRADIANCE_WM2 = 50;
/** Of its nominal power a device that works makes at least this share; less is the noise of its meter. */
const LEAST_SHARE = 0.001;

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
  /** Of the device's power, what that downtime is about: less than 1 where it stopped only a part of the whole plant. */
  readonly downtime_part: number;
}

export interface Judging {
  readonly least_irradiance_wm2: number;
  /** kW; null: nobody said, and whatever is above zero is power. */
  readonly nominal_kw: number | null;
}

function byItself({ power_kw, irradiance_wm2 }: KnownInterval, judging: Judging): TimeClass {
  if (irradiance_wm2 !== null && irradiance_wm2 < judging.least_irradiance_wm2) return 'no_sun';
  if (power_kw === null || irradiance_wm2 === null) return 'missing';
  return power_kw > (judging.nominal_kw ?? 0) * LEAST_SHARE ? 'good' : 'bad';
}

/**
 * What an interval counts as. Raw: by what was measured alone. Contractual: what the calendar and downtimes leave out is left
 * out, and what a downtime says stands over what was measured, but nothing that was not measured is called available.
 */
export function classOf(kind: AvailabilityKind, interval: KnownInterval, judging: Judging): TimeClass {
  const measured = byItself(interval, judging);
  if (kind === 'raw' || measured === 'no_sun') return measured;
  if (!interval.works) return 'non_working';
  if (interval.downtime === 'excluded') return 'excluded';
  if (measured === 'missing' || interval.downtime === null) return measured;
  return interval.downtime === 'available' ? 'good' : 'bad';
}

/** Adds an interval to what is counted; by contract what a downtime leaves of a device counts as if there were none. */
export function addInterval(
  to: Readonly<Record<AvailabilityKind, Record<TimeClass, number>>>,
  interval: KnownInterval,
  { judging, hours }: { readonly judging: Judging; readonly hours: number },
): void {
  to.raw[classOf('raw', interval, judging)] += hours;
  const { downtime_part: part } = interval;
  to.contractual[classOf('contractual', interval, judging)] += hours * part;
  if (part < 1)
    to.contractual[classOf('contractual', { ...interval, downtime: null }, judging)] += hours * (1 - part);
}

export type HoursByClass = Readonly<Record<TimeClass, number>>;
export const noHours = (): Record<TimeClass, number> => ({
  ...{ good: 0, bad: 0, missing: 0, excluded: 0, non_working: 0, no_sun: 0 },
});

/** Good of what is rated and known; and how much of what is rated is known. Null where nothing is. */
export interface Shares {
  readonly availability: number | null;
  readonly completeness: number | null;
}
const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

export function sharesOf({ good, bad, missing }: HoursByClass): Shares {
  const known = good + bad;
  return { availability: share(good, known), completeness: share(known, known + missing) };
}

export interface WeightedHours {
  /** kW. */
  readonly weight: number;
  readonly hours: HoursByClass;
}

/** Hours of several devices, each by its share of the power of all; of whom nobody knows the power all weigh the same. */
export function weighted(devices: readonly WeightedHours[]): HoursByClass {
  const known = devices.every(({ weight }) => weight > 0);
  const total = devices.reduce((sum, { weight }) => sum + (known ? weight : 1), 0);
  const hours = noHours();
  for (const device of devices)
    for (const name of TIME_CLASSES)
      hours[name] += (device.hours[name] * (known ? device.weight : 1)) / total;
  return hours;
}

/** E / (E + E_lost). // reference/domain.md §2.2 */
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

/** How a cause counts on a day of a plant: what is said of the plant stands over what is said of all. // spec §3: K451 downtime setting */
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
  const rule = holds.find(({ plant_id }) => plant_id !== null) ?? holds[0];
  if (!rule) return own;
  return rule.counts ? 'unavailable' : 'excluded';
}
