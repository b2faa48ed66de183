import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Plant } from '../plants.contract.ts';

/**
 * Icons of the weather over plants, by their numbers, of those whose weather is known. Weather is an area that knows plants, so
 * the composition hands it in.
 */
export type IconsOfPlants = (
  tx: Tx,
  plants: readonly Plant[],
  now: Date,
) => Promise<ReadonlyMap<number, string>>;

/** What the handlers of plants need of other areas. */
export interface PlantsDeps {
  readonly plantIcons: IconsOfPlants;
}

interface Question {
  readonly tx: Tx;
  readonly now: Date;
}

/** Plants with the weather over them. */
export async function withWeather(
  { plantIcons }: PlantsDeps,
  { tx, now }: Question,
  plants: readonly Plant[],
): Promise<Plant[]> {
  if (plants.length === 0) return [];
  const icons = await plantIcons(tx, plants, now);
  return plants.map((plant) => ({ ...plant, weather: icons.get(plant.master_id) ?? null }));
}

/** One plant with the weather over it. */
export async function oneWithWeather(deps: PlantsDeps, question: Question, plant: Plant): Promise<Plant> {
  const [answered] = await withWeather(deps, question, [plant]);
  return answered ?? plant;
}
