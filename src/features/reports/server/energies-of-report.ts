import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  type PeriodEnergy,
  periodEnergies,
  periodEnergiesOfMany,
} from '../../revenues/server/period-energies.public.ts';
import { MAX_COUNTED_PLANTS } from '../reports.contract.ts';
import type { ReportPeriod } from '../reports.model.ts';
import type { ReportedPlant } from './reports.repository.ts';

interface Query {
  readonly energy: 'produced' | 'imported';
  readonly from: string;
  readonly to: string;
  readonly by: ReportPeriod;
  readonly now: Date;
}

/** An energy of plants by periods, by plant: with today's readings, or where they are many of days that are over. */
export async function loadEnergies(
  tx: Tx,
  plants: readonly ReportedPlant[],
  { now, ...asked }: Query,
): Promise<ReadonlyMap<number, PeriodEnergy>> {
  if (plants.length > MAX_COUNTED_PLANTS) return periodEnergiesOfMany(tx, { plants, ...asked }, now);
  const found = new Map<number, PeriodEnergy>();
  for (const { plant_id, time_zone } of plants)
    found.set(plant_id, await periodEnergies(tx, { plant_id, time_zone, ...asked }, now));
  return found;
}
