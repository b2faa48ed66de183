import type { Tx } from '../../../shared/server/tenancy.ts';
import { listFirstDayRows, listLetGoRows, listPlantOfDevices } from './plant-days.repository.ts';

interface Span {
  /** Days of the plants' calendars, both included. */
  readonly from: string;
  readonly to: string;
}

/** Since when plants have readings: the first day of any of their devices. */
export async function listFirstDays(tx: Tx, plant_ids: readonly number[]): Promise<Map<number, string>> {
  const plants = await listPlantOfDevices(tx, plant_ids);
  const first = new Map<number, string>();
  for (const { device_id, day } of await listFirstDayRows(tx, [...plants.keys()])) {
    const plant_id = plants.get(device_id);
    const known = plant_id === undefined ? undefined : first.get(plant_id);
    if (plant_id !== undefined && day !== null && (known === undefined || day < known))
      first.set(plant_id, day);
  }
  return first;
}

/** Days of plants whose readings were let go: what was not kept of them can be worked out no more. */
export async function listLetGoOf(
  tx: Tx,
  { plant_ids, ...span }: Span & { readonly plant_ids: readonly number[] },
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const plants = await listPlantOfDevices(tx, plant_ids);
  const let_go = new Map<number, Set<string>>();
  for (const { device_id, days } of await listLetGoRows(tx, [...plants.keys()], span)) {
    const plant_id = plants.get(device_id);
    if (plant_id !== undefined) let_go.set(plant_id, new Set([...(let_go.get(plant_id) ?? []), ...days]));
  }
  return let_go;
}

/** The same of one plant. */
export const listLetGoDays = async (
  tx: Tx,
  { plant_id, ...span }: Span & { readonly plant_id: number },
): Promise<ReadonlySet<string>> =>
  (await listLetGoOf(tx, { plant_ids: [plant_id], ...span })).get(plant_id) ?? new Set();
