import { attribute } from './attribution.ts';
import {
  at,
  byId,
  type CommunityCase,
  type CommunityMember,
  isPresent,
  plantOf,
  readSeries,
} from './case.ts';
import { existingBeyond } from './existing.ts';
import { type HourSums, type PlantHours, type PlantSettlement, plantMoney } from './plant-money.ts';
import { type MemberEnergy, type SubstationSharing, shareAt } from './sharing.ts';

/** A community settled over the hours of its axis. Plants and members stand in the order of their ids. */
export interface Settlement {
  readonly hours: HourSums;
  readonly plants: readonly PlantSettlement[];
  readonly members: readonly MemberEnergy[];
}

/** The hours of one primary substation, for whoever asks what stands behind a sum. */
export interface SubstationHours {
  readonly substation: string;
  /** By the plants that share. */
  readonly injected: Float64Array;
  readonly sharing: SubstationSharing;
  readonly plants: readonly PlantHours[];
}

function emptySums(count: number): HourSums {
  const row = () => new Float64Array(count);
  return {
    injected_kwh: row(),
    withdrawn_kwh: row(),
    shared_kwh: row(),
    incentivised_kwh: row(),
    incentive_eur: row(),
    unpriced_kwh: row(),
    unpaid_kwh: row(),
  };
}

function addUp(sum: Float64Array, more: Float64Array): void {
  for (let hour = 0; hour < sum.length; hour++) sum[hour] = at(sum, hour) + at(more, hour);
}

interface Substation {
  readonly members: CommunityMember[];
  readonly sums: HourSums;
  /** Plants that share nothing. */
  readonly beyond: ReadonlySet<string>;
  readonly onMember?: () => void;
  readonly onHours?: (hours: SubstationHours) => void;
}

/** One primary substation: what its plants injected, what its members shared, and what each plant earned by it. */
function settleSubstation(
  community: CommunityCase,
  substation: string,
  { members, sums, beyond, onMember, onHours }: Substation,
): Pick<Settlement, 'plants' | 'members'> {
  const { axis, switches } = community;
  const plants = byId(community.plants.filter((plant) => plant.substation === substation)).map((plant) => {
    const { kwh, missing } = readSeries(plant.injected_kwh, plant, new Float64Array(axis.count));
    return { plant, injected: kwh, missing_hours: missing };
  });
  const injected = new Float64Array(axis.count);
  const sharers = plants.filter(({ plant }) => !beyond.has(plantOf(plant)));
  for (const plant of sharers) addUp(injected, plant.injected);
  const sharing = shareAt(axis, injected, members, onMember);
  addUp(sums.withdrawn_kwh, sharing.withdrawn_kwh);
  addUp(sums.shared_kwh, sharing.shared_kwh);
  const parts = attribute(sharers, sharing.shared_kwh, switches.attribution);
  const partOf = new Map(sharers.map(({ plant }, index) => [plant.id, parts[index]]));
  const rows = plants.map((row) => ({
    ...row,
    shared: partOf.get(row.plant.id) ?? new Float64Array(axis.count),
    all_shared: sharing.shared_kwh,
    exempt: sharing.exempt_kwh,
  }));
  onHours?.({ substation, injected, sharing, plants: rows });
  return { plants: rows.map((row) => plantMoney(community, row, sums)), members: sharing.members };
}

/**
 * Settles a community hour by hour: one minimum for each primary substation, never one of monthly totals.
 * @param onMember called twice for each member, for whoever shows progress or wants to stop by throwing
 * @param onHours given each primary substation hour by hour
 * @throws RangeError for a series of another length than the axis, or with negative energy
 */
export function settle(
  community: CommunityCase,
  onMember?: () => void,
  onHours?: (hours: SubstationHours) => void,
): Settlement {
  const sums = emptySums(community.axis.count);
  const all = [...community.plants, ...community.members];
  const substations = [...new Set(all.map(({ substation }) => substation))].sort();
  const standing = community.plants.filter((plant) => isPresent(plant, community.axis.count));
  const beyond = existingBeyond(standing, community.axis.days[0] ?? '', community.switches);
  const parts = substations.map((substation) => {
    const members = byId(community.members.filter((member) => member.substation === substation));
    return settleSubstation(community, substation, {
      members,
      sums,
      beyond,
      ...(onMember && { onMember }),
      ...(onHours && { onHours }),
    });
  });
  return {
    hours: sums,
    plants: byId(parts.flatMap(({ plants }) => plants)),
    members: byId(parts.flatMap(({ members }) => members)),
  };
}

export const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
