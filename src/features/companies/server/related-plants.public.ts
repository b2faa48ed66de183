import type { Tx } from '../../../shared/server/tenancy.ts';
import { addRelatedPlant } from './companies.repository.ts';

/** The plants that members are named for. */
export const relatedPlants = {
  add: (tx: Tx, user_id: number, plant_id: number): Promise<void> => addRelatedPlant(tx, user_id, plant_id),
};
