import type { CommunityMember, CommunityPlant } from '../../energy/community/case.ts';
import { type HourAxis, hourAxis, hourOfDay } from '../../energy/community/hour-axis.ts';
import type { Area, MarketZone } from '../../energy/community/rules.ts';
import { type Settlement, settle } from '../../energy/community/settle.ts';
import type { Switches } from '../../energy/community/switches.ts';
import { addDays, HOUR_MS } from '../../shared/units/zones.ts';
import { isExempt, type MemberBody, type Stretch } from './community.model.ts';

/** A POD of a member in a month, with what was measured there; undefined where nothing was. */
export interface MeasuredPod extends Stretch {
  readonly id: string;
  readonly substation: string;
  readonly level: number;
  readonly kind: MemberBody;
  readonly hours: readonly number[] | undefined;
}

export interface MeasuredPlant extends Stretch {
  readonly id: string;
  readonly substation: string;
  /** Null: not known, so that it earns no tariff. */
  readonly power_kw: number | null;
  readonly photovoltaic: boolean;
  readonly in_operation: string | null;
  readonly grant_share: number;
  readonly hours: readonly number[] | undefined;
}

/** A month of a community as it was measured. */
export interface MeasuredMonth {
  /** YYYY-MM. */
  readonly month: string;
  readonly area: Area;
  readonly zone: MarketZone;
  readonly prices: ReadonlyMap<number, number>;
  readonly pods: readonly MeasuredPod[];
  readonly plants: readonly MeasuredPlant[];
  readonly switches: Switches;
}

export interface SettledMonth {
  readonly axis: HourAxis;
  readonly settlement: Settlement;
  /** PODs that should have been measured in each hour, and those that were. */
  readonly expected: Uint32Array;
  readonly known: Uint32Array;
}

export const monthAxis = (month: string): HourAxis =>
  hourAxis(`${month}-01`, `${addDays(`${month}-01`, 31).slice(0, 7)}-01`);

/** Hours of a month as they were stored; where nothing was, none is known. */
const seriesOf = (axis: HourAxis, hours: readonly number[] | undefined): Float64Array =>
  Float64Array.from({ length: axis.count }, (_, hour) => hours?.[hour] ?? Number.NaN);

const presence = (axis: HourAxis, { from_on, until_on }: Stretch) => ({
  from_hour: hourOfDay(axis, from_on),
  to_hour: until_on === null ? axis.count : hourOfDay(axis, until_on),
});

/** Settles a month of measured hours; who joined or left within it counts from the day. */
export function settleMonth(given: MeasuredMonth): SettledMonth {
  const axis = monthAxis(given.month);
  const [expected, known] = [new Uint32Array(axis.count), new Uint32Array(axis.count)];
  const note = (series: Float64Array, { from_hour, to_hour }: { from_hour: number; to_hour: number }) => {
    for (let hour = from_hour; hour < to_hour; hour++) {
      expected[hour] = (expected[hour] ?? 0) + 1;
      if (!Number.isNaN(series[hour] ?? Number.NaN)) known[hour] = (known[hour] ?? 0) + 1;
    }
    return series;
  };
  const members: CommunityMember[] = given.pods.map((pod) => {
    const stretch = presence(axis, pod);
    const withdrawn_kwh = note(seriesOf(axis, pod.hours), stretch);
    const { id, substation, level } = pod;
    return { ...stretch, id, substation, level, exempt: isExempt(pod.kind), withdrawn_kwh };
  });
  const plants: CommunityPlant[] = given.plants.map((plant) => {
    const stretch = presence(axis, plant);
    const injected_kwh = note(seriesOf(axis, plant.hours), stretch);
    const { id, substation, photovoltaic, grant_share } = plant;
    return {
      ...stretch,
      ...{ id, substation, photovoltaic, grant_share, injected_kwh },
      area: given.area,
      zone: given.zone,
      power_kw: plant.power_kw ?? 0,
      in_operation: plant.in_operation ?? '0001-01-01',
    };
  });
  const prices = Float64Array.from(
    { length: axis.count },
    (_, hour) => given.prices.get(axis.start + hour * HOUR_MS) ?? Number.NaN,
  );
  const settlement = settle({
    axis,
    prices: { [given.zone]: prices },
    plants,
    members,
    switches: given.switches,
  });
  return { axis, settlement, expected, known };
}
