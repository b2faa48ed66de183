import type { Tx } from '../../../shared/server/tenancy.ts';
import { cellsAroundAll, NearPlaces } from '../near-places.model.ts';
import { type PlantModel, type PlantSlot, plantModel, sensorsFor } from '../plant-model.model.ts';
import { listPlants, listSensorPlaces } from './plants.repository.ts';

/** Another plant of the company whose sensors speak for sections that have none of their own. */
export interface Neighbour {
  readonly plant: PlantModel;
  /** Its sensors for each section; none where the section has its own. */
  readonly slots: readonly (readonly PlantSlot[])[];
}

/** Most find theirs among so few; who does not looks further. */
const FIRST_LOOKED_AT = 8;
const FURTHER = 8;

const hasSensor = (plant: PlantModel, section: PlantModel['sections'][number]): boolean =>
  sensorsFor(section, plant, 'irradiance_poa_wm2').length > 0;

/** Whether some section has no sensor of the plant itself. */
const wantsNeighbour = (plant: PlantModel): boolean =>
  plant.lacks.length === 0 && plant.sections.some((section) => !hasSensor(plant, section));

/** A plant as a neighbour of another: none where no sensor is on a plane like that of a section which has none. */
function asNeighbour(plant: PlantModel, other: PlantModel): Neighbour | null {
  const slots = plant.sections.map((section) =>
    hasSensor(plant, section) ? [] : sensorsFor(section, other, 'irradiance_poa_wm2'),
  );
  return slots.some((some) => some.length > 0) ? { plant: other, slots } : null;
}

/** The nearest neighbour within reach of each plant that wants one, by plant. */
export async function findNeighbours(
  tx: Tx,
  plants: readonly PlantModel[],
): Promise<ReadonlyMap<number, Neighbour>> {
  const found = new Map<number, Neighbour>();
  let open = plants.filter(wantsNeighbour);
  if (open.length === 0) return found;
  const places = new NearPlaces(await listSensorPlaces(tx, cellsAroundAll(open)));
  const models = new Map(plants.map((plant) => [plant.proj_code, plant]));
  for (let most = FIRST_LOOKED_AT; open.length > 0; most *= FURTHER) {
    const looked = open.map((plant) => ({ plant, near: places.of(plant, most) }));
    const unknown = new Set(looked.flatMap(({ near }) => near.map(({ proj_code }) => proj_code)));
    const codes = [...unknown].filter((code) => !models.has(code));
    for (const row of codes.length > 0 ? await listPlants(tx, codes) : [])
      models.set(row.proj_code, plantModel(row));
    open = looked.flatMap(({ plant, near }) => {
      for (const { proj_code } of near) {
        const other = models.get(proj_code);
        const neighbour = other && asNeighbour(plant, other);
        if (!neighbour) continue;
        found.set(plant.plant_id, neighbour);
        return [];
      }
      return near.length === most ? [plant] : [];
    });
  }
  return found;
}
