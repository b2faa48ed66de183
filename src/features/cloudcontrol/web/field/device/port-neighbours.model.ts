import type { DeviceTree } from '../../../configuration.contract.ts';

/**
 * Other devices behind a port, by name: a change of the port concerns them too. Null while that is not known: the
 * devices have not been loaded, or what was loaded does not have the port.
 */
export function neighboursOf(
  tree: DeviceTree | undefined,
  port_id: number,
  device_id: number,
): string[] | null {
  const port = tree?.flatMap((plant) => plant.ports).find(({ id }) => id === port_id);
  if (!port) return null;
  return port.devices.filter(({ id }) => id !== device_id).map(({ short_name }) => short_name);
}
