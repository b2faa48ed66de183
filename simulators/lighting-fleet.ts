import { LightingController } from './lighting-controller.ts';
import { lightingUnit } from './lighting-registers.ts';
import { type ModbusServer, startModbusServer } from './modbus-server.ts';

export interface LightingFleetOptions {
  readonly now?: () => number;
  /** Default 0: the system chooses. */
  readonly port?: number;
  /** How many stand behind one port; unit ids count from 1. Default: each has a port of its own. */
  readonly units?: number;
}

export interface SimulatedCabinet {
  readonly controller: LightingController;
  readonly port: number;
  readonly unit_id: number;
  readonly serial: string;
}

export interface LightingFleet {
  readonly cabinets: readonly SimulatedCabinet[];
  stop(): Promise<void>;
}

export type CabinetDefinition = Omit<LightingController['options'], 'now'>;

/**
 * Lighting cabinets on loopback, one or several behind each port.
 * @throws the listening error of the first port that cannot be had; those already open are closed
 */
export async function startLightingFleet(
  definitions: readonly CabinetDefinition[],
  { now = Date.now, port = 0, units = 1 }: LightingFleetOptions = {},
): Promise<LightingFleet> {
  const servers: ModbusServer[] = [];
  const cabinets: SimulatedCabinet[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (let from = 0; from < definitions.length; from += units) {
      const behind = definitions
        .slice(from, from + units)
        .map((definition) => new LightingController({ ...definition, now }));
      const answers = behind.map(lightingUnit);
      const server = await startModbusServer({ unit: (unit_id) => answers[unit_id - 1]?.(), port });
      servers.push(server);
      for (const [i, controller] of behind.entries())
        cabinets.push({ controller, port: server.port, unit_id: i + 1, serial: controller.options.serial });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { cabinets, stop };
}
