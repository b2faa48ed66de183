import type { AvailabilityShare, PlantAvailability } from './availability.contract.ts';
import {
  energyAvailability,
  type HoursByClass,
  sharesOf,
  TIME_CLASSES,
  weighted,
} from './availability.model.ts';

type Counted = Pick<PlantAvailability, 'power_kw' | 'raw' | 'contractual' | 'energy'>;

const isCounted = (hours: HoursByClass): boolean => TIME_CLASSES.some((name) => hours[name] > 0);

/**
 * All plants of a company together: each by its share of the power, as devices are in a plant; energy is of the sums. Plants of
 * which nothing is counted have no say. Null where there are not two.
 */
export function companyShares(
  plants: readonly Counted[],
): { raw: AvailabilityShare; contractual: AvailabilityShare; energy: number | null } | null {
  const counted = plants.filter(({ raw }) => isCounted(raw.hours));
  if (counted.length < 2) return null;
  const shares = (kind: 'raw' | 'contractual'): AvailabilityShare => {
    const hours = weighted(counted.map((one) => ({ weight: one.power_kw ?? 0, hours: one[kind].hours })));
    return { ...sharesOf(hours), hours };
  };
  const sum = (name: 'energy_kwh' | 'lost_kwh') =>
    counted.reduce((total, { energy }) => total + energy[name], 0);
  return {
    raw: shares('raw'),
    contractual: shares('contractual'),
    energy: energyAvailability(sum('energy_kwh'), sum('lost_kwh')),
  };
}
