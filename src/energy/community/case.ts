import type { HourAxis } from './hour-axis.ts';
import type { MarketZone } from './rules.ts';
import type { Switches } from './switches.ts';
import type { TariffPlant } from './tariff.ts';

/** kWh of each hour of an axis; NaN where it is not known. */
export type EnergySeries = Float64Array | Float32Array;

/** Hours of the axis in which something belongs to the community; all of them where it says nothing. */
export interface Presence {
  readonly from_hour?: number;
  /** The first hour in which it does no longer. */
  readonly to_hour?: number;
}

/** A plant that feeds the grid at a POD of the community. */
export interface CommunityPlant extends TariffPlant, Presence {
  readonly id: string;
  /** The plant of which this is a stretch of time, where it is cut into several; itself where it says nothing. */
  readonly plant?: string;
  /** Primary substation, as its code says it. */
  readonly substation: string;
  readonly zone: MarketZone;
  /** kW that stand there in all, where `power_kw` is that of each of several alike, which decides its class. */
  readonly installed_kw?: number;
  /** Day of entry into operation, YYYY-MM-DD. */
  readonly in_operation: string;
  readonly injected_kwh: EnergySeries;
}

/** A point of withdrawal of a member. */
export interface CommunityMember extends Presence {
  readonly id: string;
  readonly substation: string;
  /** Served in the order 1, 2, 3 …; inside one level by withdrawal. */
  readonly level: number;
  /** Municipality, church or third sector: a grant does not reduce the tariff of what it shares. */
  readonly exempt: boolean;
  /** As it is, or as it is made: what is made is held one member at a time. */
  readonly withdrawn_kwh: EnergySeries | (() => EnergySeries);
}

/** A community over some hours. */
export interface CommunityCase {
  readonly axis: HourAxis;
  /** EUR/MWh of each hour; NaN where it is not known. */
  readonly prices: Readonly<Partial<Record<MarketZone, Float64Array>>>;
  readonly plants: readonly CommunityPlant[];
  readonly members: readonly CommunityMember[];
  readonly switches: Switches;
  /** EUR/kWh instead of the lawful tariff, for whoever calculates with a price of their own. // spec §3: euro per kWh incentivized */
  readonly eur_per_kwh?: number | null;
}

/** A number of a typed array that is known to be there. */
export const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0;

/** Whether something belongs to the community in any of so many hours. */
export const isPresent = (
  { from_hour = 0, to_hour = Number.POSITIVE_INFINITY }: Presence,
  count: number,
): boolean => Math.max(0, from_hour) < Math.min(count, to_hour);

/** kW of a plant, or of all of several alike. */
export const installedKw = ({
  power_kw,
  installed_kw = power_kw,
}: Pick<CommunityPlant, 'power_kw' | 'installed_kw'>): number => installed_kw;

/** The whole plant of which something is a stretch. */
export const plantOf = ({ id, plant = id }: Pick<CommunityPlant, 'id' | 'plant'>): string => plant;

/** In the order of their ids, so that no sum depends on the order in which they came. */
export const byId = <T extends { readonly id: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** Where a member or plant is present, and how many of those hours are not known. */
export interface PresentSeries {
  /** 0 where it is absent or unknown. */
  readonly kwh: Float64Array;
  readonly missing: number;
}

/**
 * Reads a series into a buffer that is used again for the next one.
 * @throws RangeError for a series of another length, or with negative energy
 */
export function readSeries(
  series: EnergySeries,
  { id, from_hour = 0, to_hour = Number.POSITIVE_INFINITY }: Presence & { readonly id: string },
  into: Float64Array,
): PresentSeries {
  if (series.length !== into.length)
    throw new RangeError(`${id}: ${series.length} hours of energy, ${into.length} expected`);
  into.set(series);
  let missing = 0;
  for (let hour = 0; hour < into.length; hour++) {
    const value = into[hour] ?? 0;
    if (value < 0) throw new RangeError(`${id}: negative energy in hour ${hour}`);
    const absent = hour < from_hour || hour >= to_hour;
    if (!absent && Number.isNaN(value)) missing++;
    if (absent || Number.isNaN(value)) into[hour] = 0;
  }
  return { kwh: into, missing };
}
