import { createHash } from 'node:crypto';
import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  type EnergySource,
  type PlantModel,
  type PlantSlot,
  plantModel,
  SENSORS,
} from '../plant-model.model.ts';
import { findNeighbours, type Neighbour } from './neighbours.ts';
import { listPlants, type PlantRow } from './plants.repository.ts';

/** A plant with all that its expected energy is made from, apart from what was measured. */
export interface PlantContext {
  readonly plant: PlantModel;
  readonly row: PlantRow;
  readonly neighbour: Neighbour | null;
  /** Digest of the above: days of another one are made anew. */
  readonly digest: string;
}

/** Raised when days come out otherwise from the same inputs, or more is kept of them. */
const MODEL_VERSION = 5;

function digestOf(plant: PlantModel, row: PlantRow, neighbour: Neighbour | null): string {
  // What inverters make is worked out from days. When a source last spoke is a matter of the days around (`day-basis.ts`).
  const { proj_code: _, inverters: __, energy, ...model } = plant;
  // Losses that are not entered are told by the sections themselves: days from before that was said stand.
  const assumed = model.assumed.filter((one) => one !== 'losses');
  const sources = energy.map(({ ended_at, ...source }) => ({ ...source, works: ended_at === null }));
  const parts = [
    MODEL_VERSION,
    { ...model, assumed, sources },
    row.year_digest,
    neighbour && [neighbour.plant.plant_id, neighbour.slots],
    // Where an inverter's rating is not known nothing is clipped; it once was, at the power of the modules.
    ...(model.sections.some(({ kw_ac }) => kw_ac === null) ? ['unclipped'] : []),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/**
 * The plants named, or all, as expected energy is computed for them. To be called with every plant in sight: a neighbour may be
 * one that the caller does not see, and only its irradiance is used.
 */
export async function loadContexts(tx: Tx, codes: readonly string[] | null): Promise<PlantContext[]> {
  const plants = (await listPlants(tx, codes)).map((row) => ({ row, plant: plantModel(row) }));
  const neighbours = await findNeighbours(
    tx,
    plants.map(({ plant }) => plant),
  );
  return plants.map(({ row, plant }) => {
    const neighbour = neighbours.get(plant.plant_id) ?? null;
    return { row, plant, neighbour, digest: digestOf(plant, row, neighbour) };
  });
}

/** All slots that a plant's days are made from: what its energy is counted by, and what is averaged. */
export function slotsOf({ plant, neighbour }: Pick<PlantContext, 'plant' | 'neighbour'>): {
  energy: readonly EnergySource[];
  means: readonly PlantSlot[];
} {
  const own = SENSORS.flatMap((quantity) => plant.sensors[quantity]);
  return { energy: plant.energy, means: [...own, ...(neighbour?.slots.flat() ?? [])] };
}
