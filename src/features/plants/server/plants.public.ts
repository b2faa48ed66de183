import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Plant } from '../plants.contract.ts';
import { listPlants } from './plants.repository.ts';

/** Plants, for areas that show them whole. */
export const plantsApi = {
  list: (tx: Tx): Promise<Plant[]> => listPlants(tx),
};
