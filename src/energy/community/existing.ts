import { type CommunityPlant, installedKw, plantOf } from './case.ts';
import { EXISTING, ruleOn } from './rules.ts';
import type { Switches } from './switches.ts';

type Powered = Pick<CommunityPlant, 'id' | 'plant' | 'power_kw' | 'installed_kw' | 'in_operation'>;

/** What stands for a day of operation that nobody knows. */
export const UNKNOWN_DAY = '0001-01-01';

/**
 * Existing plants beyond the part of the power that the law lets them have, which share nothing: they are counted the oldest first
 * as long as they fit, which is assumed. Of a plant whose day is not known nobody can say that it is one of them.
 * @param stretches plants that are there in the month, or stretches of them: a plant counts once. The answer names whole plants
 */
export function existingBeyond(
  stretches: readonly Powered[],
  day: string,
  { existing_beyond }: Pick<Switches, 'existing_beyond'>,
): ReadonlySet<string> {
  if (existing_beyond === 'counted') return new Set();
  const { until, most_share } = ruleOn(EXISTING, day).value;
  const isExisting = ({ in_operation }: Powered) => in_operation <= until && in_operation !== UNKNOWN_DAY;
  const plants = [...new Map(stretches.map((one) => [plantOf(one), one])).values()];
  const age = (plant: Powered) => `${plant.in_operation} ${plantOf(plant)}`;
  const existing = plants.filter(isExisting).toSorted((a, b) => (age(a) < age(b) ? -1 : 1));
  let counted = plants.reduce((sum, plant) => sum + (isExisting(plant) ? 0 : installedKw(plant)), 0);
  let old = 0;
  const beyond = new Set<string>();
  for (const plant of existing) {
    const kw = installedKw(plant);
    // A millionth is binary noise: 30 of 100 kW fit.
    if (old + kw > most_share * (counted + kw) + 1e-6) beyond.add(plantOf(plant));
    else [old, counted] = [old + kw, counted + kw];
  }
  return beyond;
}
