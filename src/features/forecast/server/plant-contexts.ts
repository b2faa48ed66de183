import { createHash } from 'node:crypto';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { distanceKm, NEIGHBOUR_KM } from '../inputs.model.ts';
import { type PlantModel, type PlantSlot, plantModel, SENSORS, sensorsFor } from '../plant-model.model.ts';
import { listPlants, listSensorPlants, type PlantRow } from './plants.repository.ts';

/** Another plant of the company whose sensors speak for sections that have none of their own. */
export interface Neighbour {
  readonly plant: PlantModel;
  /** Its sensors for each section; none where the section has its own. */
  readonly slots: readonly (readonly PlantSlot[])[];
}

/** A plant with all that its expected energy is made from, apart from what was measured. */
export interface PlantContext {
  readonly plant: PlantModel;
  readonly row: PlantRow;
  readonly neighbour: Neighbour | null;
  /** Digest of the above: days of another one are made anew. */
  readonly digest: string;
}

/** Raised when days come out otherwise from the same inputs. */
const MODEL_VERSION = 1;
/** A degree of latitude is at least as long, km. */
const KM_OF_DEGREE = 110.5;

const isLacking = ({ lacks }: PlantModel): boolean => lacks.length > 0;

/** Whether some section has no sensor of the plant itself. */
const wantsNeighbour = (plant: PlantModel): boolean =>
  !isLacking(plant) &&
  plant.sections.some((section) => sensorsFor(section, plant, 'irradiance_poa_wm2').length === 0);

/** The nearest plant within reach with a sensor on a plane like that of a section which has none. */
function neighbourOf(plant: PlantModel, candidates: readonly PlantModel[]): Neighbour | null {
  const near = candidates
    .filter(
      (one) =>
        one.plant_id !== plant.plant_id &&
        Math.abs(one.latitude - plant.latitude) * KM_OF_DEGREE <= NEIGHBOUR_KM,
    )
    .map((one) => ({ one, km: distanceKm(one, plant) }))
    .filter(({ km }) => km <= NEIGHBOUR_KM)
    .sort((a, b) => a.km - b.km);
  for (const { one } of near) {
    const slots = plant.sections.map((section) =>
      sensorsFor(section, plant, 'irradiance_poa_wm2').length > 0
        ? []
        : sensorsFor(section, one, 'irradiance_poa_wm2'),
    );
    if (slots.some((some) => some.length > 0)) return { plant: one, slots };
  }
  return null;
}

function digestOf(plant: PlantModel, row: PlantRow, neighbour: Neighbour | null): string {
  const { proj_code: _, ...model } = plant;
  const parts = [
    MODEL_VERSION,
    model,
    row.year_digest,
    neighbour && [neighbour.plant.plant_id, neighbour.slots],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/**
 * The plants named, or all, as expected energy is computed for them. To be called with every plant in sight: a neighbour may be
 * one that the caller does not see, and only its irradiance is used.
 */
export async function loadContexts(tx: Tx, codes: readonly string[] | null): Promise<PlantContext[]> {
  const rows = await listPlants(tx, codes);
  const plants = rows.map((row) => ({ row, plant: plantModel(row) }));
  const candidates = plants.some(({ plant }) => wantsNeighbour(plant)) ? await sensorPlants(tx, plants) : [];
  return plants.map(({ row, plant }) => {
    const neighbour = wantsNeighbour(plant) ? neighbourOf(plant, candidates) : null;
    return { row, plant, neighbour, digest: digestOf(plant, row, neighbour) };
  });
}

async function sensorPlants(tx: Tx, known: readonly { plant: PlantModel }[]): Promise<PlantModel[]> {
  const codes = await listSensorPlants(tx);
  const byCode = new Map(known.map(({ plant }) => [plant.proj_code, plant]));
  const missing = codes.filter((code) => !byCode.has(code));
  for (const row of missing.length > 0 ? await listPlants(tx, missing) : [])
    byCode.set(row.proj_code, plantModel(row));
  return codes.flatMap((code) => byCode.get(code) ?? []);
}

/** All slots that a plant's days are made from: what its energy is counted by, and what is averaged. */
export function slotsOf({ plant, neighbour }: Pick<PlantContext, 'plant' | 'neighbour'>): {
  energy: readonly PlantSlot[];
  means: readonly PlantSlot[];
} {
  const own = SENSORS.flatMap((quantity) => plant.sensors[quantity]);
  return { energy: plant.energy, means: [...own, ...(neighbour?.slots.flat() ?? [])] };
}
