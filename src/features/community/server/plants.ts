import type { Tx } from '../../../shared/server/tenancy.ts';
import type { CommunityPlantChoice } from '../community.contract.ts';
import { listPlantChoices } from './plants.repository.ts';

/** Production plants of the company, as far as the person sees them. // spec §7: asset plants list */
export async function assetPlants(tx: Tx): Promise<CommunityPlantChoice[]> {
  const rows = await listPlantChoices(tx);
  return rows.map(({ tilt_deg: _, azimuth_deg: __, ...plant }) => plant);
}
