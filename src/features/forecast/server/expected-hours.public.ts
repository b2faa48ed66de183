import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { ExpectedDay } from '../expected-day.model.ts';
import type { PlantModel } from '../plant-model.model.ts';
import { type Loading, loadDaysWithHours } from './expected-days.ts';
import { type Maker, makersOfAll } from './inverter-energy.ts';
import { loadContexts, type PlantContext } from './plant-contexts.ts';

export { expectedOf, type Maker } from './inverter-energy.ts';
export { hoursBefore, hoursOfDay } from './make-days.ts';

/** A plant as expected energy is computed for it, with what makes its energy. */
export interface ExpectedPlant {
  readonly plant: PlantModel;
  readonly makers: readonly Maker[];
  readonly context: PlantContext;
}

/** Plants by their codes. What they are made from may be a neighbour's: nothing of it is told but the plant's own figures. */
export async function loadExpectedPlants(tx: Tx, codes: readonly string[]): Promise<ExpectedPlant[]> {
  const contexts = await withEveryPlant(tx, () => loadContexts(tx, codes));
  const makers = await makersOfAll(tx, contexts);
  return contexts.map((context, i) => ({ context, plant: context.plant, makers: makers[i] ?? [] }));
}

/** What should have been made in each hour of the days that touch a window, by plant; days that nobody could make are left out. */
export async function loadExpectedHours(
  plants: readonly ExpectedPlant[],
  loading: Loading,
): Promise<Map<number, readonly ExpectedDay[]>> {
  const contexts = plants.map(({ context }) => context);
  const loaded = await withEveryPlant(loading.tx, () => loadDaysWithHours(contexts, loading));
  return new Map([...loaded].map(([plant_id, { days }]) => [plant_id, days]));
}
