import type { z } from 'zod';
import { seeingToo, type Tx } from '../../../shared/server/tenancy.ts';
import { NewDevice } from '../device-fields.contract.ts';
import type { NewPlant, Plant, PlantChange } from '../plants.contract.ts';
import { findMasterData, storeMasterData } from './master-data.repository.ts';
import { listPlants, makeResidential } from './plants.repository.ts';
import { changePlant, createDevice, createPlant } from './plants.service.ts';

/** Plants, for areas that show or make them whole. */
export const plantsApi = {
  /** Those of the asset application: homes have lists of their own. */
  list: (tx: Tx): Promise<Plant[]> => listPlants(tx),
  /** Adds a plant of kind residential; what goes on with it sees it. @throws AppError conflict when the code is taken */
  async createHome(tx: Tx, given: z.output<typeof NewPlant>): Promise<{ plant: Plant; seeing: Tx }> {
    const plant = await createPlant(tx, given);
    const seeing = await seeingToo(tx, plant.master_id);
    await makeResidential(seeing, plant.master_id);
    return { plant, seeing };
  },
  /** Adds a device that sends by itself. @throws AppError not_found, conflict, invalid */
  async addSender(tx: Tx, given: z.input<typeof NewDevice>): Promise<void> {
    await createDevice(tx, NewDevice.parse(given));
  },
  /** @throws AppError not_found */
  change: (tx: Tx, proj_code: string, change: z.output<typeof PlantChange>): Promise<Plant> =>
    changePlant(tx, proj_code, change),
  /** The POD of a plant's master data; empty: none is known. */
  async podOf(tx: Tx, proj_code: string): Promise<string> {
    return (await findMasterData(tx, proj_code, 'kept'))?.pod ?? '';
  },
  /** Takes from a plant's master data whatever tells whose it is. */
  async eraseOwner(tx: Tx, proj_code: string, { pod }: { pod: string }): Promise<void> {
    const found = await findMasterData(tx, proj_code, 'kept');
    if (!found || found.version === 0) return;
    const lists = { contracts: [], contacts: [], insurances: [], warranties: [] };
    const texts = { gaudi_code: '', gse_code: '', owner_name: '', address: '', notes: '' };
    await storeMasterData(tx, found.plant_id, { pod, ...texts, ...lists });
  },
};
