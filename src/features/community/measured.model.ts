import type { CommunityCase, CommunityMember, CommunityPlant } from '../../energy/community/case.ts';
import { UNKNOWN_DAY } from '../../energy/community/existing.ts';
import { type HourAxis, hourAxis, hourOfDay } from '../../energy/community/hour-axis.ts';
import type { Area, MarketZone } from '../../energy/community/rules.ts';
import { type Settlement, type SubstationHours, settle } from '../../energy/community/settle.ts';
import type { Switches } from '../../energy/community/switches.ts';
import { dayAfterMonth } from '../../shared/units/months.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { isExempt, type MemberBody, type Stretch } from './community.model.ts';

/** A POD of a member in a month, with what was measured there; undefined where nothing was. */
export interface MeasuredPod extends Stretch {
  readonly id: string;
  readonly pod: string;
  /** Whose it is; PODs of one member follow one another. */
  readonly member_id: number;
  readonly substation: string;
  readonly level: number;
  readonly kind: MemberBody;
  readonly hours: readonly number[] | undefined;
  /** 1 for an hour that was read and not told by a file. */
  readonly read?: Uint8Array | undefined;
}

export interface MeasuredPlant extends Stretch {
  readonly id: string;
  /** The plant of which this is a stretch, where it is cut by who had its POD. */
  readonly plant?: string;
  readonly substation: string;
  /** Null: not known, so that it earns no tariff. */
  readonly power_kw: number | null;
  readonly photovoltaic: boolean;
  readonly in_operation: string | null;
  readonly grant_share: number;
  /** Whether what it injects tells of somebody's life at home. */
  readonly is_home?: boolean;
  readonly hours: readonly number[] | undefined;
  /** 1 for an hour that was read and not told by a file. */
  readonly read?: Uint8Array | undefined;
}

/** A month of a community as it was measured. */
export interface MeasuredMonth {
  /** YYYY-MM. */
  readonly month: string;
  /** Epoch ms until which it is told: hours that have not ended by then are not missing. */
  readonly until?: number;
  readonly area: Area;
  readonly zone: MarketZone;
  readonly prices: ReadonlyMap<number, number>;
  readonly pods: readonly MeasuredPod[];
  readonly plants: readonly MeasuredPlant[];
  readonly switches: Switches;
}

/** PODs that should have been measured in each hour, and those that were. */
export interface Measured {
  readonly expected: Uint32Array;
  readonly known: Uint32Array;
}

export interface SettledMonth {
  readonly axis: HourAxis;
  /** As it was settled. */
  readonly community: CommunityCase;
  readonly settlement: Settlement;
  readonly withdrawn: Measured;
  readonly injected: Measured;
  /** Members of whom something was measured in each hour, and homes that were measured as plants. */
  readonly members: Uint32Array;
  readonly homes: Uint32Array;
}

/** Hours of a month; with `until` (epoch ms) those that have ended by then. */
export function monthAxis(month: string, until = Number.POSITIVE_INFINITY): HourAxis {
  const axis = hourAxis(`${month}-01`, dayAfterMonth(month));
  const over = Math.max(0, Math.floor((until - axis.start) / HOUR_MS));
  return over < axis.count ? { ...axis, count: over } : axis;
}

/** Hours of a month as they were stored; where nothing was, none is known. */
const seriesOf = (axis: HourAxis, hours: readonly number[] | undefined): Float64Array =>
  Float64Array.from({ length: axis.count }, (_, hour) => hours?.[hour] ?? Number.NaN);

export const presence = (axis: HourAxis, { from_on, until_on }: Stretch) => ({
  from_hour: hourOfDay(axis, from_on),
  to_hour: until_on === null ? axis.count : hourOfDay(axis, until_on),
});

/** Counts each member once in each hour in which one of their PODs was measured. */
function countMembers(axis: HourAxis, pods: readonly MeasuredPod[], into: Uint32Array): void {
  const last = new Float64Array(axis.count);
  for (const pod of pods) {
    const { from_hour, to_hour } = presence(axis, pod);
    for (let hour = from_hour; hour < to_hour; hour++) {
      if (Number.isNaN(pod.hours?.[hour] ?? Number.NaN) || last[hour] === pod.member_id) continue;
      last[hour] = pod.member_id;
      into[hour] = (into[hour] ?? 0) + 1;
    }
  }
}

/** Counts plants at homes in each hour in which they were measured. */
function countHomes(axis: HourAxis, plants: readonly MeasuredPlant[]): Uint32Array {
  const homes = new Uint32Array(axis.count);
  for (const plant of plants.filter(({ is_home }) => is_home)) {
    const { from_hour, to_hour } = presence(axis, plant);
    for (let hour = from_hour; hour < to_hour; hour++)
      if (!Number.isNaN(plant.hours?.[hour] ?? Number.NaN)) homes[hour] = (homes[hour] ?? 0) + 1;
  }
  return homes;
}

/**
 * Settles a month of measured hours; who joined or left within it counts from the day.
 * @param onHours given each primary substation hour by hour
 */
export function settleMonth(given: MeasuredMonth, onHours?: (hours: SubstationHours) => void): SettledMonth {
  const axis = monthAxis(given.month, given.until);
  const counts = () => new Uint32Array(axis.count);
  const measured = counts();
  const none = (): Measured => ({ expected: counts(), known: counts() });
  const [withdrawn, injected] = [none(), none()];
  const note = (
    series: Float64Array,
    { from_hour, to_hour }: { from_hour: number; to_hour: number },
    { expected, known }: Measured,
  ) => {
    for (let hour = from_hour; hour < to_hour; hour++) {
      expected[hour] = (expected[hour] ?? 0) + 1;
      if (!Number.isNaN(series[hour] ?? Number.NaN)) known[hour] = (known[hour] ?? 0) + 1;
    }
    return series;
  };
  const members: CommunityMember[] = given.pods.map((pod) => {
    const stretch = presence(axis, pod);
    const withdrawn_kwh = note(seriesOf(axis, pod.hours), stretch, withdrawn);
    const { id, substation, level } = pod;
    return { ...stretch, id, substation, level, exempt: isExempt(pod.kind), withdrawn_kwh };
  });
  const plants: CommunityPlant[] = given.plants.map((plant) => {
    const stretch = presence(axis, plant);
    const injected_kwh = note(seriesOf(axis, plant.hours), stretch, injected);
    const { id, plant: whole = id, substation, photovoltaic, grant_share } = plant;
    return {
      ...stretch,
      id,
      plant: whole,
      substation,
      photovoltaic,
      grant_share,
      injected_kwh,
      area: given.area,
      zone: given.zone,
      power_kw: plant.power_kw ?? 0,
      in_operation: plant.in_operation ?? UNKNOWN_DAY,
    };
  });
  const prices = Float64Array.from(
    { length: axis.count },
    (_, hour) => given.prices.get(axis.start + hour * HOUR_MS) ?? Number.NaN,
  );
  const community = { axis, prices: { [given.zone]: prices }, plants, members, switches: given.switches };
  const settlement = settle(community, undefined, onHours);
  countMembers(axis, given.pods, measured);
  const homes = countHomes(axis, given.plants);
  return { axis, community, settlement, withdrawn, injected, members: measured, homes };
}
