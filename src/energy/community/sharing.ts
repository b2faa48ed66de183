import { at, type CommunityMember, readSeries } from './case.ts';
import type { HourAxis } from './hour-axis.ts';

/** What a member drew and shared, by month of the axis. */
export interface MemberEnergy {
  readonly id: string;
  readonly withdrawn_kwh: Float64Array;
  readonly shared_kwh: Float64Array;
  /** Hours of its presence of which nothing is known. */
  readonly missing_hours: number;
}

/** Withdrawal and sharing of one primary substation by hour. */
export interface SubstationSharing {
  readonly withdrawn_kwh: Float64Array;
  readonly shared_kwh: Float64Array;
  /** Of the shared energy, that of bodies whose tariff a grant does not reduce. */
  readonly exempt_kwh: Float64Array;
  /** Of each level, the part of its withdrawal that was shared, 0…1. */
  readonly served: ReadonlyMap<number, Float64Array>;
  readonly members: readonly MemberEnergy[];
}

type Buffers = { readonly scratch: Float64Array; readonly onMember?: (() => void) | undefined };

const seriesOf = ({ withdrawn_kwh }: CommunityMember) =>
  typeof withdrawn_kwh === 'function' ? withdrawn_kwh() : withdrawn_kwh;

function addUp(sum: Float64Array, kwh: Float64Array): void {
  for (let hour = 0; hour < sum.length; hour++) sum[hour] = at(sum, hour) + at(kwh, hour);
}

/** Withdrawal of each level, in the order in which they are served. */
function levelSums(
  members: readonly CommunityMember[],
  { scratch, onMember }: Buffers,
): Map<number, Float64Array> {
  const levels = new Map<number, Float64Array>(
    [...new Set(members.map(({ level }) => level))]
      .sort((a, b) => a - b)
      .map((level) => [level, new Float64Array(scratch.length)]),
  );
  for (const member of members) {
    const sum = levels.get(member.level);
    if (sum) addUp(sum, readSeries(seriesOf(member), member, scratch).kwh);
    onMember?.();
  }
  return levels;
}

/** Turns each level's withdrawal into the share of it that is served: 1 until what is there runs out. */
function serve(levels: ReadonlyMap<number, Float64Array>, shared: Float64Array): void {
  for (let hour = 0; hour < shared.length; hour++) {
    let left = at(shared, hour);
    for (const sum of levels.values()) {
      const wanted = at(sum, hour);
      const served = Math.min(left, wanted);
      sum[hour] = wanted > 0 ? served / wanted : 0;
      left -= served;
    }
  }
}

function memberEnergy(
  member: CommunityMember,
  ratio: Float64Array,
  { axis, scratch, exempt }: { axis: HourAxis; scratch: Float64Array; exempt: Float64Array },
): MemberEnergy {
  const { kwh, missing } = readSeries(seriesOf(member), member, scratch);
  const withdrawn_kwh = new Float64Array(axis.months.length);
  const shared_kwh = new Float64Array(axis.months.length);
  const { month_of } = axis;
  for (let hour = 0; hour < kwh.length; hour++) {
    const month = at(month_of, hour);
    const drawn = at(kwh, hour);
    const shared = drawn * at(ratio, hour);
    withdrawn_kwh[month] = at(withdrawn_kwh, month) + drawn;
    shared_kwh[month] = at(shared_kwh, month) + shared;
    if (member.exempt) exempt[hour] = at(exempt, hour) + shared;
  }
  return { id: member.id, withdrawn_kwh, shared_kwh, missing_hours: missing };
}

/**
 * Shared energy of a primary substation: the hourly minimum of injection and withdrawal, given to its members by levels and, within
 * one, by withdrawal. Every member's series is read twice and none is kept, so memory grows with hours and not with members.
 * E_auto[h] = min(ΣE_inj[h], ΣE_wd[h]). Source: TIAD, ARERA 727/2022, art. 6 and 7.
 */
export function shareAt(
  axis: HourAxis,
  injected: Float64Array,
  members: readonly CommunityMember[],
  onMember?: () => void,
): SubstationSharing {
  const scratch = new Float64Array(axis.count);
  const levels = levelSums(members, { scratch, onMember });
  const withdrawn_kwh = new Float64Array(axis.count);
  for (const sum of levels.values()) addUp(withdrawn_kwh, sum);
  const shared_kwh = withdrawn_kwh.map((drawn, hour) => Math.min(drawn, at(injected, hour)));
  serve(levels, shared_kwh);
  const exempt = new Float64Array(axis.count);
  const none = new Float64Array(axis.count);
  const energies = members.map((member) => {
    const energy = memberEnergy(member, levels.get(member.level) ?? none, { axis, scratch, exempt });
    onMember?.();
    return energy;
  });
  return { withdrawn_kwh, shared_kwh, exempt_kwh: exempt, served: levels, members: energies };
}
