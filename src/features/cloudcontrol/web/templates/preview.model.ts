import type { PreviewedDevice } from '../../templates.contract.ts';

/** Devices that change in the same way. */
export interface Alike {
  likeness: string;
  /** Any of them stands for all. */
  first: PreviewedDevice;
  devices: PreviewedDevice[];
  /** Nothing of them would change. */
  same: boolean;
}

/** Devices by how they would change: those that cannot first, then those that change most; those that are so already last. */
export function alikeOf(devices: readonly PreviewedDevice[]): Alike[] {
  const groups = new Map<string, Alike>();
  for (const device of devices) {
    const group = groups.get(device.likeness);
    if (group) group.devices.push(device);
    else {
      const same = device.fault === null && device.added + device.changed + device.removed === 0;
      groups.set(device.likeness, { likeness: device.likeness, first: device, devices: [device], same });
    }
  }
  const weight = ({ first, same }: Alike) =>
    first.fault ? Number.MAX_SAFE_INTEGER : same ? -1 : first.added + first.changed + first.removed;
  return [...groups.values()].toSorted((a, b) => weight(b) - weight(a));
}

/** Those that can be brought to the template. */
export const possible = (devices: readonly PreviewedDevice[]): PreviewedDevice[] =>
  devices.filter(({ fault }) => fault === null);
