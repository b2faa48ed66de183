import type { Tx } from '../../../shared/server/tenancy.ts';
import { type ExpectedPlant, loadExpectedPlants } from '../../forecast/server/expected-hours.public.ts';
import { type PoweredPlant, plantPower } from '../power-share.model.ts';
import { type DevicePower, listDevicePowers } from './loss.repository.ts';
import type { KnownPlant } from './plant-days.ts';

interface Powers {
  readonly devices: readonly DevicePower[];
  readonly nominal_kw: number | null;
}

function knownOf(expected: ExpectedPlant, { devices, nominal_kw }: Powers): KnownPlant & PoweredPlant {
  const { inverters, energy } = expected.plant;
  // What was switched off makes nothing any more.
  const gone = new Set(
    [...inverters, ...energy].filter((one) => one.ended_at !== null).map((one) => one.device_id),
  );
  const makers = new Set(expected.makers.map(({ device_id }) => device_id).filter((id) => !gone.has(id)));
  const powered = devices.map((device) => ({ ...device, makes: makers.has(device.device_id) }));
  const power_kw = plantPower({ devices: powered, nominal_kw });
  return { ...expected, devices: powered, nominal_kw, power_kw: power_kw ?? 0 };
}

/** Plants with the power of their devices, by their numbers; without those that the scope does not see. */
export async function loadKnownPlants(
  tx: Tx,
  codes: readonly string[],
): Promise<Map<number, KnownPlant & PoweredPlant>> {
  if (codes.length === 0) return new Map();
  const found = await loadExpectedPlants(tx, [...new Set(codes)]);
  const plant_ids = found.map(({ plant }) => plant.plant_id);
  const { devices, nominal_kw } = await listDevicePowers(tx, plant_ids);
  const own = Map.groupBy(devices, ({ plant_id }) => plant_id);
  return new Map(
    found.map((expected) => {
      const { plant_id } = expected.plant;
      const powers = { devices: own.get(plant_id) ?? [], nominal_kw: nominal_kw.get(plant_id) ?? null };
      return [plant_id, knownOf(expected, powers)];
    }),
  );
}

/** A plant with the power of its devices; undefined where the scope does not see it. */
export const loadKnownPlant = async (
  tx: Tx,
  { plant_id, proj_code }: { plant_id: number; proj_code: string },
): Promise<(KnownPlant & PoweredPlant) | undefined> => (await loadKnownPlants(tx, [proj_code])).get(plant_id);
