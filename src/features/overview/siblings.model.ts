import { medianOf } from '../../shared/units/median.ts';
/** What a device tells of a window, as it is held against the others of its kind. */
export interface SiblingEnergy {
  readonly device_id: number;
  /** What its energy is divided by, kW or kWp; null where nobody entered it. */
  readonly rating_kw: number | null;
  /** Whether it tells energy at all: by a counter, or by its power. */
  readonly counted: 'counter' | 'power' | null;
  /** kWh of each day of the window that is known, by its local midnight (epoch ms). */
  readonly days: ReadonlyMap<number, number>;
}

/** Why a device cannot be compared. */
export const NOT_COMPARABLE = ['no_rating', 'no_counter', 'no_energy', 'days_missing'] as const;
export type NotComparable = (typeof NOT_COMPARABLE)[number];

export interface SiblingStanding {
  readonly device_id: number;
  /** kWh for each kW of the rating, of the days that are compared: Y = E / P0. Null where it is not comparable. */
  readonly specific_yield: number | null;
  readonly why_not: NotComparable | null;
  /** Share above (or below) the median of all that can be compared: -0.03 is 3 % less. Null with fewer than three. */
  readonly deviation: number | null;
}

/** Fewer than these have no middle that says anything. */
const MIN_COMPARED = 3;
/** A device that would leave fewer of the usual days to compare is left out of the comparison itself. */
const COMMON_SHARE = 0.9;

/** What energies of devices are divided by: the peak power of their modules, else the nominal power of the devices. */
export const RATINGS = ['kw_peak', 'nominal_power'] as const;
export type Rating = (typeof RATINGS)[number];

/** Peak power where it is entered for every device that tells energy: one ruler for all, else an inverter with more modules looks better. */
export const ratedBy = (peaks: readonly (number | null)[]): Rating =>
  peaks.length > 0 && peaks.every((kw_peak) => kw_peak !== null && kw_peak > 0) ? 'kw_peak' : 'nominal_power';

function whyNot({ counted, rating_kw, days }: SiblingEnergy): NotComparable | null {
  if (counted === null) return 'no_counter';
  if (rating_kw === null || rating_kw <= 0) return 'no_rating';
  return days.size === 0 ? 'no_energy' : null;
}

/**
 * The days that are known of all that are compared, and which these are. One that lacks more than a tenth of the days that
 * half of the others know, as one that came into work in the middle of the month, takes no day from them.
 */
function commonDays(devices: readonly SiblingEnergy[]): {
  days: ReadonlySet<number>;
  of: ReadonlySet<number>;
} {
  const fullest = devices.toSorted((a, b) => b.days.size - a.days.size || a.device_id - b.device_id);
  const usual = fullest[fullest.length >> 1]?.days.size ?? 0;
  let days: ReadonlySet<number> = new Set(fullest[0]?.days.keys());
  const of = new Set<number>();
  for (const device of fullest) {
    const left = new Set([...days].filter((day) => device.days.has(day)));
    if (left.size < COMMON_SHARE * usual) continue;
    days = left;
    of.add(device.device_id);
  }
  return { days, of };
}

/**
 * Devices of one kind side by side, whatever their size: the best first, then those that cannot be compared, which are no zero.
 * All are compared over the same days, those that each of them knows.
 * Y = E / P0, kWh/kWp (kWh/kW where the rating is that of the inverter). Source: normalised energy, IEC 61724-1 final yield.
 * @returns besides, how many days are compared
 */
export function compareSiblings(devices: readonly SiblingEnergy[]): {
  standings: SiblingStanding[];
  median: number | null;
  common_days: number;
} {
  const { days, of } = commonDays(devices.filter((device) => whyNot(device) === null));
  const bare = devices.map((device) => {
    const { device_id, rating_kw } = device;
    const why_not = whyNot(device) ?? (of.has(device_id) ? null : 'days_missing');
    const energy_kwh = [...days].reduce((sum, day) => sum + (device.days.get(day) ?? 0), 0);
    return {
      device_id,
      specific_yield: why_not === null ? energy_kwh / (rating_kw ?? 1) : null,
      why_not,
    };
  });
  const known = bare.flatMap(({ specific_yield }) => specific_yield ?? []);
  const median = known.length >= MIN_COMPARED ? medianOf(known) : null;
  const standings = bare
    .map((one) => ({
      ...one,
      deviation:
        median === null || median <= 0 || one.specific_yield === null
          ? null
          : one.specific_yield / median - 1,
    }))
    .toSorted((a, b) => (b.specific_yield ?? -1) - (a.specific_yield ?? -1) || a.device_id - b.device_id);
  return { standings, median, common_days: days.size };
}
