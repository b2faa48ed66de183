import type { Irradiance } from '../../../energy/plane-of-array.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { PlantModel } from '../plant-model.model.ts';

/** What a weather provider says of hours that are over. */
export interface PastIrradiance {
  /** Irradiance of each hour of [start, end) (epoch ms, from local midnight); null where the provider knows nothing of them. */
  load(
    tx: Tx,
    plant: PlantModel,
    window: { readonly start: number; readonly end: number },
  ): Promise<readonly (Irradiance | null)[] | null>;
}

/** No provider's past is kept: the rank stays empty. */
export const NO_PAST_IRRADIANCE: PastIrradiance = { load: async () => null };
