import type { Tx } from '../../../shared/server/tenancy.ts';
import { loadFirstDays } from '../../measurements/server/stored-days.public.ts';
import type { EnergySource } from '../plant-model.model.ts';

/** Since when something that makes energy was there, epoch ms. */
export type SinceOf = (source: EnergySource) => number;

/** Since when sources were there: from their first day with readings on; one that never had any, from when it was entered. */
export async function loadSince(tx: Tx, sources: readonly EnergySource[]): Promise<SinceOf> {
  const first = await loadFirstDays(tx, [...new Set(sources.map(({ device_id }) => device_id))]);
  return ({ device_id, entered_at }) => first.get(device_id) ?? entered_at;
}
