import type { Tx } from '../../../shared/server/tenancy.ts';
import { findPlantsByCode, listPlantCodes, type PlantName } from './plant-codes.repository.ts';

/** The codes of plants, and their numbers by code, as far as `visible` lets them through: null lets all. */
export const plantCodes = {
  of: (tx: Tx, ids: readonly number[], visible: readonly number[] | null): Promise<PlantName[]> =>
    listPlantCodes(tx, ids, visible),
  find: (tx: Tx, codes: readonly string[], visible: readonly number[] | null): Promise<PlantName[]> =>
    findPlantsByCode(tx, codes, visible),
};
