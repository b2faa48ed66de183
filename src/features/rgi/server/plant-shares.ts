import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AvailabilityShare, PlantAvailability } from '../availability.contract.ts';
import { type CountsRule, countedAs, type HoursByClass, sharesOf } from '../availability.model.ts';
import { type LostSpan, listLostDays, type RatedPlant } from './availability.repository.ts';
import { needsSun } from './counting.ts';

export const withShares = (hours: HoursByClass): AvailabilityShare => ({ ...sharesOf(hours), hours });
/** kWh that downtimes lost by plant, whoever answers for them: E_lost knows no exception; one in which the plant worked lost none. // docs/domain.md §2.2 */
export async function lostKwh(
  tx: Tx,
  span: LostSpan,
  rules: readonly CountsRule[],
): Promise<ReadonlyMap<number, number>> {
  const lost = new Map<number, number>();
  for (const one of await listLostDays(tx, span))
    if (countedAs(one.availability, one, rules) !== 'available')
      lost.set(one.plant_id, (lost.get(one.plant_id) ?? 0) + (one.energy_kwh ?? 0));
  return lost;
}

export function sunSource(plant: RatedPlant): PlantAvailability['sun'] {
  if (!needsSun(plant)) return 'not_needed';
  if (plant.sensors.some(({ ended_at }) => ended_at === null)) return 'sensor';
  return plant.latitude !== null && plant.longitude !== null ? 'clear_sky' : null;
}

/** Of all its devices that are counted, those that work where any does; null where nobody knows that of one of them. */
export function powerOf({ devices }: RatedPlant): number | null {
  const work = devices.filter(({ ended_at }) => ended_at === null);
  const powers = (work.length > 0 ? work : devices).map(({ nominal_power }) => nominal_power);
  const known = powers.flatMap((power) => (power === null || power <= 0 ? [] : power));
  return known.length === 0 || known.length < powers.length ? null : known.reduce((a, b) => a + b, 0);
}
