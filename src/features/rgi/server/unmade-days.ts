import type { Tx } from '../../../shared/server/tenancy.ts';
import { listFirstDays, listLetGoOf } from '../../measurements/server/plant-days.public.ts';
import type { RatedPlant } from './availability.repository.ts';
import { listKeptBases } from './availability-days.repository.ts';

interface Asked {
  readonly plants: readonly RatedPlant[];
  /** Days of the plants' calendars that are over, ascending. */
  readonly days: readonly string[];
  /** How many of them are kept, by plant. */
  readonly kept: ReadonlyMap<number, number>;
}

/**
 * How many days of plants with inverters are over since they were first heard and are not kept, by plant: the program makes them. Those
 * whose readings were let go before are not waited for.
 */
export async function unmadeDays(
  tx: Tx,
  { plants, days, kept }: Asked,
): Promise<ReadonlyMap<number, number>> {
  const plant_ids = plants.filter(({ devices }) => devices.length > 0).map(({ plant_id }) => plant_id);
  const first = await listFirstDays(tx, plant_ids);
  const due = (id: number): readonly string[] => {
    const since = first.get(id);
    return since === undefined ? [] : days.filter((day) => day >= since);
  };
  const unsure = plant_ids.filter((id) => due(id).length !== (kept.get(id) ?? 0));
  const none = await notWaitedFor(tx, unsure, days);
  return new Map(unsure.map((id) => [id, due(id).filter((day) => !none.get(id)?.has(day)).length]));
}

/** Days of plants that are kept, or of which readings were let go. */
async function notWaitedFor(
  tx: Tx,
  plant_ids: readonly number[],
  days: readonly string[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const none = new Map<number, Set<string>>(plant_ids.map((id) => [id, new Set()]));
  const [from, to] = [days[0], days.at(-1)];
  if (plant_ids.length === 0 || from === undefined || to === undefined) return none;
  for (const { plant_id, day } of await listKeptBases(tx, { plant_ids, from, to }))
    none.get(plant_id)?.add(day);
  for (const [plant_id, gone] of await listLetGoOf(tx, { plant_ids, from, to }))
    for (const day of gone) none.get(plant_id)?.add(day);
  return none;
}
