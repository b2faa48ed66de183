import { at, type CommunityPlant } from './case.ts';
import type { Switches } from './switches.ts';

/** A plant with what it injected while it belonged to the community. */
export interface InjectingPlant {
  readonly plant: CommunityPlant;
  readonly injected: Float64Array;
}

/** Plants that are served together: those that came into operation on one day, or all. */
function groupsOf<T extends InjectingPlant>(plants: readonly T[], rule: Switches['attribution']): T[][] {
  if (rule === 'pro_rata') return [[...plants]];
  const days = [...new Set(plants.map(({ plant }) => plant.in_operation))].sort();
  return days.map((day) => plants.filter(({ plant }) => plant.in_operation === day));
}

/**
 * Says which plant's energy was shared: the oldest plant's first, those of one day by injection; or all by injection.
 * Source: GSE's order by date of entry into operation, assumed; the other is a switch.
 * @returns of each plant, in the order given, its part of the shared energy of each hour
 */
export function attribute(
  plants: readonly InjectingPlant[],
  shared: Float64Array,
  rule: Switches['attribution'],
): Float64Array[] {
  const rows = plants.map((row) => ({ ...row, part: new Float64Array(shared.length) }));
  const groups = groupsOf(rows, rule);
  for (let hour = 0; hour < shared.length; hour++) {
    let left = at(shared, hour);
    for (const group of groups) {
      if (left <= 0) break;
      let injected = 0;
      for (const row of group) injected += at(row.injected, hour);
      const taken = Math.min(left, injected);
      if (taken <= 0) continue;
      for (const row of group) row.part[hour] = (taken * at(row.injected, hour)) / injected;
      left -= taken;
    }
  }
  return rows.map(({ part }) => part);
}
