import type { Tx } from '../../../shared/server/tenancy.ts';
import type { CommunityPlantChoice } from '../community.contract.ts';
import { listPlantChoices } from './plants.repository.ts';

/** Production plants and homes with generation, or those of one kind, as far as the person sees them. // spec §7: asset plants list, prosumer plants list, zeus-plants */
export async function plantChoices(
  tx: Tx,
  kind: 'asset' | 'residential' | null = null,
): Promise<CommunityPlantChoice[]> {
  const rows = await listPlantChoices(tx, { kind });
  return rows.map(({ tilt_deg: _, azimuth_deg: __, ...plant }) => plant);
}
