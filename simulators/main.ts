import { isSilent } from './faults.ts';
import { type ModbusServer, startModbusServer, type UnitAnswer } from './modbus-server.ts';
import { type PlantDefinition, plantDevices, publishesItself } from './plant-definition.ts';
import { deviceSerial, deviceValues } from './plant-model.ts';
import { registerImage } from './register-maps.ts';

export interface FleetOptions {
  /** Milliseconds of the Unix clock; default Date.now. */
  readonly now?: () => number;
  readonly host?: string;
  /** Port of a plant; default 0 for each: the system chooses. */
  readonly port?: (plant: PlantDefinition) => number;
}

export interface RunningFleet {
  /** By proj_code. */
  readonly ports: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/**
 * One Modbus TCP gateway for each plant, on loopback.
 * @throws the listening error of the first port that cannot be had; those already open are closed
 */
export async function startFleet(
  plants: readonly PlantDefinition[],
  options: FleetOptions = {},
): Promise<RunningFleet> {
  const now = options.now ?? Date.now;
  const servers = new Map<string, ModbusServer>();
  const stop = async (): Promise<void> => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  };
  try {
    for (const plant of plants) {
      const server = await startModbusServer({
        unit: (unitId) => unitAnswer(plant, unitId, now()),
        port: options.port?.(plant) ?? 0,
        ...(options.host === undefined ? {} : { host: options.host }),
      });
      servers.set(plant.proj_code, server);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { ports: new Map([...servers].map(([code, server]) => [code, server.port])), stop };
}

/** What a unit of a plant answers at an instant; undefined when there is no such unit. */
export function unitAnswer(plant: PlantDefinition, unitId: number, atMs: number): UnitAnswer | undefined {
  const device = plantDevices(plant).find((candidate) => candidate.unit_id === unitId);
  if (!device || publishesItself(plant, device)) return undefined;
  if (isSilent(plant, device, atMs)) return { kind: 'silent' };
  const values = deviceValues(plant, device, atMs);
  return { kind: 'registers', image: registerImage(device, values, deviceSerial(plant, device, atMs)) };
}
